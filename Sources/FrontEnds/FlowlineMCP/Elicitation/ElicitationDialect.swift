/// How a revision of the protocol writes choices.
public enum ElicitationDialect: Sendable, Hashable, CaseIterable {
  /// Up to 2025-06-18: `enum` beside `enumNames`, and no lists.
  case enumNames
  /// From 2025-11-25 on: `oneOf` of `const` and `title`, and lists of those.
  case titled

  /// The dialect of a revision, such as `2025-11-25`.
  public init(revision: String) {
    self = revision < "2025-11-25" ? .enumNames : .titled
  }
}
