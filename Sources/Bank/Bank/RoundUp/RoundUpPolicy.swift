/// Which means of payment count for a round-up.
public enum RoundUpPolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// Cards, transfers and direct debits: all that leaves the account.
  case allSpending

  /// Card payments alone, as most banks do it.
  case cardOnly
}
