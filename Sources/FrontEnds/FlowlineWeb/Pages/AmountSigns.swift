import FoundationEssentials
import Money

/// What is written beside the field of an amount: the sign of its currency, before or behind it as the
/// locale has it.
struct AmountSigns: Hashable {
  /// The sign before the field; nil if it is behind.
  let prefix: String?
  /// The sign behind the field; nil if it is before.
  let suffix: String?

  init(currency code: String, locale: Locale) {
    guard let currency = Currency(code: code) else {
      (prefix, suffix) = (code, nil)
      return
    }
    let example = Money(minorUnits: currency.minorUnitsPerUnit, currency: currency)
      .formatted(locale: locale)
    let before = Self.sign(example.prefix { !$0.isNumber })
    let behind = Self.sign(example.reversed().prefix { !$0.isNumber }.reversed())
    prefix = before.isEmpty ? (behind.isEmpty ? code : nil) : before
    suffix = before.isEmpty && !behind.isEmpty ? behind : nil
  }

  private static func sign(_ text: some Sequence<Character>) -> String {
    String(
      String(text).unicodeScalars.filter { scalar in
        !scalar.properties.isWhitespace && scalar.properties.generalCategory != .format
      })
  }
}
