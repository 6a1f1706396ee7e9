#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why a file or folder cannot be used as a private one.
public struct PrivacyError: Error, Sendable, Hashable {
  /// What is wrong, as a word that never changes its meaning; the list may grow.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The word.
    public let rawValue: String

    /// Takes a word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// There is no such file or folder.
    public static let missing = Code(rawValue: "missing")
    /// It is of another kind: a folder, a pipe, a device.
    public static let wrongKind = Code(rawValue: "wrong-kind")
    /// It belongs to another user.
    public static let foreignOwner = Code(rawValue: "foreign-owner")
    /// Its mode grants others more than is safe.
    public static let openToOthers = Code(rawValue: "open-to-others")
    /// It cannot be made.
    public static let notMade = Code(rawValue: "not-made")
    /// The operating system does not let this user at it.
    public static let notAllowed = Code(rawValue: "not-allowed")
    /// The operating system refuses it for another reason.
    public static let system = Code(rawValue: "system")
  }

  /// What is wrong.
  public let code: Code

  /// The file or folder.
  public let path: String

  /// What is wrong, in English, without the path.
  public let cause: String

  /// What to do about it, in English: a sentence.
  public let advice: String

  /// The value of `errno`, if a call of the system failed.
  package let systemCode: Int32?

  init(
    _ code: Code, _ path: String, _ cause: String, advice: String, systemCode: Int32? = nil
  ) {
    self.code = code
    self.path = path
    self.cause = cause
    self.advice = advice
    self.systemCode = systemCode
  }
}

extension PrivacyError: CustomStringConvertible {
  /// The path, what is wrong, and what to do about it.
  public var description: String { "\(path): \(cause). \(advice)" }
}

extension PrivacyError {
  /// The refusal of a system call that opens, reads or looks.
  static func system(_ fault: FileFault) -> PrivacyError {
    let (code, cause, advice): (Code, String, String) =
      switch fault.code {
      case ENOENT, ENOTDIR: (.missing, "it does not exist", "Check the path.")
      case EACCES, EPERM:
        (
          .notAllowed, "you are not allowed to use it",
          "Check the permissions of it and of the folders above it."
        )
      default:
        (.system, fault.reason, "Check the path and the permissions, or use another path.")
      }
    return PrivacyError(code, fault.path, cause, advice: advice, systemCode: fault.code)
  }

  /// The refusal of a system call that makes a file or folder.
  static func notMade(_ code: Int32, _ path: String) -> PrivacyError {
    PrivacyError(
      .notMade, path, "it cannot be made: \(FileFault(code, at: path).reason)",
      advice: "Make the folder above it writable, or use another path.", systemCode: code)
  }
}
