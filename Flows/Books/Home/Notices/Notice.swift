public import Days

/// Something that the program tells the people who use the books, on their overview, for a while.
public struct Notice: Sendable, Hashable {
  /// What it is about.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// Something to know.
    case information
    /// The time in which the service can be tried.
    case trial
    /// Something to do, or that does not work.
    case warning
  }

  /// Its name, by which it stays hidden: small letters, digits and hyphens, 40 at the most.
  public let id: String
  /// What it is about.
  public let kind: Kind
  /// What it says, by languages such as `en`.
  public let texts: [String: String]
  /// The first day on which it is shown; nil for any.
  public let from: Day?
  /// The last day on which it is shown; nil for none.
  public let until: Day?
  /// The level that a user needs to see it, from 0 to 8.
  public let level: Int
  /// An address of the web that it leads to; nil for none.
  public let link: String?
  /// Whether a person may hide it for good.
  public let canBeHidden: Bool

  /// Makes a notice.
  public init(
    _ id: String, kind: Kind = .information, _ texts: [String: String], from: Day? = nil,
    until: Day? = nil, level: Int = 0, link: String? = nil, canBeHidden: Bool = true
  ) {
    self.id = id
    self.kind = kind
    self.texts = texts
    self.from = from
    self.until = until
    self.level = level
    self.link = link
    self.canBeHidden = canBeHidden
  }

  /// Whether it is shown on a day, to a user of a level; nil for one who may do everything.
  func isShown(on day: Day, at level: Int?) -> Bool {
    (from.map { $0 <= day } ?? true) && (until.map { day <= $0 } ?? true)
      && (level.map { $0 >= self.level } ?? true)
  }

  /// What it says in a language, in English, or else in the first language there is.
  func text(in language: String) -> String {
    texts[language] ?? texts["en"] ?? texts.sorted { $0.key < $1.key }.first?.value ?? ""
  }
}
