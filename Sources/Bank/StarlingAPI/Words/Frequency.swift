extension Starling {
  /// How often a recurring transfer is made.
  public struct Frequency: Word {
    /// The bank's word.
    public let rawValue: String

    /// Takes the bank's word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// By the day.
    public static let daily: Self = "DAILY"
    /// By the week.
    public static let weekly: Self = "WEEKLY"
    /// By the month.
    public static let monthly: Self = "MONTHLY"
    /// By the year.
    public static let yearly: Self = "YEARLY"
  }
}
