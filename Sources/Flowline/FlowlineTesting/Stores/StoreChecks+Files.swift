import Flowline
import FoundationEssentials

extension SessionStoreConformance {
  /// The contents of files, beside a session's journal.
  static let fileChecks: [Check] = [
    Check("keeps the files of a session with it") { trial in
      let session = UUID()
      let (first, second) = (Self.file("first"), Self.file("second"))
      let record = try trial.store().begin(session)
      guard let files = record.files else { return trial.record("it keeps no files") }
      try trial.keep(first, in: files)
      trial.expect(try trial.read(first, in: files), "what was kept cannot be read")
      trial.expect(try trial.store().sessions().isEmpty, "a session that nobody answered is listed")
      try record.append(StoreTrial.lines, isDurable: true)
      try trial.keep(second, in: files)
      try trial.keep(second, in: files)
      record.close()
      let other = try trial.store().open(session)
      defer { other.close() }
      guard let files = other.files else { return trial.record("it keeps no files") }
      for file in [first, second] {
        trial.expect(try trial.read(file, in: files), "\(file.file.name) is gone, resumed")
      }
      trial.expect(try trial.text(of: other), is: StoreTrial.lines, "the record")
      trial.expect(
        try trial.store().sessions().map(\.id) == [session], "files are listed as sessions")
    },

    Check("keeps the files of one session from another") { trial in
      let store = try trial.store()
      let file = Self.file("mine")
      let mine = try store.begin(UUID())
      try mine.append(StoreTrial.lines, isDurable: true)
      let yours = try store.begin(UUID())
      try yours.append(StoreTrial.lines, isDurable: true)
      guard let kept = mine.files, let other = yours.files else {
        return trial.record("it keeps no files")
      }
      try trial.keep(file, in: kept)
      trial.expect(try !trial.read(file, in: other), "another session reads it")
      try store.remove(try Self.closing(yours))
      trial.expect(try trial.read(file, in: kept), "it went with another session")
      mine.close()
    },

    Check("removes the files of a session with it") { trial in
      let store = try trial.store()
      let file = Self.file("gone")
      let session = UUID()
      for isThere in [true, false] {
        let record = try store.begin(session)
        try record.append(StoreTrial.lines, isDurable: true)
        guard let files = record.files else { return trial.record("it keeps no files") }
        if isThere { try trial.keep(file, in: files) }
        trial.expect(
          try trial.read(file, in: files) == isThere,
          isThere ? "what was kept cannot be read" : "it is there in a new session of that id")
        record.close()
        try store.remove(session)
      }
    },

    Check("leaves nothing of a file whose session was never answered") { trial in
      let session = UUID()
      let record = try trial.store().begin(session)
      guard let files = record.files else { return trial.record("it keeps no files") }
      try trial.keep(Self.file("lost"), in: files)
      record.close()
      let again = try trial.store().begin(session)
      try again.append(StoreTrial.lines, isDurable: true)
      defer { again.close() }
      guard let files = again.files else { return trial.record("it keeps no files") }
      trial.expect(try !trial.read(Self.file("lost"), in: files), "it is there in a new session")
    },
  ]

  private static func file(_ name: String) -> FileContents {
    FileContents(Array("%PDF-1.7 \(name)\n\0\u{7F}".utf8), named: "\(name).pdf")
  }

  private static func closing(_ record: any SessionRecord) throws -> UUID {
    record.close()
    return record.session
  }
}

extension StoreTrial {
  fileprivate func keep(_ file: FileContents, in files: any KeptFiles) throws {
    try FlowController().waitOutside {
      await Result { () async throws(StoreFailure) in
        try await files.keep(file.bytes, as: file.file.digest)
      }
    }.get()
  }

  /// Whether the contents are there as they were.
  fileprivate func read(_ file: FileContents, in files: any KeptFiles) throws -> Bool {
    try FlowController().waitOutside {
      await Result { () async throws(StoreFailure) in try await files.bytes(of: file.file.digest) }
    }.get() == file.bytes
  }

  fileprivate func text(of record: any SessionRecord) throws -> String { try record.text() }
}

extension Result where Failure == StoreFailure {
  fileprivate init(_ work: () async throws(StoreFailure) -> Success) async {
    do throws(StoreFailure) {
      self = .success(try await work())
    } catch {
      self = .failure(error)
    }
  }
}
