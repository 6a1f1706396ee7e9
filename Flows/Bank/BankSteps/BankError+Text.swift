public import Bank
public import Flowline
public import ServiceSteps

/// What is said of an error of a bank: on a page, or where the session is held by it.
extension BankError: ServiceError {
  /// The texts about it.
  public static var texts: TextCatalog { sharedTexts }

  /// Whether the person can be told and can do something about it; the rest holds the session.
  public var hasPage: Bool {
    switch code {
    case .inUse, .storage, .notABank, .invalidRecord, .outcomeUnknown: false
    default: true
    }
  }

  /// Whether an order may have been carried out.
  public var isOutcomeUnknown: Bool { code == .outcomeUnknown }

  /// What the person can do.
  public var remedy: Text { knownRemedy ?? sharedTexts("remedy", of: remedyCode) }

  /// The particulars: the permission that is missing, the file, the cause, and what mends a token file.
  @PageBuilder public var particulars: [Section] {
    if let scope { Row(sharedTexts("trouble.row.scope"), scope) }
    if let path { Row(sharedTexts("trouble.row.file"), path) }
    if let detail, cause != scope { Row(sharedTexts("trouble.row.cause"), detail) }
    if code == .token { adviceText }
  }

  /// What is said of an error that has no page: with the file, and with what mends that very file.
  public var text: Text {
    let details =
      switch (path, detail) {
      case (let path?, let cause?): sharedTexts("trouble.of-file", path, cause)
      case (let path, let cause): cause ?? path.map { Text(verbatim: $0) }
      }
    return sentences(about: details, remedy: fileAdvice ?? knownRemedy)
  }
}

extension BankError {
  /// Whether a log-in is what helps.
  var wantsLogIn: Bool { code == .notLoggedIn || code == .token }

  /// The code that decides what to do about it: a token that cannot be read is one that is missing.
  var remedyCode: Code { wantsLogIn ? .notLoggedIn : code }

  /// What mends a token file: its reader knows which command does.
  var adviceText: Text? {
    guard let advice else { return nil }
    return adviceCode.flatMap { sharedTexts["advice.\($0)"] } ?? Text(verbatim: advice)
  }

  /// The cause, if the headline does not say it.
  ///
  /// What contradicts the bank's records is said in English, for logs, unless it has a code.
  private var detail: Text? {
    code == .invalidRecord && causeCode == nil ? nil : causeText
  }

  /// What mends this very file; nil if its reader cannot say, or only in words of its own.
  private var fileAdvice: Text? {
    guard code == .storage || code == .token else { return nil }
    return adviceCode.flatMap { sharedTexts["advice.\($0)"] }
  }
}
