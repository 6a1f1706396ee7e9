import ServiceBasics

/// Errors whose causes are words of somebody else's, or are not to be translated.
extension BankError {
  /// The bank cannot serve now.
  public static func unavailable(cause: String) -> BankError {
    unavailable(cause: CodedText(words: cause))
  }

  /// The bank's file cannot be read or written.
  public static func storage(path: String, cause: String) -> BankError {
    storage(path: path, cause: CodedText(words: cause))
  }

  /// The bank's file cannot be read or written.
  public static func storage(path: String, cause: String, advice: String) -> BankError {
    storage(path: path, cause: CodedText(words: cause), advice: CodedText(words: advice))
  }

  /// The file is something else than a bank's.
  public static func notABank(path: String, cause: String) -> BankError {
    notABank(path: path, cause: CodedText(words: cause))
  }

  /// What was to be recorded contradicts the bank's rules.
  public static func invalidRecord(cause: String) -> BankError {
    invalidRecord(cause: CodedText(words: cause))
  }

  /// The bank rejects the access token, or there is none.
  public static func notLoggedIn(cause: String) -> BankError {
    notLoggedIn(cause: CodedText(words: cause))
  }

  /// An access token cannot be read, or its text can be none.
  ///
  /// The cause must not have it in it.
  public static func token(path: String?, cause: String, advice: String) -> BankError {
    token(path: path, cause: CodedText(words: cause), advice: CodedText(words: advice))
  }

  /// The bank asks to be left alone for a while.
  public static func tooManyRequests(cause: String) -> BankError {
    tooManyRequests(cause: CodedText(words: cause))
  }

  /// What came is not what the bank's API promises.
  public static func unreadableAnswer(cause: String) -> BankError {
    unreadableAnswer(cause: CodedText(words: cause))
  }

  /// The bank refused for a reason that is not known here.
  public static func refused(cause: String) -> BankError {
    refused(cause: CodedText(words: cause))
  }

  /// An order was sent and never answered.
  public static func outcomeUnknown(cause: String) -> BankError {
    outcomeUnknown(cause: CodedText(words: cause))
  }
}
