import Testing

@testable import Flowline

/// Ranges whose ends are the same: a person is told the one value, and no range.
struct OneValueRangeTests {
  /// What is accepted, in English and in Russian.
  private func accepts(_ kind: PromptKind) -> [String] {
    [FlowEnvironment.test, .russian].map { kind.accepts(in: $0).text }
  }

  private func choices(_ count: Int) -> [Choice] {
    (0..<count).map {
      Choice(key: "\($0)", label: LocalizedText(key: nil, text: "Choice \($0)"))
    }
  }

  @Test func `one option has the number 1`() {
    #expect(
      accepts(.choice(choices(1)))
        == ["The number 1, or part of the name.", "Номер 1 или часть названия."])
    let screen = ChoiceScreen("c", "C?", options: [Option("a", 1, label: "One")])
    #expect(
      refusal(of: screen, "zzz")
        == "“zzz” is not one of the choices. Type 1, or part of its name.")
    #expect(
      refusal(of: screen, "zzz", in: .russian)
        == "«zzz» нет в списке. Введите 1 или часть названия.")
  }

  @Test func `among one option no range is offered`() {
    let screen = MultipleChoiceScreen("c", "C?", options: [Option("a", 1, label: "One")])
    #expect(refusal(of: screen, "2-1") == "“2-1” is not a range: the only number is 1.")
    #expect(
      refusal(of: screen, "2-1", in: .russian)
        == "«2-1»\u{A0}— не диапазон: номер здесь только один, 1.")
  }

  @Test func `so many and no others are chosen exactly`() {
    #expect(
      accepts(.choices(choices(3), count: 2...2)) == [
        "Numbers or names separated by commas; choose exactly 2.",
        "Номера или названия через запятую; нужно выбрать ровно 2.",
      ])
    let options = ["a", "b", "c"].map { Option($0, $0) }
    let screen = MultipleChoiceScreen("c", "C?", options: options, count: 2...2)
    #expect(refusal(of: screen, "a") == "You chose 1. Choose exactly 2.")
    #expect(refusal(of: screen, "a", in: .russian) == "Выбрано: 1. Нужно выбрать ровно 2.")
  }

  @Test func `a secret of one length has exactly so many characters`() {
    #expect(
      accepts(.secret(length: 4...4, isRepeated: false))
        == ["Exactly 4 characters.", "Ровно 4 символа."])
    #expect(
      accepts(.secret(length: 1...1, isRepeated: false))
        == ["Exactly 1 character.", "Ровно 1 символ."])
  }

  @Test func `one number, amount or day is the only one`() {
    #expect(accepts(.number(7...7)) == ["Only the number 7.", "Только число 7."])
    #expect(
      accepts(.decimal(fractionDigits: 1, least: "2.5", most: "2.5"))
        == ["Only the number 2.5.", "Только число 2,5."])
    #expect(
      accepts(.amount(currency: "GBP", exponent: 2, minorUnits: 150...150))
        == ["Only the amount £1.50.", "Только сумма 1,50\u{A0}£."])
    for text in accepts(.date(first: "2026-11-20", last: "2026-11-20")) {
      #expect(text.contains("2026") && !text.contains(" to ") && !text.contains(" до "), "\(text)")
    }
  }

  @Test(arguments: [
    PromptKind.number(3...3), .amount(currency: "GBP", exponent: 2, minorUnits: 3...3),
    .decimal(fractionDigits: 0, least: "3", most: "3"), .secret(length: 3...3, isRepeated: true),
    .date(first: "2026-11-20", last: "2026-11-20"),
  ])
  func `nothing is from one value to the same`(kind: PromptKind) {
    #expect(kind.accepts(in: .test).key?.hasSuffix(".only") == true)
  }
}
