import GRDB
import ServiceBasics

/// Why a database file cannot be used.
public struct DatabaseFileError: Error, Sendable, Hashable {
  /// What is wrong, as a word that never changes its meaning; the list may grow.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The word.
    public let rawValue: String

    /// Takes a word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It is something else: no database, or one of another application. It was left as it is.
    public static let foreign = Code(rawValue: "foreign")
    /// A newer version of the program made it. It was left as it is.
    public static let tooNew = Code(rawValue: "too-new")
    /// The file or its folder is missing, another user's, or open to others.
    public static let notPrivate = Code(rawValue: "not-private")
    /// Another process holds it; trying again may help.
    public static let busy = Code(rawValue: "busy")
    /// It cannot be read or written: a full disk, a refused right, a failing medium.
    public static let storage = Code(rawValue: "storage")
    /// What is in it cannot be understood.
    public static let damaged = Code(rawValue: "damaged")
  }

  /// What is wrong.
  public let code: Code

  /// The file's absolute path, or `:memory:`.
  public let path: String

  /// What is wrong, in English, without the path.
  public let cause: String

  /// What to do about it, in English: a sentence.
  public let advice: String

  init(_ code: Code, _ path: String, cause: String, advice: String) {
    self.code = code
    self.path = path
    self.cause = cause
    self.advice = advice
  }
}

extension DatabaseFileError: CustomStringConvertible {
  /// The path, what is wrong, and what to do about it.
  public var description: String { "\(path): \(cause). \(advice)" }
}

extension DatabaseFileError {
  /// The error for whatever was thrown while a file was opened, read or written.
  public init(_ error: any Error, path: String) {
    switch error {
    case let error as DatabaseFileError: self = error
    case let error as DatabaseError: self.init(error, path: path)
    default:
      self.init(
        .damaged, path, cause: "\(error)",
        advice: "The file may be damaged. Restore it, or move it away to begin a new one.")
    }
  }

  private init(_ error: DatabaseError, path: String) {
    switch error.resultCode {
    case .SQLITE_NOTADB: self = .foreign(path, error.message ?? "it is not a database")
    case .SQLITE_CORRUPT:
      self.init(
        .damaged, path, cause: error.message ?? "it is damaged",
        advice: "Restore it, or move it away to begin a new one.")
    case .SQLITE_BUSY:
      self.init(.busy, path, cause: "another process holds it", advice: "Try again in a moment.")
    default:
      self.init(
        .storage, path, cause: error.message ?? "\(error.resultCode)",
        advice: "See that the file and its folder can be written and the disk has room.")
    }
  }

  static func foreign(_ path: String, _ cause: String) -> DatabaseFileError {
    DatabaseFileError(
      .foreign, path, cause: cause,
      advice: "The file was left as it is. Name another one, or move it away.")
  }

  /// The error for a file, or its folder, that is no private one.
  init(_ error: PrivacyError, path: String) {
    let isFolder = error.path != path
    self.init(
      .notPrivate, path,
      cause: isFolder ? "its folder \(error.path) cannot be used: \(error.cause)" : error.cause,
      advice: error.advice)
  }
}
