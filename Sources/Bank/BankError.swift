/// Why a bank gave no answer.
///
/// What a bank may be expected to refuse is no error: see `TransferRefusal` and `GoalRefusal`.
public struct BankError: Error, Sendable, Hashable, Codable {
  /// What went wrong, as a word that never changes its meaning; the list may grow.
  public struct Code: RawRepresentable, Sendable, Hashable, Codable {
    /// The word.
    public let rawValue: String

    /// Takes a word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The bank cannot be reached or cannot serve now; trying again may help.
    public static let unavailable = Code(rawValue: "unavailable")
    /// The customer has no such account.
    public static let unknownAccount = Code(rawValue: "unknown-account")
    /// The bank's file cannot be read or written.
    public static let storage = Code(rawValue: "storage")
    /// The file is something else than a bank's.
    public static let notABank = Code(rawValue: "not-a-bank")
    /// What was to be recorded contradicts the bank's rules.
    public static let invalidRecord = Code(rawValue: "invalid-record")
  }

  /// What went wrong.
  public let code: Code

  /// The account it is about.
  public let account: Account.ID?

  /// The file it is about.
  public let path: String?

  /// The cause, in the words of whoever found it.
  public let cause: String?

  /// What to do next, in English.
  public let advice: String?

  private init(
    _ code: Code, account: Account.ID? = nil, path: String? = nil, cause: String? = nil,
    advice: String? = nil
  ) {
    self.code = code
    self.account = account
    self.path = path
    self.cause = cause
    self.advice = advice
  }

  /// The bank cannot serve now.
  public static func unavailable(cause: String) -> BankError {
    BankError(.unavailable, cause: cause, advice: "Try again in a moment.")
  }

  /// The customer has no such account.
  public static func unknownAccount(_ account: Account.ID) -> BankError {
    BankError(.unknownAccount, account: account, advice: "Ask for the list of accounts again.")
  }

  /// The bank's file cannot be read or written.
  public static func storage(
    path: String, cause: String,
    advice: String = "See that the file and its folder can be written and the disk has room."
  ) -> BankError {
    BankError(.storage, path: path, cause: cause, advice: advice)
  }

  /// The file is something else than a bank's.
  public static func notABank(path: String, cause: String) -> BankError {
    BankError(
      .notABank, path: path, cause: cause,
      advice: "The file was left as it is. Name another one, or move it away.")
  }

  /// What was to be recorded contradicts the bank's rules.
  public static func invalidRecord(cause: String) -> BankError {
    BankError(.invalidRecord, cause: cause)
  }
}

extension BankError: CustomStringConvertible {
  /// What went wrong, where, and what to do next, in English.
  public var description: String {
    let place = [account?.text, path].compactMap { $0 }.map { " \($0)" }.joined()
    let words = ["\(headline)\(place)\(cause.map { ": \($0)" } ?? "").", advice]
    return words.compactMap { $0 }.joined(separator: " ")
  }

  private var headline: String {
    switch code {
    case .unavailable: "the bank is unavailable"
    case .unknownAccount: "there is no account"
    case .storage: "the bank cannot use its file"
    case .notABank: "this is not a bank's file:"
    case .invalidRecord: "the bank cannot record this"
    default: code.rawValue
    }
  }
}
