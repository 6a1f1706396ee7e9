/// A whole number in words, in English or Russian: `one thousand five hundred`.
package struct SpelledNumber: Sendable, Hashable, CustomStringConvertible {
  /// A language that numbers are spelled in.
  package enum Language: Sendable, Hashable, CaseIterable {
    /// English with “and”: `one hundred and five`.
    case english
    /// English as in the United States, without “and”: `one hundred five`.
    case americanEnglish
    /// Russian, in the nominative.
    case russian

    /// The language of a code such as `en`, as a region such as `GB` uses it; English for others.
    package init(code: String, region: String?) {
      switch code {
      case "ru": self = .russian
      default: self = region == "US" ? .americanEnglish : .english
      }
    }
  }

  /// The gender of what is counted.
  ///
  /// English makes no difference.
  package enum Gender: Sendable, Hashable, CaseIterable {
    case masculine, feminine, neuter
  }

  private let number: Int64
  private let language: Language
  private let gender: Gender

  /// Makes a number to be spelled.
  package init(_ number: Int64, in language: Language, gender: Gender = .masculine) {
    self.number = number
    self.language = language
    self.gender = gender
  }

  /// The words, in lower case with single spaces between.
  package var description: String {
    let words =
      switch language {
      case .english: SpelledNumber.english(saysAnd: true)
      case .americanEnglish: SpelledNumber.english(saysAnd: false)
      case .russian: SpelledNumber.russian
      }
    var parts = number < 0 ? [words.minus] : []
    var groups: [Int] = []
    var rest = number.magnitude
    while rest > 0 {
      groups.append(Int(rest % 1000))
      rest /= 1000
    }
    if groups.isEmpty { parts.append(words.zero) }
    for (power, group) in groups.enumerated().reversed() where group > 0 {
      // In Russian a thousand is feminine, everything greater masculine.
      let gender = power == 0 ? gender : power == 1 ? .feminine : .masculine
      // One thousand and five: what is below a hundred is joined to what is before it.
      if power == 0, group < 100, groups.count > 1, let and = words.and { parts.append(and) }
      parts += words.group(group, gender)
      if power > 0 { parts.append(words.scale(power, group)) }
    }
    return parts.joined(separator: " ")
  }
}

extension SpelledNumber {
  /// The words of one language.
  fileprivate struct Words {
    let minus: String
    let zero: String
    /// What joins the tens and ones to what is before them; nil if nothing does.
    var and: String?
    /// The words of a number from 1 to 999.
    let group: (Int, Gender) -> [String]
    /// The word for a power of a thousand, so many times.
    let scale: (_ power: Int, _ count: Int) -> String
  }

  fileprivate static func english(saysAnd: Bool) -> Words {
    Words(
      minus: "minus", zero: "zero", and: saysAnd ? "and" : nil,
      group: { group, _ in
        var words: [String] = []
        if group >= 100 { words += [englishOnes[group / 100], "hundred"] }
        let rest = group % 100
        if saysAnd, group >= 100, rest > 0 { words.append("and") }
        if rest >= 20 {
          let ones = rest % 10 > 0 ? "-" + englishOnes[rest % 10] : ""
          words.append(englishTens[rest / 10] + ones)
        } else if rest > 0 {
          words.append(englishOnes[rest])
        }
        return words
      },
      scale: { power, _ in
        ["", "thousand", "million", "billion", "trillion", "quadrillion", "quintillion"][power]
      })
  }

  fileprivate static var russian: Words {
    Words(
      minus: "минус", zero: "ноль",
      group: { group, gender in
        var words: [String] = []
        if group >= 100 { words.append(russianHundreds[group / 100]) }
        var rest = group % 100
        if rest >= 20 {
          words.append(russianTens[rest / 10])
          rest %= 10
        }
        switch (rest, gender) {
        case (0, _): break
        case (1, .feminine): words.append("одна")
        case (1, .neuter): words.append("одно")
        case (2, .feminine): words.append("две")
        default: words.append(russianOnes[rest])
        }
        return words
      },
      scale: { power, count in
        let isTeen = 11...14 ~= count % 100
        let form = isTeen ? 2 : count % 10 == 1 ? 0 : 2...4 ~= count % 10 ? 1 : 2
        if power == 1 { return ["тысяча", "тысячи", "тысяч"][form] }
        let stem = ["", "", "миллион", "миллиард", "триллион", "квадриллион", "квинтиллион"][power]
        return stem + ["", "а", "ов"][form]
      })
  }

  private static let englishOnes = [
    "", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
  ]

  private static let englishTens = [
    "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
  ]

  private static let russianOnes = [
    "", "один", "два", "три", "четыре", "пять", "шесть", "семь", "восемь", "девять", "десять",
    "одиннадцать", "двенадцать", "тринадцать", "четырнадцать", "пятнадцать", "шестнадцать",
    "семнадцать", "восемнадцать", "девятнадцать",
  ]

  private static let russianTens = [
    "", "", "двадцать", "тридцать", "сорок", "пятьдесят", "шестьдесят", "семьдесят",
    "восемьдесят", "девяносто",
  ]

  private static let russianHundreds = [
    "", "сто", "двести", "триста", "четыреста", "пятьсот", "шестьсот", "семьсот", "восемьсот",
    "девятьсот",
  ]
}
