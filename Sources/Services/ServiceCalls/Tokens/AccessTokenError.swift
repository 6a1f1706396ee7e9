/// Why an access token cannot be used.
///
/// No part of the token is in it.
public struct AccessTokenError: Error, Sendable, Hashable {
  /// The file that it is read from.
  public let path: String?

  /// What is wrong, in English.
  public let cause: String

  /// What to do about it, in English: a sentence.
  public let advice: String

  init(path: String?, cause: String, advice: String) {
    self.path = path
    self.cause = cause
    self.advice = advice
  }
}

extension AccessTokenError: CustomStringConvertible {
  /// The file, what is wrong, and what to do about it.
  public var description: String { "\(path.map { "\($0): " } ?? "")\(cause). \(advice)" }
}
