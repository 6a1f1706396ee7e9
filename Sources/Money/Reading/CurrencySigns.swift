/// The signs that most people take for one currency, whatever the language.
enum CurrencySigns {
  /// The currencies by their signs, in lower case.
  ///
  /// Source: the symbols of CLDR's root and English locales, with Russian words for the rouble.
  static let owners: [String: Currency] = [
    "£": .gbp, "€": .eur, "$": .usd, "us$": .usd, "¥": .jpy, "jp¥": .jpy, "cn¥": .cny,
    "₽": .rub, "руб": .rub, "руб.": .rub, "₹": .inr, "₴": .uah, "₸": .kzt, "₺": .`try`,
    "₪": .ils, "₩": .krw, "zł": .pln, "kč": .czk, "ft": .huf, "a$": .aud, "ca$": .cad,
    "nz$": .nzd, "hk$": .hkd, "mx$": .mxn, "r$": .brl, "e£": .egp,
  ]
}
