import AmountWords
import Foundation
import TestSupport
import Testing

struct SpelledNumberTests {
  @Test(arguments: [
    (0, "zero"), (1, "one"), (13, "thirteen"), (20, "twenty"), (21, "twenty-one"),
    (100, "one hundred"), (105, "one hundred and five"), (150, "one hundred and fifty"),
    (1500, "one thousand five hundred"), (1005, "one thousand and five"),
    (1250, "one thousand two hundred and fifty"), (1_000_000, "one million"),
    (1_000_021, "one million and twenty-one"), (-7, "minus seven"),
    (-1007, "minus one thousand and seven"),
    (205_300, "two hundred and five thousand three hundred"),
    (
      Int64.max,
      """
      nine quintillion two hundred and twenty-three quadrillion three hundred and seventy-two \
      trillion thirty-six billion eight hundred and fifty-four million seven hundred and \
      seventy-five thousand eight hundred and seven
      """
    ),
  ])
  func `spells in English, in the United States without “and”`(number: Int64, words: String) {
    #expect(SpelledNumber(number, in: .english).description == words)
    let american = SpelledNumber(number, in: .americanEnglish).description
    #expect(american == words.replacing(" and ", with: " "))
  }

  @Test(arguments: [
    ("en", "GB" as String?, SpelledNumber.Language.english), ("en", "AU", .english),
    ("en", nil, .english),
    ("en", "US", .americanEnglish), ("ru", "RU", .russian), ("ru", "US", .russian),
  ])
  func `the region says which English`(
    code: String, region: String?, language: SpelledNumber.Language
  ) {
    #expect(SpelledNumber.Language(code: code, region: region) == language)
  }

  @Test(arguments: [
    (0, "ноль"), (1, "один"), (2, "два"), (14, "четырнадцать"), (40, "сорок"),
    (95, "девяносто пять"),
    (1000, "одна тысяча"), (2000, "две тысячи"), (5000, "пять тысяч"),
    (11_000, "одиннадцать тысяч"),
    (21_000, "двадцать одна тысяча"), (1500, "одна тысяча пятьсот"), (1_000_000, "один миллион"),
    (2_000_000, "два миллиона"), (12_000_000, "двенадцать миллионов"), (-3, "минус три"),
    (2_002_002, "два миллиона две тысячи два"),
    (
      Int64.min,
      """
      минус девять квинтиллионов двести двадцать три квадриллиона триста семьдесят два триллиона \
      тридцать шесть миллиардов восемьсот пятьдесят четыре миллиона семьсот семьдесят пять тысяч \
      восемьсот восемь
      """
    ),
  ])
  func `spells in Russian`(number: Int64, words: String) {
    #expect(SpelledNumber(number, in: .russian).description == words)
  }

  @Test(arguments: [
    (1, SpelledNumber.Gender.feminine, "одна"), (2, .feminine, "две"), (1, .neuter, "одно"),
    (2, .neuter, "два"), (11, .feminine, "одиннадцать"), (42, .feminine, "сорок две"),
    (1001, .feminine, "одна тысяча одна"), (1_000_001, .masculine, "один миллион один"),
  ])
  func `Russian counts by gender`(number: Int64, gender: SpelledNumber.Gender, words: String) {
    #expect(SpelledNumber(number, in: .russian, gender: gender).description == words)
  }

  @Test(arguments: [("en_US", SpelledNumber.Language.americanEnglish), ("ru", .russian)])
  func `spells as ICU does`(locale: String, language: SpelledNumber.Language) {
    let formatter = NumberFormatter()
    formatter.numberStyle = .spellOut
    formatter.locale = Locale(identifier: locale)
    var random = SeededNumbers(seed: 7)
    let numbers =
      Array(-20...1200)
      + (0..<3000).map { _ in
        // ICU spells nothing from a quintillion on; every length of number comes up.
        Int64.random(in: 0..<Int64(pow10(Int.random(in: 3...17, using: &random))), using: &random)
      }
    for number in numbers {
      let expected = formatter.string(from: NSNumber(value: number))?
        .replacing("\u{AD}", with: "")
      #expect(SpelledNumber(number, in: language).description == expected)
    }
  }

  private func pow10(_ power: Int) -> Int { (0..<power).reduce(1) { number, _ in number * 10 } }
}
