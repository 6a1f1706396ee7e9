/// How a data set is read again.
public enum Reload: Sendable, Hashable, CaseIterable {
  /// Forgets what is shown and asks the bank; fails if that fails.
  case hard

  /// Asks the bank silently: what is shown stays until there is something newer.
  case soft
}
