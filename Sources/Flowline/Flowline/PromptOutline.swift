/// How a step asks, as far as a script tells it: the kind, and the keys of its choices.
public final class PromptOutline: Sendable, Hashable {
  /// The kind's name, see ``PromptKind/name``.
  public let kind: String
  /// The keys of what can be chosen, in order; nothing for other kinds.
  public let choices: [String]?

  /// Makes an outline.
  public init(kind: String, choices: [String]? = nil) {
    self.kind = kind
    self.choices = choices
  }

  /// Whether kind and choices are the same.
  public static func == (left: PromptOutline, right: PromptOutline) -> Bool {
    left.kind == right.kind && left.choices == right.choices
  }

  /// Hashes kind and choices.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(choices)
  }

  static let text = PromptOutline(kind: "text")
  static let longText = PromptOutline(kind: "long-text")
  static let number = PromptOutline(kind: "number")
  static let decimal = PromptOutline(kind: "decimal")
  static let amount = PromptOutline(kind: "amount")
  static let confirm = PromptOutline(kind: "confirm")
  static let date = PromptOutline(kind: "date")
  static let secret = PromptOutline(kind: "secret")
  static let path = PromptOutline(kind: "path")
  static let review = PromptOutline(kind: "review")
}
