public import FoundationEssentials

extension Money {
  /// The amount as a locale writes it, for example `£1,234.50` or `1 234,50 ₽`.
  ///
  /// All decimals of the currency's exponent are written and nothing is rounded: the text is put
  /// together from the minor units, with symbols and positions that Foundation knows. They are
  /// learned at the first use of a locale with a currency and kept. The text depends on the
  /// locale alone, never on the environment. ``AmountParser`` for the same locale and currency
  /// reads it back, unless the amount is negative.
  public func formatted(locale: Locale) -> String {
    AmountWriter(notation: AmountNotation.cache[locale, currency]).formatted(self)
  }

  /// The amount as a person would type it, for example `1234.50` or `1234,50`.
  ///
  /// No currency and no grouping; the locale's digits and decimal separator. ``AmountParser`` for
  /// the same locale and currency reads it back, unless the amount is negative.
  public func editableText(locale: Locale) -> String {
    AmountWriter(notation: AmountNotation.cache[locale, currency]).editableText(self)
  }
}
