extension Starling {
  /// How far a feed item has come.
  public struct FeedItemStatus: Word {
    /// The bank's word.
    public let rawValue: String

    /// Takes the bank's word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Announced, not yet made.
    public static let upcoming: Self = "UPCOMING"
    /// Made, not yet final.
    public static let pending: Self = "PENDING"
    /// Taken back before it settled.
    public static let reversed: Self = "REVERSED"
    /// Final.
    public static let settled: Self = "SETTLED"
    /// Refused; no money went.
    public static let declined: Self = "DECLINED"
    /// Given back later; the money comes as an item of its own.
    public static let refunded: Self = "REFUNDED"
    /// Failed for now; the bank will try again.
    public static let retrying: Self = "RETRYING"
    /// A check that the account exists; no money went.
    public static let accountCheck: Self = "ACCOUNT_CHECK"
  }
}
