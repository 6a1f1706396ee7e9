/// How a step asks, as far as a script records it: the kind, and the keys of its choices.
public struct PromptOutline: Sendable, Hashable {
  private let form: Form

  // Every question and every answer in the journal has one: the kinds without choices cost neither an
  // object nor the counting of its references.
  private enum Form: Hashable, Sendable {
    case plain(Plain)
    indirect case other(kind: String, choices: [String]?)
  }

  private enum Plain: String, Sendable {
    case text
    case longText = "long-text"
    case number
    case decimal
    case amount
    case confirm
    case date
    case secret
    case path
    case file
    case review
  }

  private init(_ plain: Plain) { form = .plain(plain) }

  /// Makes an outline.
  public init(kind: String, choices: [String]? = nil) {
    if choices == nil, let plain = Plain(rawValue: kind) {
      form = .plain(plain)
    } else {
      form = .other(kind: kind, choices: choices)
    }
  }

  /// The kind's name, see ``PromptKind/name``.
  public var kind: String {
    switch form {
    case .plain(let plain): plain.rawValue
    case .other(let kind, _): kind
    }
  }

  /// The keys of what can be chosen, in order; nil for other kinds.
  public var choices: [String]? {
    switch form {
    case .plain: nil
    case .other(_, let choices): choices
    }
  }

  /// Whether a file is asked for.
  var isFile: Bool { form == .plain(.file) }

  static let text = Self(.text)
  static let longText = Self(.longText)
  static let number = Self(.number)
  static let decimal = Self(.decimal)
  static let amount = Self(.amount)
  static let confirm = Self(.confirm)
  static let date = Self(.date)
  static let secret = Self(.secret)
  static let path = Self(.path)
  static let file = Self(.file)
  static let review = Self(.review)
}
