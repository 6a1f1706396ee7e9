/// Why a database file cannot be used.
public struct DatabaseFileError: Error, Sendable, Hashable {
  /// What is wrong, as a word that never changes its meaning; the list may grow.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The word.
    public let rawValue: String

    /// Takes a word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It is something else: no database, or one of another application.
    ///
    /// It was left as it is.
    public static let foreign = Code(rawValue: "foreign")
    /// A newer version of the program made it.
    ///
    /// It was left as it is.
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

  /// The code by which a front end finds the cause in other languages; nil for the words of others, such
  /// as the operating system's.
  public let causeCode: String?

  /// What to do about it, in English: a sentence.
  public let advice: String

  /// The code by which a front end finds the advice in other languages; nil if it has none.
  public let adviceCode: String?

  /// Makes an error.
  public init(_ code: Code, _ path: String, cause: CodedText, advice: CodedText) {
    self.code = code
    self.path = path
    self.cause = cause.words
    causeCode = cause.code
    self.advice = advice.words
    adviceCode = advice.code
  }
}

extension DatabaseFileError {
  /// What is wrong, with the code by which a front end finds it in other languages.
  public var reason: CodedText { CodedText(words: cause, code: causeCode) }
}

extension DatabaseFileError: CustomStringConvertible {
  /// The path, what is wrong, and what to do about it.
  public var description: String { "\(path): \(cause). \(advice)" }
}
