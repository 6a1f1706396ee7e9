extension FreeAgent {
  /// What a user may do: each level may do what those below it may.
  ///
  /// Source: the pages “Introduction” and “Users”. A number above 8 is kept.
  public struct PermissionLevel: MemberValue, RawRepresentable, Comparable {
    /// The level's number, 0 to 8.
    public let rawValue: Int

    /// Takes a number, known or not.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// No access.
    public static let none = PermissionLevel(rawValue: 0)
    /// Time: one’s own timeslips.
    public static let time = PermissionLevel(rawValue: 1)
    /// My Money: one’s own expenses.
    public static let money = PermissionLevel(rawValue: 2)
    /// Contacts & Projects.
    public static let contacts = PermissionLevel(rawValue: 3)
    /// Invoices, Estimates & Files.
    public static let invoices = PermissionLevel(rawValue: 4)
    /// Bills.
    public static let bills = PermissionLevel(rawValue: 5)
    /// Banking.
    public static let banking = PermissionLevel(rawValue: 6)
    /// Tax, Accounting & Users.
    public static let accounting = PermissionLevel(rawValue: 7)
    /// Full.
    public static let full = PermissionLevel(rawValue: 8)

    /// Reads a number, also as a text.
    public init?(member: JSON) {
      guard let number = Int(member: member) else { return nil }
      self.init(rawValue: number)
    }

    /// A number.
    public var member: JSON { rawValue.member }

    /// Whether one may do less than another.
    public static func < (left: PermissionLevel, right: PermissionLevel) -> Bool {
      left.rawValue < right.rawValue
    }
  }
}
