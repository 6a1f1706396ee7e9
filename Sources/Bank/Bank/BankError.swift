public import ServiceBasics

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
    /// Another program uses the bank's file; trying again may help.
    ///
    /// Nothing was read or written by this request.
    public static let inUse = Code(rawValue: "in-use")
    /// Another order of the account is being carried out; trying again may help.
    public static let orderUnderWay = Code(rawValue: "order-under-way")
    /// The bank's file cannot be read or written.
    public static let storage = Code(rawValue: "storage")
    /// The file is something else than a bank's.
    public static let notABank = Code(rawValue: "not-a-bank")
    /// What was to be recorded contradicts the bank's rules.
    public static let invalidRecord = Code(rawValue: "invalid-record")
    /// The bank rejects the access token, or there is none: log in.
    public static let notLoggedIn = Code(rawValue: "not-logged-in")
    /// The access token does not allow this; ``BankError/scope`` names what is missing.
    public static let insufficientScope = Code(rawValue: "insufficient-scope")
    /// An access token cannot be read, or its text can be none.
    public static let token = Code(rawValue: "token")
    /// The bank asks to be left alone for a while, and the patience there was is over.
    public static let tooManyRequests = Code(rawValue: "too-many-requests")
    /// What came is not what the bank's API promises.
    public static let unreadableAnswer = Code(rawValue: "unreadable-answer")
    /// The bank refused for a reason that is not known here.
    public static let refused = Code(rawValue: "refused")
    /// An order was sent and never answered: whether it was carried out is not known yet.
    public static let outcomeUnknown = Code(rawValue: "outcome-unknown")
    /// An earlier order was never answered, and has to be settled before this one;
    /// ``BankError/order`` is its key.
    ///
    /// This one was not carried out.
    public static let earlierOrder = Code(rawValue: "earlier-order")
    /// An order that the customer gave another service was never answered, and could not be looked into after a
    /// log-out.
    ///
    /// Nothing was sent to the bank.
    public static let orderElsewhere = Code(rawValue: "order-elsewhere")
  }

  /// What went wrong.
  public let code: Code

  /// The account it is about.
  public let account: Account.ID?

  /// The file it is about.
  public let path: String?

  /// The cause in English, or as the system or the bank words it; nil if none was named.
  public let cause: String?

  /// The code by which a front end finds the cause in other languages; nil for others' words.
  public let causeCode: String?

  /// What fills the gaps of the cause in other languages; nil if there are none.
  public let causeValues: [String]?

  /// What to do next, in English.
  public let advice: String?

  /// The code by which a front end finds the advice in other languages; nil if it has none.
  public let adviceCode: String?

  /// What the access token would have to allow, in the bank's words, such as `savings-goal:create`.
  public let scope: String?

  /// The key of the order that has to be settled first.
  public let order: String?

  private init(
    _ code: Code, account: Account.ID? = nil, path: String? = nil, cause: CodedText? = nil,
    advice: CodedText? = nil, scope: String? = nil, order: String? = nil
  ) {
    self.code = code
    self.account = account
    self.path = path
    self.cause = cause?.words
    causeCode = cause?.code
    causeValues = cause.flatMap { $0.values.isEmpty ? nil : $0.values }
    self.advice = advice?.words
    adviceCode = advice?.code
    self.scope = scope
    self.order = order
  }

  /// The cause, with the code by which a front end finds it in other languages; nil if none was named.
  public var reason: CodedText? {
    cause.map { CodedText(words: $0, code: causeCode, values: causeValues ?? []) }
  }

  /// The bank cannot serve now.
  public static func unavailable(cause: CodedText) -> BankError {
    BankError(.unavailable, cause: cause, advice: "Try again in a moment.")
  }

  /// The flows at a bank were made to be looked at: no bank was connected.
  package static var notConnected: BankError {
    .unavailable(cause: CodedText("not-connected", "the bank was not connected"))
  }

  /// The bank has no log-in, or no orders that can stay open.
  package static var notOffered: BankError {
    .unavailable(cause: CodedText("not-offered", "this bank does not offer that"))
  }

  /// Another program uses the bank's file.
  public static func inUse(path: String) -> BankError {
    BankError(.inUse, path: path, advice: "Try again when the other program is done.")
  }

  /// Another order of the account is being carried out.
  public static func orderUnderWay() -> BankError {
    BankError(.orderUnderWay, advice: "Try again when it is done.")
  }

  /// The customer has no such account.
  public static func unknownAccount(_ account: Account.ID) -> BankError {
    BankError(.unknownAccount, account: account, advice: "List the accounts again.")
  }

  /// The bank's file cannot be read or written.
  public static func storage(
    path: String, cause: CodedText,
    advice: CodedText =
      "Check that the file and its folder can be written to and that the disk has room."
  ) -> BankError {
    BankError(.storage, path: path, cause: cause, advice: advice)
  }

  /// The file is something else than a bank's.
  public static func notABank(path: String, cause: CodedText) -> BankError {
    BankError(
      .notABank, path: path, cause: cause,
      advice: "The file was left as it is. Name another one, or move it away.")
  }

  /// What was to be recorded contradicts the bank's rules.
  public static func invalidRecord(cause: CodedText) -> BankError {
    BankError(.invalidRecord, cause: cause)
  }

  /// The bank rejects the access token, or there is none.
  public static func notLoggedIn(cause: CodedText) -> BankError {
    BankError(.notLoggedIn, cause: cause, advice: "Log in with an access token that is valid.")
  }

  /// The access token does not allow this.
  public static func insufficientScope(_ scope: String?) -> BankError {
    BankError(
      .insufficientScope, cause: scope.map { CodedText(words: $0) },
      advice: "Make an access token that allows this, and log in with it.", scope: scope)
  }

  /// An access token cannot be read, or its text can be none.
  ///
  /// The cause must not have it in it.
  public static func token(path: String?, cause: CodedText, advice: CodedText) -> BankError {
    BankError(.token, path: path, cause: cause, advice: advice)
  }

  /// The bank asks to be left alone for a while.
  public static func tooManyRequests(cause: CodedText) -> BankError {
    BankError(.tooManyRequests, cause: cause, advice: "Try again later.")
  }

  /// What came is not what the bank's API promises.
  public static func unreadableAnswer(cause: CodedText) -> BankError {
    BankError(
      .unreadableAnswer, cause: cause,
      advice: "Check the bank’s address, and that no proxy or Wi-Fi sign-in page is in the way.")
  }

  /// The bank refused for a reason that is not known here.
  public static func refused(cause: CodedText) -> BankError {
    BankError(.refused, cause: cause)
  }

  /// An order was sent and never answered.
  ///
  /// - Parameters:
  ///   - path: the bank's file, if that is what did not answer; nil otherwise.
  ///   - cause: why there was no answer.
  public static func outcomeUnknown(path: String? = nil, cause: CodedText) -> BankError {
    BankError(
      .outcomeUnknown, path: path, cause: cause,
      advice: "The same order finds out, and nothing is sent twice.")
  }
}

