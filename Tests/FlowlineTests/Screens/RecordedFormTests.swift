import Days
import FoundationEssentials
import Money
import TestSupport
import Testing

@testable import Flowline

/// Every recorded form is read back, as it stands and as it would be typed.
struct RecordedFormTests {
  private static let environments = ["en_GB", "en_US", "ru_RU", "de_DE", "fr_FR", "sv_SE"].map {
    FlowEnvironment.noon("2026-11-20", $0)
  }

  private func expectReadBack<Asked: Screen>(
    _ screen: Asked, _ recorded: JSONValue, in environment: FlowEnvironment
  ) {
    let place = "\(screen.id) \(environment.locale.identifier)"
    let same = try? screen.read(.json(recorded), in: environment).get().recorded
    #expect(same == recorded, "\(place): \(recorded.text)")
    guard let typed = screen.typed(recorded, in: environment) else {
      Issue.record("\(place): \(recorded.text) is not typed")
      return
    }
    let again = try? screen.read(.text(typed), in: environment).get().recorded
    #expect(again == recorded, "\(place): \(recorded.text) typed as «\(typed)»")
  }

  @Test(arguments: environments)
  func `amounts are`(environment: FlowEnvironment) {
    var random = SeededNumbers(seed: 11)
    for currency in [Currency.gbp, .rub, .eur, .jpy, .bhd, .chf] {
      let screen = AmountScreen("amount", "A?", in: currency, minorUnits: -(.max)...(.max))
      for minorUnits in edges(using: &random) where minorUnits != .min {
        let recorded: JSONValue = [
          "currency": .string(currency.code), "minorUnits": .integer(minorUnits),
        ]
        expectReadBack(screen, recorded, in: environment)
      }
    }
  }

  @Test(arguments: environments)
  func `numbers are`(environment: FlowEnvironment) {
    var random = SeededNumbers(seed: 12)
    for number in edges(using: &random) {
      expectReadBack(NumberScreen("n", "N?", in: .min ... .max), .integer(number), in: environment)
      for fractionDigits in [0, 1, 2, 3, 9] {
        let decimal = FixedDecimal(String(number), fractionDigits: 0)
          .map { FixedDecimal.shifted($0.text, fractionDigits) }
        expectReadBack(
          DecimalScreen("d", "D?", fractionDigits: fractionDigits), .string(decimal ?? ""),
          in: environment)
      }
    }
  }

  @Test(arguments: environments)
  func `days are`(environment: FlowEnvironment) {
    var random = SeededNumbers(seed: 13)
    for _ in 0..<300 {
      let day = Day(number: Int.random(in: -719_162...2_932_896, using: &random))
      expectReadBack(
        DateScreen("day", "D?"), .string(day?.description ?? ""), in: environment)
    }
  }

  @Test(arguments: environments)
  func `texts are`(environment: FlowEnvironment) {
    var random = SeededNumbers(seed: 14)
    let pieces = ["a", "Ω", "👩‍👩‍👧‍👦", "é", " ", "  ", "7", "\"", "\\", ":", "-", "й", "\u{2019}", "\n"]
    for _ in 0..<300 {
      let text = (0..<Int.random(in: 0...8, using: &random))
        .compactMap { _ in pieces.randomElement(using: &random) }.joined()
      let core = "x\(text)x"
      expectReadBack(LongTextScreen("long", "L?"), .string(core), in: environment)
      let line = core.replacing("\n", with: " ")
      expectReadBack(TextScreen("text", "T?"), .string(line), in: environment)
      expectReadBack(PathScreen("path", "P?"), .string(line), in: environment)
      let secret = SecretScreen("secret", "S?")
      let recorded = JSONValue.string(" \(line) ")
      let same = try? secret.read(.json(recorded), in: environment).get().recorded
      #expect(same == recorded && secret.typed(recorded, in: environment) == nil)
    }
  }

  @Test(arguments: environments)
  func `choices are, whatever they are called`(environment: FlowEnvironment) {
    var random = SeededNumbers(seed: 15)
    let names = [
      "1", "2", "3", "a", "b", "ab", "a b", "all", "none", "нет", "a, b", "1-2", "й", "7",
    ]
    for _ in 0..<300 {
      let keys = Array(names.shuffled(using: &random).prefix(5))
      let options = keys.map { key in
        Option(key, key, label: Text(verbatim: names.randomElement(using: &random) ?? "a"))
      }
      let single = ChoiceScreen("choice", "C?", options: options)
      for key in keys where single.typed(.string(key), in: environment) != nil {
        expectReadBack(single, .string(key), in: environment)
      }
      let several = MultipleChoiceScreen("choices", "C?", options: options)
      let clear = ClearNames(OptionFinder(options, in: environment))
      let chosen = keys.indices.filter { index in
        clear.typed(index, shortly: true) != nil && Bool.random(using: &random)
      }
      expectReadBack(several, .array(chosen.map { .string(keys[$0]) }), in: environment)
    }
  }

  @Test(arguments: environments)
  func `yes, no and pages are`(environment: FlowEnvironment) {
    expectReadBack(ConfirmScreen("c", "C?"), true, in: environment)
    expectReadBack(ConfirmScreen("c", "C?"), false, in: environment)
    expectReadBack(ReviewScreen("r", "R", page: []), true, in: environment)
  }

  private func edges(using random: inout SeededNumbers) -> [Int64] {
    [0, 1, -1, 9, 10, 99, 100, 101, 999, 1000, 1001, 123_456, -123_456, .max, .min]
      + (0..<100).map { _ in
        Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0...60, using: &random)
      }
  }
}

extension FixedDecimal {
  /// The digits with a dot so many places from their end.
  fileprivate static func shifted(_ digits: String, _ places: Int) -> String {
    guard places > 0 else { return digits }
    let isNegative = digits.hasPrefix("-")
    let plain = isNegative ? String(digits.dropFirst()) : digits
    let padded = String(repeating: "0", count: max(0, places + 1 - plain.count)) + plain
    return (isNegative ? "-" : "") + padded.dropLast(places) + "." + padded.suffix(places)
  }
}
