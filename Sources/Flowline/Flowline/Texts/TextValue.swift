public import Days
public import FoundationEssentials
public import Money

/// What a text or a row can hold: it is written by the rules of the session's language and region.
public protocol TextValue: Sendable {
  /// The value as what fills a gap of a text.
  var textArgument: TextArgument { get }
}

extension String: TextValue {
  /// The words unchanged.
  public var textArgument: TextArgument { .string(self) }
}

extension Int: TextValue {
  /// The number with the locale's grouping; it also chooses the plural form of a text.
  public var textArgument: TextArgument { .integer(self) }
}

extension Money: TextValue {
  /// The amount in the locale's notation, with its currency.
  public var textArgument: TextArgument { .money(self) }
}

extension Day: TextValue {
  /// The day in the locale's notation.
  public var textArgument: TextArgument { .calendarDay(self) }
}

/// A moment is written as its day in the session's time zone.
extension Date: TextValue {
  /// The moment's day in the session's time zone, in the locale's notation.
  public var textArgument: TextArgument { .day(self) }
}

extension Text: TextValue {
  /// The text in the session's language.
  public var textArgument: TextArgument { .text(self) }

  /// A value by itself, such as an amount.
  public init(_ value: some TextValue) {
    switch value.textArgument {
    case .text(let text): self = text
    case .string(let words): self.init(verbatim: words)
    case let argument: self.init(.value(argument))
    }
  }
}

/// Values for the gaps of a text, by name: `{amount}` in the text is filled with what is called
/// `amount` here; `%1$@` with the first, `%2$@` with the second.
///
///     try await context.confirm("confirm", with: ["amount": total, "goal": goal.name])
public struct TextGaps: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  let arguments: [TextArgument]

  /// Makes gaps of names and values.
  ///
  /// The first whole number decides the plural form of the text.
  public init(dictionaryLiteral elements: (String, any TextValue)...) {
    arguments = elements.map { .named($0, $1.textArgument) }
  }
}

extension TextCatalog {
  /// The text of a key, its gaps filled in order.
  public func callAsFunction(
    _ key: String, _ first: any TextValue, _ rest: any TextValue...
  ) -> Text {
    text(key, ([first] + rest).map(\.textArgument))
  }

  /// The text of a key, its gaps filled by name.
  public func callAsFunction(_ key: String, with gaps: TextGaps) -> Text {
    text(key, gaps.arguments)
  }
}
