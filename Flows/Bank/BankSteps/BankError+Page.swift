public import Bank
public import Flowline

extension BankError {
  /// Whether the person can be told and can do something about it; the rest fails the flow.
  var hasPage: Bool {
    switch code {
    case .storage, .notABank, .invalidRecord, .outcomeUnknown: false
    default: true
    }
  }

  /// Whether a log-in is what helps.
  var wantsLogIn: Bool { code == .notLoggedIn || code == .token }

  /// What is wrong, as a sentence without its full stop.
  public var headline: Text {
    switch code {
    case .unavailable: texts("trouble.unavailable")
    case .unknownAccount: texts("trouble.unknown-account")
    case .notLoggedIn: texts("trouble.not-logged-in")
    case .insufficientScope: texts("trouble.insufficient-scope")
    case .token: texts("trouble.token")
    case .tooManyRequests: texts("trouble.too-many-requests")
    case .unreadableAnswer: texts("trouble.unreadable-answer")
    case .refused: texts("trouble.refused")
    case .earlierOrder: texts("trouble.earlier-order")
    case .outcomeUnknown: texts("trouble.outcome-unknown")
    case .storage: texts("trouble.storage")
    case .notABank: texts("trouble.not-a-bank")
    case .invalidRecord: texts("trouble.invalid-record")
    default: texts("trouble.other", code.rawValue)
    }
  }

  /// What the person can do.
  var remedy: Text {
    switch code {
    case .unavailable: texts("remedy.unavailable")
    case .unknownAccount: texts("remedy.unknown-account")
    case .notLoggedIn, .token: texts("remedy.not-logged-in")
    case .insufficientScope: texts("remedy.insufficient-scope")
    case .tooManyRequests: texts("remedy.too-many-requests")
    case .unreadableAnswer: texts("remedy.unreadable-answer")
    case .earlierOrder: texts("remedy.earlier-order")
    default: texts("remedy.other")
    }
  }

  /// The particulars: the permission that is missing, the file, the cause in the finder's words, and
  /// what mends a file.
  var particulars: [Row] {
    var rows: [Row] = []
    if let scope { rows.append(Row(texts("trouble.row.scope"), scope)) }
    if let path { rows.append(Row(texts("trouble.row.file"), path)) }
    if let cause, cause != scope {
      rows.append(Row(texts("trouble.row.cause"), cause))
    }
    // Which command mends a file is known to whoever has looked at it.
    if code == .token, let advice { rows.append(Row(Text(verbatim: advice))) }
    return rows
  }
}

/// What is said of an error that has no page: the flow is held by it, or fails.
extension BankError: LocalizableError {
  /// The headline of the error, with the file and the cause if they are known.
  public var text: Text {
    let details = [path, cause].compactMap { $0 }.joined(separator: ": ")
    return details.isEmpty
      ? texts("trouble.plain", headline)
      : texts("trouble.detailed", headline, details)
  }
}
