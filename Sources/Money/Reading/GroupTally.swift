/// The lengths of groups of digits, checked as they come.
struct GroupTally {
  private var first = 0
  private var current = 0
  private var separators = 0
  private var beginsWithZero = false

  /// Whether the groups between the first and the last all have the primary length, and whether
  /// they all have the secondary one.
  private var innerArePrimary = true
  private var innerAreSecondary = true

  let primary: Int
  let secondary: Int

  init(primary: Int, secondary: Int) {
    self.primary = primary
    self.secondary = secondary
  }

  /// Whether a separator has come.
  var isGrouped: Bool { separators > 0 }

  /// How many digits the number has, where it is not grouped.
  var ungroupedCount: Int { isGrouped ? 0 : current }

  /// Whether the first digit is zero.
  var hasLeadingZero: Bool { beginsWithZero }

  /// A digit has come.
  mutating func digit(_ value: UInt8) {
    if separators == 0, current == 0 { beginsWithZero = value == 0 }
    current += 1
  }

  /// A separator has come.
  mutating func separator() {
    if separators == 0 {
      first = current
    } else {
      innerArePrimary = innerArePrimary && current == primary
      innerAreSecondary = innerAreSecondary && current == secondary
    }
    separators += 1
    current = 0
  }

  /// Whether the groups are those of the locale, now that the whole part has ended.
  ///
  /// If the locale groups by two, groups of three throughout are as clear and accepted too. A
  /// grouped number begins with no zero: `0,123` is more likely meant as a fraction.
  ///
  /// - Parameter isForeign: whether the separator is not the locale's, so that groups have three digits
  ///   throughout.
  func isRegular(isForeign: Bool) -> Bool {
    guard isGrouped else { return true }
    guard current == primary, first > 0, !beginsWithZero else { return false }
    return innerArePrimary && first <= primary
      || !isForeign && innerAreSecondary && first <= secondary
  }
}
