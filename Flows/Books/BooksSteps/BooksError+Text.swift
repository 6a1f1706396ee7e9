public import BooksClient
public import Flowline

extension BooksError {
  /// Whether the person can be told and can do something about it; the rest holds the session.
  var hasPage: Bool { code != .storage && code != .outcomeUnknown }

  /// What is wrong, as a sentence without its full stop.
  var headline: Text { sharedTexts("trouble", of: code) }

  /// What the person can do.
  var remedy: Text {
    causeCode.flatMap { sharedTexts["remedy.\(code.rawValue).\($0)"] }
      ?? sharedTexts("remedy", of: code)
  }

  /// The cause, behind the file that it is about: in the session's language if it is a known one, else in
  /// the finder's words.
  var causeText: Text? {
    guard let cause else { return path.map { Text(verbatim: $0) } }
    let known = causeCode.flatMap { sharedTexts["cause.\($0)"] } ?? Text(verbatim: cause)
    return path.map { sharedTexts("cause.of-file", $0, known) } ?? known
  }
}

/// What is said of an error that has no page: the session is held by it, or the flow fails.
extension BooksError: LocalizableError {
  public var text: Text {
    let trouble =
      causeText.map { sharedTexts("trouble.detailed", headline, $0) }
      ?? sharedTexts("trouble.plain", headline)
    return sharedTexts("trouble.remedied", trouble, remedy)
  }
}
