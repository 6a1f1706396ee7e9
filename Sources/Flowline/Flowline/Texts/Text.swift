public import Days
public import FoundationEssentials
import FoundationInternationalization
public import Money

/// A text that a person will read, not yet in any language.
///
/// Either words of the program, or a key of a ``TextCatalog`` with arguments. A front end gets it
/// resolved, as a ``LocalizedText``.
public struct Text: Sendable, Hashable, ExpressibleByStringInterpolation {
  enum Content: Sendable {
    /// Words that stand in the program as they are, with nothing filled in: they can hold nothing that
    /// was typed.
    case literal(String)
    case verbatim(String)
    // Indirect: every step and every flow on the way holds a text.
    indirect case catalogued(TextCatalog, key: String, [TextArgument])
    /// A value by itself.
    indirect case value(TextArgument)
    /// The step's label, or the flow's title, or else these words: nearly every step has one, so that
    /// it is to cost no object.
    case label(String)
    case title(String)
    /// What the catalogue of the place has where the text is shown.
    indirect case placed(TextRole, fallback: String, [TextArgument])
  }

  let content: Content

  /// Words that are the same in every language.
  public init(verbatim words: String) {
    content = .verbatim(words)
  }

  /// Words that are the same in every language.
  public init(stringLiteral words: String) {
    content = .literal(words)
  }

  /// Words with values filled in, the same in every language.
  public init(stringInterpolation words: DefaultStringInterpolation) {
    content = .verbatim(words.description)
  }

  init(_ content: Content) {
    self.content = content
  }

  /// Texts are the same if they read the same, wherever they are from.
  public static func == (left: Text, right: Text) -> Bool {
    switch (left.content, right.content) {
    case (
      .catalogued(let catalog, let key, let arguments),
      .catalogued(let otherCatalog, let otherKey, let otherArguments)
    ):
      catalog == otherCatalog && key == otherKey && arguments == otherArguments
    case (.value(let value), .value(let other)): value == other
    case (.label(let words), .label(let others)), (.title(let words), .title(let others)):
      words == others
    case (
      .placed(let role, let fallback, let arguments),
      .placed(let otherRole, let otherFallback, let otherArguments)
    ):
      role == otherRole && fallback == otherFallback && arguments == otherArguments
    default: left.words != nil && left.words == right.words
    }
  }

  /// Hashes what the text reads.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(words)
    switch content {
    case .literal, .verbatim: break
    case .catalogued(let catalog, let key, let arguments):
      hasher.combine(catalog)
      hasher.combine(key)
      hasher.combine(arguments)
    case .value(let value): hasher.combine(value)
    case .label(let words), .title(let words): hasher.combine(words)
    case .placed(let role, _, let arguments):
      hasher.combine(role)
      hasher.combine(arguments)
    }
  }

  /// The words, if they are the same in every language.
  private var words: String? {
    switch content {
    case .literal(let words), .verbatim(let words): words
    case .catalogued, .value, .label, .title, .placed: nil
    }
  }

  /// The text in the environment's language, or its key if the catalogue does not have it.
  public func resolved(in environment: FlowEnvironment) -> LocalizedText {
    switch content {
    case .literal(let words), .verbatim(let words): LocalizedText(key: nil, text: words)
    case .catalogued(let catalog, let key, let arguments):
      LocalizedText(key: key, text: catalog.string(key, arguments, in: environment))
    case .value(let value): LocalizedText(key: nil, text: value.string(in: environment))
    case .label(let fallback): placed(.label, else: fallback, [], in: environment)
    case .title(let fallback): placed(.title, else: fallback, [], in: environment)
    case .placed(let role, let fallback, let arguments):
      placed(role, else: fallback, arguments, in: environment)
    }
  }
}

extension Text {
  private func placed(
    _ role: TextRole, else fallback: String, _ arguments: [TextArgument],
    in environment: FlowEnvironment
  ) -> LocalizedText {
    environment.place?.wanted(role, arguments)?.resolved(in: environment)
      ?? LocalizedText(key: nil, text: fallback)
  }
}

/// A text in one language, with the key it came from so that a front end may have its own.
public struct LocalizedText: Sendable, Hashable, Codable {
  /// The catalogue's key; nil for words of the program.
  public let key: String?
  /// The words.
  public let text: String

  /// Makes a text of a key and its words.
  public init(key: String?, text: String) {
    self.key = key
    self.text = text
  }
}

extension LocalizedText: JSONObject {
  package func tell(_ members: inout some JSONMembers) {
    members.add("key", key)
    members.add("text", text)
  }
}

/// What fills a text's gap, written by the locale's rules when the text is resolved.
public enum TextArgument: Sendable, Hashable {
  /// Words, written unchanged.
  case string(String)
  /// A whole number; the first one of a text decides its plural form.
  case integer(Int)
  /// An amount, written as the locale writes money.
  case money(Money)
  /// A number in exact digits with a dot, such as `1234.50`, written as the locale writes numbers.
  case decimal(String)
  /// So many bytes, written as the locale writes the size of a file: in thousands, `24 kB`.
  case bytes(Int)
  /// A moment, written as its day in the session's time zone.
  case day(Date)
  /// A day of the calendar.
  case calendarDay(Day)
  /// The same without its weekday, as the middle of a sentence has it: `1 Sep 2026`.
  case plainDay(Day)
  /// Another text, in the same language.
  case text(Text)
  /// The same under a name; see ``TextGaps``.
  indirect case named(String, TextArgument)

  /// The name it goes by; nil if it has none.
  var name: String? { if case .named(let name, _) = self { name } else { nil } }

  /// The whole number; nil if it is none.
  var integer: Int? {
    switch self {
    case .integer(let number): number
    case .named(_, let argument): argument.integer
    default: nil
    }
  }

  /// The value as it stands in a text.
  ///
  /// - Parameters:
  ///   - environment: the language and the region.
  ///   - opensText: whether a text begins with it, so that a day is written with a capital.
  /// - Returns: the words.
  func string(in environment: FlowEnvironment, opensText: Bool = false) -> String {
    let words = words(in: environment)
    return opensText && isDay ? words.prefix(1).uppercased() + words.dropFirst() : words
  }

  /// Whether it is a day, however it is named.
  private var isDay: Bool {
    switch self {
    case .day, .calendarDay: true
    case .named(_, let argument): argument.isDay
    default: false
    }
  }

  private func words(in environment: FlowEnvironment) -> String {
    switch self {
    case .string(let string): string
    case .integer(let integer):
      FixedDecimal(units: Int128(integer), fractionDigits: 0).formatted(locale: environment.locale)
    case .money(let money): money.formatted(locale: environment.locale)
    case .decimal(let digits):
      FixedDecimal(digits)?.formatted(locale: environment.locale) ?? digits
    case .bytes(let count):
      ByteCountFormatStyle(style: .file, spellsOutZero: false, locale: environment.locale)
        .format(Int64(count)).replacing(" ", with: "\u{A0}")
    case .day(let date):
      DayText.long(date, calendar: environment.calendar, locale: environment.locale)
    case .calendarDay(let day): DayText.long(day, locale: environment.locale)
    case .plainDay(let day): DayText.plain(day, locale: environment.locale)
    case .text(let text): text.resolved(in: environment).text
    case .named(_, let argument): argument.words(in: environment)
    }
  }
}
