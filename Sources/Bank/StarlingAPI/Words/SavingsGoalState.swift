extension Starling {
  /// A stage of the life of a goal or a space.
  public struct SavingsGoalState: Word {
    /// The bank's word.
    public let rawValue: String

    /// Takes the bank's word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Being made.
    public static let creating: Self = "CREATING"
    /// In use: the only stage in which money moves.
    public static let active: Self = "ACTIVE"
    /// Being put away.
    public static let archiving: Self = "ARCHIVING"
    /// Put away.
    public static let archived: Self = "ARCHIVED"
    /// Being brought back.
    public static let restoring: Self = "RESTORING"
    /// Waiting for something.
    public static let pending: Self = "PENDING"
  }
}
