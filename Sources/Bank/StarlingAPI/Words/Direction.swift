extension Starling {
  /// Whether money comes in or goes out, as seen from the category of the feed item.
  public struct Direction: Word {
    /// The bank's word.
    public let rawValue: String

    /// Takes the bank's word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It comes in.
    public static let incoming: Self = "IN"
    /// It goes out.
    public static let outgoing: Self = "OUT"
  }
}
