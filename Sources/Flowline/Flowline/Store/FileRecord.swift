import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A session's file, locked while it is open.
///
/// The file is made with the first durable line, so that a session nobody answered leaves nothing.
/// `@unchecked`: a record is used by one thread at a time, its session's driver.
final class FileRecord: SessionRecord, @unchecked Sendable {
  let session: UUID
  private let path: String
  private let folder: String
  private var file: StoreFile?
  private var length = 0
  /// How much of the file is known to be on the medium.
  private var durable = 0
  /// Whether the file's name is known to be on the medium.
  private var isNamed = true
  private let medium: Medium
  private let beside: SidecarFiles
  /// Lines of a file that is not made yet.
  private var held = ""
  /// Why the record takes nothing more.
  private var failure: StoreFailure?

  init(of session: UUID, at path: String, in folder: String, _ medium: Medium = Medium()) {
    self.session = session
    self.path = path
    self.folder = folder
    self.medium = medium
    beside = SidecarFiles(of: path, in: folder, medium)
  }

  var files: (any KeptFiles)? { beside }

  /// Makes files and names durable.
  ///
  /// A test has it fail.
  struct Medium: Sendable {
    var sync: @Sendable (StoreFile) throws(StoreFailure) -> Void = { (file) throws(StoreFailure) in
      try file.sync()
    }
    var syncFolder: @Sendable (String) throws(StoreFailure) -> Void = {
      (folder) throws(StoreFailure) in try StoreFile.syncFolder(folder)
    }
  }

  /// Opens a file that exists.
  func open() throws(StoreFailure) {
    let file = try StoreFile.locked(path)
    self.file = file
    length = file.length
    durable = length
    try beside.writeHeld()
  }

  func contents() throws(StoreFailure) -> [UInt8] {
    if let file { return try file.read() }
    try checkOpen()
    return Array(held.utf8)
  }

  func append(_ lines: String, isDurable: Bool) throws(StoreFailure) {
    try checkOpen()
    guard let file else {
      held += lines
      if isDurable { try make() }
      return
    }
    do throws(StoreFailure) {
      try file.write(lines, at: length)
      length += lines.utf8.count
      if isDurable {
        try medium.sync(file)
        durable = length
      }
    } catch {
      try fail(error)
    }
  }

  /// Makes the file of what was held back; it has its first lines or it is not there.
  private func make() throws(StoreFailure) {
    do throws(StoreFailure) {
      try StoreFile.makeFolder(folder, sync: medium.syncFolder)
      let draft = try draft(of: held)
      defer { unlink(draft.path) }
      try beside.writeHeld()
      // Unlike a renaming, this fails where somebody else has begun the session meanwhile.
      guard link(draft.path, path) == 0 else {
        throw .system(errno, at: path, otherwise: .unwritable)
      }
      let text = held
      held = ""
      try take(draft, text)
    } catch {
      try fail(error)
    }
  }

  func cut(to length: Int) throws(StoreFailure) {
    try checkOpen()
    guard let file else {
      held = String(decoding: held.utf8.prefix(length), as: UTF8.self)
      return
    }
    try file.cut(to: length)
    self.length = length
    durable = min(durable, length)
  }

  func replace(with text: String) throws(StoreFailure) {
    try checkOpen()
    guard file != nil else {
      held = text
      return try make()
    }
    do throws(StoreFailure) {
      let draft = try draft(of: text)
      do throws(StoreFailure) {
        try setAside()
        guard rename(draft.path, path) == 0 else {
          throw .system(errno, at: path, otherwise: .unwritable)
        }
      } catch {
        unlink(draft.path)
        throw error
      }
      try take(draft, text)
    } catch {
      try fail(error)
    }
  }

  /// Gives the file that is to be replaced another name beside its own.
  private func setAside() throws(StoreFailure) {
    var number = 1
    while link(path, "\(path).\(number)") != 0 {
      guard errno == EEXIST else { throw .system(errno, at: path, otherwise: .unwritable) }
      number += 1
    }
  }

  /// Makes a file with these contents, durable and locked, beside the path.
  private func draft(of text: String) throws(StoreFailure) -> StoreFile {
    do throws(StoreFailure) {
      let draft = try StoreFile.draft(of: path)
      do throws(StoreFailure) {
        try draft.write(text, at: 0)
        try medium.sync(draft)
        return draft
      } catch {
        unlink(draft.path)
        throw error
      }
    } catch {
      // The name of a draft tells nobody anything.
      throw StoreFailure(error.code, at: path, error.reason)
    }
  }

  /// Continues with another file, which is durable and which the path leads to since just now.
  private func take(_ file: StoreFile, _ text: String) throws(StoreFailure) {
    // The file is this record's even if its name cannot be made durable yet.
    self.file = file
    length = text.utf8.count
    durable = length
    isNamed = false
    try nameDurably()
  }

  private func nameDurably() throws(StoreFailure) {
    guard !isNamed else { return }
    try medium.syncFolder(folder)
    isNamed = true
  }

  /// Cuts the file back to what is on the medium: what a failed sync leaves behind can be read, and
  /// may never get there.
  func recover() throws(StoreFailure) {
    guard let failure, failure.code != .closed else { return }
    self.failure = nil
    guard let file else { return held = "" }
    do throws(StoreFailure) {
      try nameDurably()
      if file.length > durable { try file.cut(to: durable) }
      length = durable
    } catch {
      try fail(error)
    }
  }

  func close() {
    file = nil
    if failure == nil {
      failure = StoreFailure(.closed, at: path, "the session that used it is over")
    }
  }

  private func checkOpen() throws(StoreFailure) {
    if let failure { throw StoreFailure(.closed, at: path, failure.reason) }
  }

  /// After a failed write or sync nobody can know what the medium has: nothing more is added.
  private func fail(_ failure: StoreFailure) throws(StoreFailure) -> Never {
    self.failure = failure
    throw failure
  }
}
