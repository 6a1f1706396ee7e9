/// The words of dates in English and Russian.
///
/// Both are understood whatever the language. What other languages call months and weekdays is learnt, see
/// ``DayNames``.
enum DayVocabulary {
  /// A span of time that days are counted in.
  enum Unit {
    case day, week, month, year
  }

  /// Which of several days a word such as `next` picks.
  enum Pick {
    case this, coming, next, last
  }

  /// The month of a name in any case form, or of its abbreviation: 1 to 12.
  static func month(_ word: String) -> Int? {
    if let month = months[word] { return month }
    guard word.count > 2 else { return nil }
    let stem = russianMonths.firstIndex { word.hasPrefix($0) && isEnding(word.dropFirst($0.count)) }
    return stem.map { $0 + 1 }
  }

  /// The weekday of a name in any case form, or of its abbreviation: 0 for Monday.
  static func weekday(_ word: String) -> Int? {
    if let weekday = weekdays[word] { return weekday }
    return russianWeekdays.firstIndex {
      word.hasPrefix($0) && isEnding(word.dropFirst($0.count))
    }
  }

  /// What a word means as a name of a month or of a weekday; nil if it is none.
  static func meaning(of word: String) -> DayNames.Meaning? {
    month(word).map { .month($0) } ?? weekday(word).map { .weekday($0) }
  }

  /// The English name of a month or a weekday.
  static func word(for meaning: DayNames.Meaning) -> String {
    switch meaning {
    case .month(let month): englishMonths[month - 1]
    case .weekday(let weekday): englishWeekdays[weekday]
    }
  }

  /// How many days from today a word lies that needs no other.
  static let offsets: [String: Int] = [
    "today": 0, "tomorrow": 1, "yesterday": -1, "сегодня": 0, "завтра": 1, "послезавтра": 2,
    "вчера": -1, "позавчера": -2,
  ]

  static func unit(_ word: String) -> Unit? {
    switch word {
    case "d", "day", "days", "д", "дн", "день", "дня", "дней", "дню", "днем": .day
    case "w", "wk", "week", "weeks", "н", "нед", "неделя", "недели", "недель", "неделю", "неделе":
      .week
    case "m", "mo", "month", "months", "м", "мес", "месяц", "месяца", "месяцев", "месяце": .month
    case "y", "yr", "year", "years", "г", "год", "года", "лет", "году": .year
    default: nil
    }
  }

  static func pick(_ word: String) -> Pick? {
    switch word {
    case "this", "эта", "эту", "этой", "этот", "этом", "это": .this
    case "coming": .coming
    case "next": .next
    case "last", "previous": .last
    case _ where word.hasPrefix("ближайш"): .coming
    case _ where word.hasPrefix("следующ"): .next
    case _ where word.hasPrefix("прошл"): .last
    default: nil
    }
  }

  /// A number in words, as far as people write them beside days and weeks.
  static let numbers: [String: Int] = [
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10,
    "один": 1, "одну": 1, "два": 2, "две": 2, "три": 3, "четыре": 4, "пять": 5, "шесть": 6,
    "семь": 7, "восемь": 8, "девять": 9, "десять": 10,
  ]

  /// Words before a date that change nothing.
  static let prepositions: Set<String> = ["on", "the", "of", "в", "во", "на"]

  /// What follows the number of a day, as in `27th` and `27-го`.
  static let ordinals: Set<String> = ["st", "nd", "rd", "th", "го", "е", "ое", "ого"]

  /// What follows the number of a year.
  static let yearWords: Set<String> = ["г", "год", "года"]

  /// Whether a word is a day by itself, such as `tomorrow` or `Friday`.
  static func isDay(_ word: String) -> Bool { offsets[word] != nil || weekday(word) != nil }

  /// Whether a word is one that dates have, if perhaps not everywhere.
  static func isKnown(_ word: String) -> Bool {
    isDay(word) || month(word) != nil || unit(word) != nil || pick(word) != nil
      || numbers[word] != nil || prepositions.contains(word) || ordinals.contains(word)
      || others.contains(word)
  }

  /// Words that are understood between others only.
  private static let others: Set<String> = ["in", "ago", "after", "before", "через", "назад"]

  /// The words that a mistyped one may have meant, as people write them in a date: `November`, `ноября`.
  static let suggestions: [String] =
    englishNames + offsets.keys.sorted() + russianMonthsInDates
    + ["понедельник", "вторник", "среда", "четверг", "пятница", "суббота", "воскресенье"]

  private static let englishNames = (englishMonths + englishWeekdays).map { name in
    String(name.prefix(1).uppercased() + name.dropFirst())
  }

  private static let russianMonthsInDates = russianMonths.map { stem in
    stem + (["март", "август"].contains(stem) ? "а" : "я")
  }

  private static let englishMonths = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  private static let englishWeekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  private static let russianMonths = [
    "январ", "феврал", "март", "апрел", "ма", "июн", "июл", "август", "сентябр", "октябр",
    "ноябр", "декабр",
  ]

  private static let russianWeekdays = [
    "понедельник", "вторник", "сред", "четверг", "пятниц", "суббот", "воскресень",
  ]

  private static let months = table(
    englishMonths.map { [$0, String($0.prefix(3))] },
    [
      ["янв"], ["фев", "февр"], ["мар"], ["апр"], [], [], [], ["авг"], ["сен", "сент", "sept"],
      ["окт"], ["ноя", "нояб"], ["дек"],
    ])

  private static let weekdays = table(
    englishWeekdays.map { [$0, String($0.prefix(3))] },
    [
      ["пн"], ["tues", "вт"], ["weds", "ср"], ["thur", "thurs", "чт"], ["пт"], ["сб"], ["вс"],
    ], from: 0)

  private static func table(
    _ names: [[String]], _ others: [[String]], from first: Int = 1
  ) -> [String: Int] {
    var table: [String: Int] = [:]
    for list in [names, others] {
      for (index, words) in list.enumerated() {
        for word in words { table[word] = index + first }
      }
    }
    return table
  }

  /// Whether letters end a Russian noun; `ё` is read as `е`.
  private static func isEnding(_ letters: Substring) -> Bool {
    [
      "", "а", "у", "е", "ы", "и", "ой", "ей", "ом", "ем", "ь", "я", "ю", "й",
    ].contains(letters)
  }
}
