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

  init(_ code: Code, _ path: String, _ cause: String, advice: String) {
    self.code = code
    self.path = path
    self.cause = cause
    self.advice = advice
  }
}

extension PrivacyError: CustomStringConvertible {
  /// The path, what is wrong, and what to do about it.
  public var description: String { "\(path): \(cause). \(advice)" }
}
