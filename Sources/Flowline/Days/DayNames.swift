import FoundationEssentials
import FoundationInternationalization
import Money

/// What a language calls months and weekdays, and the words that its dates have besides, such as `de`.
///
/// They are learnt from what the locale writes, so that people who are shown days in German may type them in German.
struct DayNames: Sendable {
  /// What a name means.
  enum Meaning: Hashable, Sendable {
    /// The month, from 1 to 12.
    case month(Int)
    /// The day of the week, from 0 for Monday.
    case weekday(Int)
  }

  /// The meanings of the names, by the texts of the tokens that a name has.
  ///
  /// A few names have two: `mar` is March and Tuesday in Spanish.
  private var meanings: [[String]: [Meaning]] = [:]
  /// How many tokens the longest name has.
  private var longest = 0
  /// Words that change nothing beside a month's name.
  private(set) var fillers: Set<String> = []

  /// The names of a locale's language; those of English and Russian are in ``DayVocabulary``.
  ///
  /// Costs a few milliseconds for the first date of a locale.
  static func of(_ locale: Locale) -> DayNames {
    let language = locale.language
    switch (language.languageCode?.identifier, language.script?.identifier) {
    case ("en", "Latn"), ("en", nil), ("ru", _): return DayNames()
    default: return cache[locale, Subject()]
    }
  }

  private struct Subject: Hashable, Sendable {}

  private static let cache = LocaleCache<Subject, DayNames> { locale, _ in
    DayNames(learntFrom: locale)
  }

  private init() {}

  private init(learntFrom locale: Locale) {
    let weekdays: [Date.FormatString] = [
      "\(weekday: .wide)", "\(standaloneWeekday: .wide)", "\(weekday: .abbreviated)",
      "\(standaloneWeekday: .abbreviated)",
    ]
    let months: [Date.FormatString] = [
      "\(month: .wide)", "\(standaloneMonth: .wide)", "\(month: .abbreviated)",
      "\(standaloneMonth: .abbreviated)",
    ]
    for number in 1...7 {
      guard let day = Day(year: 2026, month: 6, day: number) else { continue }
      add(weekdays, of: day, .weekday(day.weekday), locale)
    }
    for month in 1...12 {
      guard let day = Day(year: 2026, month: month, day: 1) else { continue }
      add(months, of: day, .month(month), locale)
    }
    // A word beside a month may change with it, as in Catalan: `de gener`, `d’abril`.
    for day in (1...12).compactMap({ Day(year: 2026, month: $0, day: $0) }) {
      for style in DayText.styles(of: day, locale: locale) { addFillers(of: style) }
    }
  }

  private mutating func add(
    _ formats: [Date.FormatString], of day: Day, _ meaning: Meaning, _ locale: Locale
  ) {
    guard let moment = DayText.moment(of: day) else { return }
    for format in formats {
      let style = Date.VerbatimFormatStyle(
        format: format, locale: locale.conventions, timeZone: .gmt,
        calendar: Calendar(identifier: .gregorian))
      var tokens = DayToken.tokens(of: moment.formatted(style))
      if let last = tokens.last, last.text == "." { tokens.removeLast() }
      // What has a number in it, such as `6月`, is not learnt as a name.
      guard !tokens.isEmpty, !tokens.contains(where: { $0.kind == .number }) else { continue }
      let name = tokens.map(\.text)
      longest = max(longest, name.count)
      if meanings[name]?.contains(meaning) != true { meanings[name, default: []].append(meaning) }
    }
  }

  private mutating func addFillers(of text: String) {
    let tokens = DayToken.tokens(of: text)
    var index = 0
    while index < tokens.count {
      let length = nameLength(at: index, of: tokens)
      let token = tokens[index]
      index += max(length, 1)
      if length == 0, token.kind == .word, !DayVocabulary.isKnown(token.text) {
        fillers.insert(token.text)
      }
    }
  }

  /// How many tokens the longest name has that begins at a token; 0 if none does.
  private func nameLength(at index: Int, of tokens: [DayToken]) -> Int {
    let most = min(longest, tokens.count - index)
    return (0..<max(most, 0)).map { $0 + 1 }.last { length in
      meanings[tokens[index..<index + length].map(\.text)] != nil
    } ?? 0
  }

  /// The ways to read a text, with each name as the English one: one way, or a few if a name has several
  /// meanings.
  ///
  /// What such a name means is told by the rest of the date: `mar 3 mar 2026` can be read in one way only.
  func readings(of tokens: [DayToken]) -> [[DayToken]] {
    var readings: [[DayToken]] = [[]]
    var index = 0
    while index < tokens.count {
      let length = nameLength(at: index, of: tokens)
      let ways = length == 0 ? [[tokens[index]]] : self.ways(tokens[index..<index + length])
      index += max(length, 1)
      // No date has so many names.
      guard readings.count * ways.count <= 16 else { return [tokens] }
      readings = readings.flatMap { reading in ways.map { reading + $0 } }
    }
    return readings
  }

  /// The ways to read a name: as each of its meanings, and as what it means in English or Russian.
  private func ways(_ name: ArraySlice<DayToken>) -> [[DayToken]] {
    var meanings = self.meanings[name.map(\.text)] ?? []
    var isWord = false
    if name.count == 1, let word = name.first?.text {
      if let meaning = DayVocabulary.meaning(of: word) {
        if !meanings.contains(meaning) { meanings.append(meaning) }
      } else {
        isWord = DayVocabulary.isKnown(word)
      }
    }
    let ways = meanings.map { meaning in
      [
        DayToken(
          kind: .word, text: DayVocabulary.word(for: meaning), typed: name.typed, range: name.range)
      ]
    }
    return isWord ? ways + [Array(name)] : ways
  }
}
