public import Bank
public import Flowline

extension BankError {
  /// Whether the person can be told and can do something about it; the rest holds the session.
  var hasPage: Bool {
    switch code {
    case .inUse, .storage, .notABank, .invalidRecord, .outcomeUnknown: false
    default: true
    }
  }

  /// Whether a log-in is what helps.
  var wantsLogIn: Bool { code == .notLoggedIn || code == .token }

  /// The code that decides what to do about it: a token that cannot be read is one that is missing.
  var remedyCode: Code { wantsLogIn ? .notLoggedIn : code }

  /// Whether the bank was not asked, as nobody has logged in.
  private var isWithoutToken: Bool { code == .notLoggedIn && causeCode == "no-token" }

  /// What is wrong, as a sentence without its full stop.
  var headline: Text {
    isWithoutToken ? sharedTexts("trouble.no-token") : sharedTexts("trouble", of: code)
  }

  /// What the person can do.
  var remedy: Text { causeRemedy ?? sharedTexts("remedy", of: remedyCode) }

  /// The cause: in the session's language if it is a known one, else in the finder's words.
  var causeText: Text? {
    guard let cause else { return nil }
    guard let causeCode, let known = sharedTexts["cause.\(causeCode)"] else {
      return Text(verbatim: cause)
    }
    return causeValues?.first.map { sharedTexts("cause.\(causeCode)", $0) } ?? known
  }

  /// What mends a token file: its reader knows which command does.
  var adviceText: Text? {
    guard let advice else { return nil }
    return adviceCode.flatMap { sharedTexts["advice.\($0)"] } ?? Text(verbatim: advice)
  }

  /// The cause, if the headline does not say it.
  private var detail: Text? { isWithoutToken ? nil : causeText }

  /// The particulars: the permission that is missing, the file, the cause, and what mends a token file.
  @PageBuilder var particulars: [Section] {
    if let scope { Row(sharedTexts("trouble.row.scope"), scope) }
    if let path { Row(sharedTexts("trouble.row.file"), path) }
    if let detail, cause != scope { Row(sharedTexts("trouble.row.cause"), detail) }
    if code == .token { adviceText }
  }
}

/// What is said of an error that has no page: the session is held by it, or the flow fails.
extension BankError: LocalizableError {
  public var text: Text {
    let details =
      switch (path, detail) {
      case (let path?, let cause?): sharedTexts("trouble.of-file", path, cause)
      case (let path, let cause): cause ?? path.map { Text(verbatim: $0) }
      }
    let trouble =
      details.map { sharedTexts("trouble.detailed", headline, $0) }
      ?? sharedTexts("trouble.plain", headline)
    let remedy = fileAdvice ?? causeRemedy ?? sharedTexts["remedy.\(code.rawValue)"]
    guard let remedy else { return trouble }
    return sharedTexts("trouble.remedied", trouble, remedy)
  }

  /// What helps if this is the cause; nil if it takes nothing else than the error itself.
  private var causeRemedy: Text? {
    causeCode.flatMap { sharedTexts["remedy.\(code.rawValue).\($0)"] }
  }

  /// What mends this very file; nil if its reader cannot say, or only in words of its own.
  private var fileAdvice: Text? {
    code == .storage ? adviceCode.flatMap { sharedTexts["advice.\($0)"] } : nil
  }
}
