import GRDB
public import ServiceBasics

extension DatabaseFileError {
  /// The error for whatever was thrown while a file was opened, read or written.
  public init(_ error: any Error, path: String) {
    switch error {
    case let error as DatabaseFileError: self = error
    case let error as SharedLogFailure: self.init(error)
    case FileLock.Failure.held(let path):
      self.init(.busy, path, cause: .fileInUse, advice: "Try again in a moment.")
    case FileLock.Failure.system(let path, let cause):
      self.init(
        .storage, path, cause: CodedText(words: cause),
        advice: "Check that the file and its folder can be written to and that the disk has room.")
    case is CancellationError:
      self.init(
        .busy, path, cause: CodedText("wait-stopped", "the wait for it was stopped"),
        advice: "Try again in a moment.")
    case let error as DatabaseError: self.init(error, path: path)
    default:
      self.init(
        .damaged, path, cause: CodedText("file-damaged", "\(error)"),
        advice: CodedText(
          "file-restore", "The file may be damaged. Restore it, or move it away to begin a new one."
        ))
    }
  }

  private init(_ error: DatabaseError, path: String) {
    switch error.resultCode {
    case .SQLITE_NOTADB:
      self = .foreign(
        path, CodedText("file-no-database", error.message ?? "it is not a database"))
    case .SQLITE_CORRUPT:
      self.init(
        .damaged, path, cause: CodedText("file-damaged", error.message ?? "it is damaged"),
        advice: CodedText("file-restore", "Restore it, or move it away to begin a new one."))
    case .SQLITE_FULL:
      self.init(
        .storage, path, cause: CodedText("disk-without-room", error.message ?? "the disk is full"),
        advice: CodedText("disk-full", "Free some room on the disk, then try again."))
    case .SQLITE_CONSTRAINT:
      self.init(
        .storage, path, cause: error.words,
        advice: """
          Nothing was written, since it contradicts what the file has. The file and the disk are in \
          order; if it happens again, report it as a fault of the program.
          """)
    case .SQLITE_BUSY:
      self.init(.busy, path, cause: .fileInUse, advice: "Try again in a moment.")
    default:
      self.init(
        .storage, path, cause: error.words,
        advice: "Check that the file and its folder can be written to and that the disk has room.")
    }
  }

  /// The error for a log of several machines, with its place instead of a file's path.
  private init(_ failure: SharedLogFailure) {
    self =
      switch failure.code {
      case .unavailable:
        Self(
          .storage, failure.place, cause: CodedText("log-unavailable", failure.cause),
          advice: "Check that it can be reached, and try again.")
      case .takenOver:
        Self(
          .busy, failure.place, cause: CodedText("log-taken-over", failure.cause),
          advice: "Try again in a moment.")
      case .damaged:
        Self(
          .damaged, failure.place, cause: CodedText("log-damaged", failure.cause),
          advice: "Restore it from a copy.")
      case .newer:
        Self(
          .tooNew, failure.place, cause: CodedText("file-too-new", failure.cause),
          advice: CodedText("file-newer", "Use the newer version of the program."))
      }
  }

  static func foreign(_ path: String, _ cause: CodedText) -> DatabaseFileError {
    DatabaseFileError(
      .foreign, path, cause: cause,
      advice: "The file was left as it is. Name another one, or move it away.")
  }

  /// The error for a file, or its folder, that is no private one.
  init(_ error: PrivacyError, path: String) {
    let isFolder = error.path != path
    self.init(
      .notPrivate, path, cause: isFolder ? error.reasonOfFolder : error.reason,
      advice: error.remedy(ofFolder: isFolder))
  }
}

extension DatabaseError {
  /// What is wrong, in the words of SQLite; with a code if it is known what they mean.
  fileprivate var words: CodedText {
    let words = message ?? "\(resultCode)"
    return switch resultCode {
    case .SQLITE_CANTOPEN: CodedText("file-not-opened", words)
    case .SQLITE_IOERR: CodedText("disk-failing", words)
    case .SQLITE_READONLY: CodedText("file-not-writable", words)
    default: CodedText(words: words)
    }
  }
}
