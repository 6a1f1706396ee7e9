import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@testable import Flowline

/// Rules 13 and 24: a file whose medium failed takes lines again, and believes no line that may never
/// have reached the medium.
struct FileRecordTests {
  /// A medium that fails so many times.
  private final class FailingMedium: Sendable {
    private let left = Mutex(0)

    func fail(_ times: Int) { left.withLock { $0 = times } }

    func work(at place: String) throws(StoreFailure) {
      let fails = left.withLock { left in
        left -= 1
        return left >= 0
      }
      if fails { throw StoreFailure(.notSynced, at: place, "Input/output error") }
    }
  }

  private let temporary: TemporaryFolder
  /// Not there yet.
  private var folder: String { temporary.file("sessions") }
  private let session = UUID()
  private var path: String { "\(folder)/\(session.uuidString.lowercased()).flow" }
  private var text: String? { try? String(contentsOfFile: path, encoding: .utf8) }

  init() throws { temporary = try TemporaryFolder() }

  private func record(_ files: FailingMedium, names: FailingMedium) throws -> FileRecord {
    var medium = FileRecord.Medium()
    medium.sync = { (file) throws(StoreFailure) in
      try files.work(at: file.path)
      try file.sync()
    }
    medium.syncFolder = { (folder) throws(StoreFailure) in
      try names.work(at: folder)
      try StoreFile.syncFolder(folder)
    }
    return FileRecord(of: session, at: path, in: folder, medium)
  }

  private func inFolder(
    _ body: (FileRecord, _ files: FailingMedium, _ names: FailingMedium) throws -> Void
  ) throws {
    let (files, names) = (FailingMedium(), FailingMedium())
    let record = try record(files, names: names)
    try body(record, files, names)
    record.close()
  }

  private func contents(_ record: FileRecord) throws -> String {
    String(decoding: try record.contents(), as: UTF8.self)
  }

  @Test func `rule 13: a line whose sync failed is not kept, though it can be read`() throws {
    try inFolder { record, files, _ in
      try record.append("one\n", isDurable: true)
      try record.append("held\n", isDurable: false)
      files.fail(1)
      #expect(throws: StoreFailure.self) { try record.append("two\n", isDurable: true) }
      #expect(throws: StoreFailure.self) { try record.append("three\n", isDurable: true) }
      #expect(text == "one\nheld\ntwo\n")
      try record.recover()
      #expect(try contents(record) == "one\n")
      try record.append("held\ntwo\n", isDurable: true)
      #expect(text == "one\nheld\ntwo\n")
    }
  }

  @Test func `rule 24: a new file whose name could not be made durable is gone on with`() throws {
    try inFolder { record, _, names in
      try StoreFile.makeFolder(folder)
      names.fail(2)
      #expect(throws: StoreFailure.self) { try record.append("one\n", isDurable: true) }
      // The name cannot be made durable yet.
      #expect(throws: StoreFailure.self) { try record.recover() }
      #expect(throws: StoreFailure.self) { try record.append("two\n", isDurable: true) }
      try record.recover()
      #expect(try contents(record) == "one\n")
      try record.append("two\n", isDurable: true)
      #expect(text == "one\ntwo\n")
    }
  }

  @Test func `rule 24: a new file that could not be written leaves nothing`() throws {
    try inFolder { record, files, _ in
      files.fail(1)
      let failure = #expect(throws: StoreFailure.self) {
        try record.append("one\n", isDurable: true)
      }
      #expect(failure?.place == path, "not the name of a draft")
      #expect(text == nil)
      try record.recover()
      #expect(try contents(record).isEmpty)
      try record.append("one\n", isDurable: true)
      #expect(text == "one\n")
    }
  }

  @Test func `rule 24: a replaced file is the one that is gone on with`() throws {
    try inFolder { record, files, names in
      try record.append("one\n", isDurable: true)
      names.fail(1)
      #expect(throws: StoreFailure.self) { try record.replace(with: "other\n") }
      try record.recover()
      #expect(try contents(record) == "other\n")
      try record.append("two\n", isDurable: true)
      #expect(text == "other\ntwo\n")
      files.fail(1)
      #expect(throws: StoreFailure.self) { try record.replace(with: "third\n") }
      try record.recover()
      try record.append("three\n", isDurable: true)
      #expect(text == "other\ntwo\nthree\n")
      #expect(try String(contentsOfFile: path + ".1", encoding: .utf8) == "one\n")
    }
  }
}
