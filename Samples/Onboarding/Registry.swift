import Flowline
import Foundation

/// The accounts that were opened: a file of JSON lines in the user's data folder.
///
/// That each user name and each key counts once holds within one process. A real registry is a
/// database: its unique columns refuse what another process has written meanwhile, and its transactions
/// drop what a full disk cut off. Here a line that was cut off keeps the whole file from being read.
actor Registry {
  /// Whose tax authority asks for nothing more.
  static let country = "GB"

  private let file: URL

  init(file: URL) {
    self.file = file
  }

  /// The registry in the XDG data folder.
  static var atHome: Registry {
    let environment = ProcessInfo.processInfo.environment
    let data =
      environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? (environment["HOME"] ?? NSHomeDirectory()) + "/.local/share"
    return Registry(file: URL(filePath: data).appending(path: "onboarding/accounts.jsonl"))
  }

  /// Whether somebody has the user name.
  func isTaken(_ userName: String) throws(RegistryProblem) -> Bool {
    try entries().contains { $0.account.userName == userName }
  }

  /// Whether somebody of that name, born on that day, has an account.
  func isKnown(_ person: Person) throws(RegistryProblem) -> Bool {
    try entries().map(\.application.person).contains {
      $0.name == person.name && $0.birthday == person.birthday
    }
  }

  /// Opens an account once: for a key that was seen before it returns the account of then.
  ///
  /// - Throws: `CommitRefused` if somebody has the user name, and `CommitNotSent` if nothing was written.
  ///   After a `RegistryProblem` by itself the account may be open.
  func open(
    _ application: Application, with document: FileContents?, password: Secret<String>, key: String
  ) throws -> OpenedAccount {
    let entries = try beforeWriting { () throws(RegistryProblem) in try self.entries() }
    if let done = entries.first(where: { $0.key == key }) { return done.account }
    let userName = application.person.userName
    if entries.contains(where: { $0.account.userName == userName }) {
      throw CommitRefused("the user name is taken")
    }
    let account = OpenedAccount(number: "1\(100_000 + entries.count)", userName: userName)
    let (bytes, end) = try beforeWriting { () throws(RegistryProblem) in
      guard let hash = PasswordHash(of: password.reveal()) else { throw RegistryProblem.noHash }
      if let document { try keep(document) }
      let entry = Entry(key: key, account: account, passwordHash: hash, application: application)
      return (try line(of: entry), try openedAtEnd())
    }
    defer { try? end.close() }
    try writing {
      try end.write(contentsOf: bytes)
      try end.synchronize()
    }
    return account
  }

  /// Does what comes before the account is written: if it fails, no account was opened, certainly.
  private func beforeWriting<Value>(
    _ work: () throws(RegistryProblem) -> Value
  ) throws(CommitNotSent) -> Value {
    do {
      return try work()
    } catch {
      throw CommitNotSent(error)
    }
  }

  /// Reads something; what the system says of a failure is told in words.
  private func reading<Value>(_ work: () throws -> Value) throws(RegistryProblem) -> Value {
    do {
      return try work()
    } catch {
      throw .unreadable(folder: folder.path, cause: error)
    }
  }

  /// Writes something; what the system says of a failure is told in words.
  private func writing<Value>(_ work: () throws -> Value) throws(RegistryProblem) -> Value {
    do {
      return try work()
    } catch {
      throw .unwritable(folder: folder.path, cause: error)
    }
  }

  private struct Entry: Codable {
    let key: String
    let account: OpenedAccount
    let passwordHash: PasswordHash
    let application: Application
  }

  private var folder: URL { file.deletingLastPathComponent() }

  private func entries() throws(RegistryProblem) -> [Entry] {
    guard FileManager.default.fileExists(atPath: file.path) else { return [] }
    return try reading {
      try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).map {
        try JSONDecoder().decode(Entry.self, from: $0)
      }
    }
  }

  private func line(of entry: Entry) throws(RegistryProblem) -> Data {
    try writing { try JSONEncoder().encode(entry) + Data("\n".utf8) }
  }

  /// Keeps a document beside the accounts, under its digest.
  private func keep(_ document: FileContents) throws(RegistryProblem) {
    try writing {
      let documents = folder.appending(path: "documents")
      try FileManager.default.createDirectory(
        at: documents, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let name = document.file.digest.description.replacing("sha256:", with: "")
      try Data(document.bytes).write(to: documents.appending(path: name), options: .atomic)
    }
  }

  /// The file of accounts, made if there is none, to be written to at its end.
  private func openedAtEnd() throws(RegistryProblem) -> FileHandle {
    try writing {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      if !FileManager.default.fileExists(atPath: file.path) {
        _ = FileManager.default.createFile(
          atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o600])
      }
      let handle = try FileHandle(forWritingTo: file)
      try handle.seekToEnd()
      return handle
    }
  }
}
