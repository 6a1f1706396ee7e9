extension Starling {
  /// A day of the week.
  public struct Weekday: Word {
    /// The bank's word.
    public let rawValue: String

    /// Takes the bank's word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Monday.
    public static let monday: Self = "MONDAY"
    /// Tuesday.
    public static let tuesday: Self = "TUESDAY"
    /// Wednesday.
    public static let wednesday: Self = "WEDNESDAY"
    /// Thursday.
    public static let thursday: Self = "THURSDAY"
    /// Friday.
    public static let friday: Self = "FRIDAY"
    /// Saturday.
    public static let saturday: Self = "SATURDAY"
    /// Sunday.
    public static let sunday: Self = "SUNDAY"
  }
}
