public import BooksClient
public import Flowline
public import ServiceSteps

/// What is said of an error of the books: on a page, or where the session is held by it.
extension BooksError: ServiceError {
  /// The texts about it.
  public static var texts: TextCatalog { sharedTexts }

  /// Whether the person can be told and can do something about it; the rest holds the session.
  public var hasPage: Bool { code != .storage && code != .outcomeUnknown }

  /// Whether an order may have been carried out.
  public var isOutcomeUnknown: Bool { code == .outcomeUnknown }

  /// The cause, behind the file that it is about.
  public var causeText: Text? {
    guard let path else { return headlineOfCause == nil ? knownCause : nil }
    return knownCause.map { sharedTexts("cause.of-file", path, $0) } ?? Text(verbatim: path)
  }
}
