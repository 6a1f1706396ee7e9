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

  /// What is wrong, as a sentence without its full stop.
  public var headline: Text {
    texts["trouble.\(code.rawValue)"] ?? texts("trouble.other", code.rawValue)
  }

  /// What the person can do.
  var remedy: Text {
    texts["remedy.\(remedyCode.rawValue)"] ?? texts("remedy.other")
  }

  /// The cause: in the session's language if it is a known one, else in the finder's words.
  var causeText: Text? {
    guard let cause else { return nil }
    guard let causeCode else { return Text(verbatim: cause) }
    guard let value = causeValues?.first else {
      return texts["cause.\(causeCode)"] ?? Text(verbatim: cause)
    }
    return texts["cause.\(causeCode)"] == nil
      ? Text(verbatim: cause) : texts("cause.\(causeCode)", value)
  }

  /// What mends a token file: its reader knows which command does.
  var adviceText: Text? {
    guard let advice else { return nil }
    return adviceCode.flatMap { texts["advice.\($0)"] } ?? Text(verbatim: advice)
  }

  /// The particulars: the permission that is missing, the file, the cause, and what mends a token file.
  var particulars: [Row] {
    var rows: [Row] = []
    if let scope { rows.append(Row(texts("trouble.row.scope"), scope)) }
    if let path { rows.append(Row(texts("trouble.row.file"), path)) }
    if let causeText, cause != scope { rows.append(Row(texts("trouble.row.cause"), causeText)) }
    if code == .token, let adviceText { rows.append(Row(adviceText)) }
    return rows
  }
}

/// What is said of an error that has no page: the session is held by it, or the flow fails.
extension BankError: LocalizableError {
  public var text: Text {
    let trouble =
      switch (path, causeText) {
      case (nil, nil): texts("trouble.plain", headline)
      case (let path?, nil): texts("trouble.detailed", headline, path)
      case (nil, let cause?): texts("trouble.detailed", headline, cause)
      case (let path?, let cause?):
        texts("trouble.detailed", headline, texts("trouble.of-file", path, cause))
      }
    guard let remedy = texts["remedy.\(code.rawValue)"] else { return trouble }
    return texts("trouble.remedied", trouble, remedy)
  }
}
