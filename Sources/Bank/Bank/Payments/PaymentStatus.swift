/// How far a payment has come, in the words of Starling's public API v2.
///
/// Banks add statuses: one that is not in the list is kept as `unknown`, and reading it never fails.
public enum PaymentStatus: Sendable, Hashable {
  /// Announced, not yet made.
  case upcoming
  /// Announced, and cancelled before it was made. The bank sends it, though its documents do not list it.
  case upcomingCancelled
  /// Made, not yet final.
  case pending
  /// Taken back by the bank or the merchant before it settled.
  case reversed
  /// Final.
  case settled
  /// Refused; no money went.
  case declined
  /// Given back later; the money comes as a payment of its own.
  case refunded
  /// Failed for now; the bank will try again.
  case retrying
  /// A check that the account exists; no money went.
  case accountCheck
  /// A word that is not in the list, as the bank wrote it.
  case unknown(String)

  /// Every status with a name.
  public static let known: [PaymentStatus] = [
    .upcoming, .upcomingCancelled, .pending, .reversed, .settled, .declined, .refunded, .retrying,
    .accountCheck,
  ]
}

extension PaymentStatus: RawRepresentable, Codable {
  /// Takes the bank's word, known or not.
  public init(rawValue: String) {
    self = Self.known.first { $0.rawValue == rawValue } ?? .unknown(rawValue)
  }

  /// The bank's word, for example `ACCOUNT_CHECK`.
  public var rawValue: String {
    switch self {
    case .upcoming: "UPCOMING"
    case .upcomingCancelled: "UPCOMING_CANCELLED"
    case .pending: "PENDING"
    case .reversed: "REVERSED"
    case .settled: "SETTLED"
    case .declined: "DECLINED"
    case .refunded: "REFUNDED"
    case .retrying: "RETRYING"
    case .accountCheck: "ACCOUNT_CHECK"
    case .unknown(let word): word
    }
  }
}
