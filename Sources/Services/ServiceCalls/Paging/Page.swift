/// One page of a list.
public struct Page<Answer: Sendable>: Sendable {
  /// What is on it.
  public let answer: Answer

  /// Its number, from 1.
  public let number: Int

  /// How many elements all pages have together, by the header `X-Total-Count`; nil if the service does
  /// not say.
  public let total: Int?
}

/// Why a list does not go on.
public enum PageFailure<Refusal: ServiceRefusal>: Error, Sendable, Hashable {
  /// A page could not be read.
  case call(CallFailure<Refusal>)
  /// The next page is at another service, which must not see the token.
  case elsewhere(String)
  /// The next page is one that was read before, so that there would be no end.
  case circle(String)
  /// There are more pages than were to be read.
  case tooMany(limit: Int)
}
