public import Bank
public import Flowline

extension BankError {
  /// Whether the person can be told and can do something about it; the rest holds the session.
  var hasPage: Bool {
    switch code {
    case .storage, .notABank, .invalidRecord, .outcomeUnknown: false
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

  /// The particulars: the permission that is missing, the file, the cause in the finder's words, and
  /// what mends a token file.
  var particulars: [Row] {
    var rows: [Row] = []
    if let scope { rows.append(Row(texts("trouble.row.scope"), scope)) }
    if let path { rows.append(Row(texts("trouble.row.file"), path)) }
    if let cause, cause != scope { rows.append(Row(texts("trouble.row.cause"), cause)) }
    // The reader of the token file knows which command mends it.
    if code == .token, let advice { rows.append(Row(Text(verbatim: advice))) }
    return rows
  }
}

/// What is said of an error that has no page: the session is held by it, or the flow fails.
extension BankError: LocalizableError {
  public var text: Text {
    let details = [path, cause].compactMap { $0 }.joined(separator: ": ")
    return details.isEmpty
      ? texts("trouble.plain", headline) : texts("trouble.detailed", headline, details)
  }
}
