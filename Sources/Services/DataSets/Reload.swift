/// How a data set is read again.
public enum Reload: Sendable, Hashable, CaseIterable {
  /// Discards what is shown and asks the service; fails if that fails.
  case hard

  /// Asks the service silently: what is shown stays until there is something newer.
  case soft
}
