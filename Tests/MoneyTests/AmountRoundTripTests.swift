import FoundationEssentials
import Money
import TestSupport
import Testing

/// Amounts as people write them, made from known ones, and texts that mean nothing.
struct AmountRoundTripTests {
  private static let locales = ["en_GB", "en_US", "ru_RU", "de_DE", "fr_FR", "sv_SE"]
  private static let currencies: [Currency] = [.gbp, .usd, .eur, .rub, .jpy, .bhd, .sek]

  /// How each locale separates, told apart from Foundation.
  private static let separators = [
    "en_GB": (".", [","]), "en_US": (".", [","]), "de_DE": (",", ["."]),
    "ru_RU": (",", [" ", "\u{A0}", "\u{202F}", "\u{2009}"]),
    "fr_FR": (",", [" ", "\u{A0}", "\u{202F}", "\u{2009}"]),
    "sv_SE": (",", [" ", "\u{A0}", "\u{202F}", "\u{2009}"]),
  ]

  @Test(arguments: locales)
  func `reads whatever a model writes`(name: String) throws {
    let (decimal, groups) = try #require(Self.separators[name])
    let locale = Locale(identifier: name)
    var random = SeededNumbers(seed: 20_261_121)
    for _ in 0..<1500 {
      let currency = try #require(Self.currencies.randomElement(using: &random))
      let limit = (0..<Int.random(in: 1...18, using: &random)).reduce(Int64(1)) { n, _ in n * 10 }
      let minorUnits = Int64.random(in: 0..<limit, using: &random)
      let (whole, part) = minorUnits.quotientAndRemainder(dividingBy: currency.minorUnitsPerUnit)
      let group = Bool.random(using: &random) ? groups.randomElement(using: &random) ?? "" : ""
      var text = Self.grouped(String(whole), by: group)
      if currency.exponent > 0, part > 0 || Bool.random(using: &random) {
        let digits = String(String(part + currency.minorUnitsPerUnit).dropFirst())
        text += decimal + digits
      }
      text = Self.named(text, currency, using: &random)
      let money = Money(minorUnits: minorUnits, currency: currency)
      #expect(
        AmountParser(locale: locale, currency: currency).parse(text) == .success(money),
        "\(name) \(currency) «\(text)»")
    }
  }

  @Test(arguments: locales)
  func `a multiple is the number with its zeros`(name: String) throws {
    let (decimal, _) = try #require(Self.separators[name])
    let words = [
      ("k", 3), (" K", 3), (" thousand", 3), ("к", 3), (" тыс", 3), (" тыс.", 3), ("m", 6),
      (" million", 6), (" млн", 6), (" млн.", 6), (" bn", 9), (" миллиарда", 9),
    ]
    var random = SeededNumbers(seed: 3)
    for _ in 0..<1000 {
      let currency = try #require(Self.currencies.randomElement(using: &random))
      let (word, power) = try #require(words.randomElement(using: &random))
      let decimals = Int.random(in: 0...power + currency.exponent + 2, using: &random)
      let digits = String(Int64.random(in: 1...99_999, using: &random))
      let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
      let text =
        decimals == 0 ? digits : padded.dropLast(decimals) + decimal + padded.suffix(decimals)
      let read = AmountParser(locale: Locale(identifier: name), currency: currency)
        .parse(text + word)
      let zeros = power + currency.exponent - decimals
      if zeros < 0 {
        guard case .failure(let problem) = read else {
          Issue.record("«\(text + word)» is no whole number of minor units")
          continue
        }
        #expect(
          problem.code == .fractionOfUnit && problem.range.count == -zeros, "«\(text + word)»")
      } else {
        let minorUnits = Int64(digits + String(repeating: "0", count: zeros))
        #expect((try? read.get().minorUnits) == minorUnits, "\(name) \(currency) «\(text + word)»")
      }
    }
  }

  @Test(arguments: SeededNumbers.seeds)
  func `no text crashes, and every refusal points into it`(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    let pieces = [
      "1", "0", "234", "99999999999999999999", ".", ",", " ", "\u{A0}", "\u{202F}", "'", "-", "+",
      "(", ")", "£", "₽", "kr", "k", "K", "к", "m", "тыс", "тыс.", "млн", "million", "gbp", "usd",
      "руб.", "р", "pounds", "e", "٣", "👩‍👩‍👧‍👦", "\u{301}", "\u{200F}", "\0", "\r\n", "Ω", "½",
    ]
    for name in Self.locales {
      let locale = Locale(identifier: name)
      for currency in [Currency.gbp, .jpy, .bhd, .rub] {
        let amounts = AmountParser(locale: locale, currency: currency)
        let numbers = DecimalParser(locale: locale, fractionDigits: currency.exponent)
        for _ in 0..<150 {
          let text = (0..<Int.random(in: 0...7, using: &random))
            .compactMap { _ in pieces.randomElement(using: &random) }.joined()
          for isSigned in [false, true] {
            if case .failure(let problem) = amounts.parse(text, isSigned: isSigned) {
              #expect(problem.range.upperBound <= text.count, "\(name) «\(text)» seed \(seed)")
            }
          }
          switch numbers.parse(text) {
          case .success(let number):
            #expect(numbers.parse(number.editableText(locale: locale)) == .success(number))
          case .failure(let problem):
            #expect(problem.range.upperBound <= text.count, "\(name) «\(text)» seed \(seed)")
          }
        }
      }
    }
  }

  private static func grouped(_ digits: String, by separator: String) -> String {
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += separator }
      text.append(digit)
    }
    return text
  }

  private static func named(
    _ text: String, _ currency: Currency, using random: inout SeededNumbers
  ) -> String {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: "\(currency.code) \(text)"
    case 1: "\(text) \(currency.code.lowercased())"
    case 2: " \(text)\t"
    case 3: "\(text)\(currency.code)"
    default: text
    }
  }
}