extension BankError {
  /// An earlier order of the account was never answered.
  ///
  /// - Parameters:
  ///   - order: the earlier order's key.
  ///   - account: the account of both orders.
  /// - Returns: the error, with advice.
  public static func earlierOrder(_ order: String, of account: Account.ID) -> BankError {
    BankError(
      .earlierOrder, account: account,
      advice: "Settle it or give it up first. Nothing was sent.", order: order)
  }

  /// An order that the customer gave another service was never answered.
  ///
  /// - Returns: the error, with advice.
  public static func orderElsewhere() -> BankError {
    BankError(.orderElsewhere, advice: "Find out there what became of it first. Nothing was sent.")
  }
}

extension BankError {
  /// The same error for people who do not look after the bank's file: without its path and the system's
  /// words about it.
  public var withoutFile: BankError {
    path == nil ? self : BankError(code, account: account, scope: scope, order: order)
  }
}

extension BankError: CustomStringConvertible {
  /// What went wrong, at which file or address, and what to do next, in English.
  public var description: String {
    let place = [account?.text, path].compactMap { $0 }.map { " \($0)" }.joined()
    let words = ["\(headline)\(place)\(cause.map { ": \($0)" } ?? "").", advice]
    return words.compactMap { $0 }.joined(separator: " ")
  }

  private var headline: String {
    switch code {
    case .unavailable: "the bank is unavailable"
    case .unknownAccount: "the bank cannot find the account"
    case .inUse: "another program uses the bank’s file"
    case .orderUnderWay: "another order of the account is under way"
    case .storage: "the bank cannot use its file"
    case .notABank: "this is not a bank’s file:"
    case .invalidRecord: "the bank cannot accept this"
    case .notLoggedIn: "the bank did not accept the access token"
    case .insufficientScope: "the access token does not allow this"
    case .token: "there is no usable access token:"
    case .tooManyRequests: "the bank has had too many requests"
    case .unreadableAnswer: "the bank’s reply could not be read"
    case .refused: "the bank refused"
    case .outcomeUnknown: "the bank has not replied; it is not known yet whether this was done"
    case .earlierOrder: "the bank has not replied to an earlier order for the account"
    case .orderElsewhere: "another service has not replied to an order"
    default: code.rawValue
    }
  }
}
