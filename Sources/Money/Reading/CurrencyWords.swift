import FoundationEssentials
import FoundationInternationalization

/// What the words beside a number mean, for a person of one locale asked for one currency.
struct CurrencyWords: Sendable {
  /// The meaning of a word.
  enum Meaning: Hashable {
    case asked
    case other(Currency)
  }

  /// The longest word that can mean anything, in scalars.
  static let longestWord = 24

  private let currency: Currency

  /// The locale's own currency.
  private let local: Currency?

  /// What the currency asked for is called, in lower case.
  private var own: Set<String>

  /// The symbol as the locale writes it, capitals kept.
  private let written: String

  /// Words that could be meant for the currency asked for, had another not the better claim.
  private var claimed: [String: Currency] = [:]

  /// The words in use.
  static let cache = LocaleCache { CurrencyWords(locale: $0, currency: $1) }

  /// Learns the words.
  ///
  /// Costs up to a third of a millisecond.
  init(locale: Locale, currency: Currency) {
    self.currency = currency
    local = locale.currency.flatMap { Currency(code: $0.identifier) }
    written = Self.written(currency, in: locale)
    own = [Self.folded(currency.code), written.lowercased()]
    own.remove("")
    if currency == .rub, locale.region?.identifier != "BY" { own.formUnion(["р", "р."]) }
    for (word, owner) in Self.spokenWords(in: locale) {
      if owner == currency { own.insert(word) } else { claimed[word] = owner }
    }

    let sign = Self.symbol(of: currency, in: locale, isNarrow: true)
    guard !sign.isEmpty, !own.contains(sign) else { return }
    if let owner = Self.owner(of: sign, in: locale), owner != currency {
      claimed[sign] = owner
    } else {
      own.insert(sign)
    }
  }

  /// The meaning of a folded text, or `nil` where it has none.
  ///
  /// Case does not matter.
  func meaning(of text: String) -> Meaning? {
    let word = text.lowercased()
    if let meaning = meaning(ofSign: word) { return meaning }
    guard let name = CurrencyNames.meanings[word] else { return nil }
    switch name {
    case .currency(let named): return named == currency ? .asked : .other(named)
    case .sign(let sign): return meaning(ofSign: sign)
    case .anyOf(let candidates):
      guard candidates.contains(currency) else { return nil }
      if let local, local != currency, candidates.contains(local) { return .other(local) }
      return .asked
    }
  }

  /// Whether a folded text is the symbol exactly as the locale writes it.
  func isWritten(_ text: String) -> Bool { text == written }

  private func meaning(ofSign word: String) -> Meaning? {
    if own.contains(word) { return .asked }
    guard let named = claimed[word] ?? CurrencySigns.owners[word] ?? Currency(code: word) else {
      return nil
    }
    return named == currency ? .asked : .other(named)
  }

  /// The currency for which a person of the locale takes the sign: the locale's own, or the one
  /// that the world thinks of, where the locale writes it in this way.
  private static func owner(of sign: String, in locale: Locale) -> Currency? {
    if let local = locale.currency.flatMap({ Currency(code: $0.identifier) }),
      symbol(of: local, in: locale) == sign
    {
      return local
    }
    guard let owner = CurrencySigns.owners[sign], symbol(of: owner, in: locale) == sign else {
      return nil
    }
    return owner
  }

  /// How the locale writes the currency beside a number, in lower case.
  private static func symbol(
    of currency: Currency, in locale: Locale, isNarrow: Bool = false
  ) -> String {
    guard isNarrow else { return written(currency, in: locale).lowercased() }
    let style = IntegerFormatStyle<Int>.Currency(code: currency.code, locale: locale.conventions)
      .precision(.fractionLength(0)).presentation(.narrow)
    let text = 1.formatted(style).unicodeScalars.filter { DecimalDigit($0) == nil }
    return folded(String(String.UnicodeScalarView(text)))
  }

  /// What people write for a currency though no table of symbols has it.
  private static func spokenWords(in locale: Locale) -> [String: Currency] {
    switch locale.language.languageCode?.identifier {
    case "ru":
      // In Belarus the same words mean the rouble of Belarus.
      let rouble: Currency = locale.region?.identifier == "BY" ? .byn : .rub
      return ["руб": rouble, "руб.": rouble, "р": rouble, "р.": rouble]
    case "ja": return ["円": .jpy]
    default: return [:]
    }
  }

  private static func written(_ currency: Currency, in locale: Locale) -> String {
    let affixes = AmountNotation.cache[locale, currency].positive
    return plain(affixes.prefix + affixes.suffix)
  }

  private static func folded(_ word: String) -> String { plain(word).lowercased() }

  /// The word without spaces around it and without invisible marks.
  private static func plain(_ word: String) -> String {
    let text = AmountText(word)
    return text.text(text.trimmed(0..<text.scalars.count))
  }
}
