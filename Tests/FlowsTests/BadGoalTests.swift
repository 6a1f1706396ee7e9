import FlowTestSupport
import Flowline
import FoundationEssentials
import Testing

/// Every kind of name and target that is not taken: why, and that nothing is lost by it.
struct BadGoalTests {
  struct BadAnswer: Sendable, CustomTestStringConvertible {
    let what: String
    let text: String
    let code: Refusal.Code
    /// A part of what the person is told, in English.
    let advice: String

    init(_ what: String, _ text: String, _ code: Refusal.Code, _ advice: String) {
      self.what = what
      self.text = text
      self.code = code
      self.advice = advice
    }

    var testDescription: String { what }
  }

  @Test(arguments: [
    BadAnswer("nothing", "", .empty, "Type"),
    BadAnswer("spaces", "   ", .empty, "Type"),
    BadAnswer("spaces of other kinds", "\u{a0}\t\u{2003}", .empty, "Type"),
    BadAnswer("256 letters", String(repeating: "x", count: 256), .tooLong, "at most 255"),
    BadAnswer("emoji", String(repeating: "🚲", count: 128), .tooLong, "the limit is 255"),
    BadAnswer("a megabyte", String(repeating: "x", count: 1 << 20), .tooLong, "at most 255"),
    BadAnswer("a bell", "Ho\u{7}liday", .unprintable, "without it"),
  ])
  func `a name is refused with what to type instead`(bad: BadAnswer) throws {
    try inWorld { world in
      try world.walk("create-goal", "personal")
      try expect(bad, at: "create-goal/name", in: world)
      world.answer("Holiday")
      #expect(world.step == "create-goal/target")
    }
  }

  @Test(arguments: [
    BadAnswer("nothing", "", .empty, "150"),
    BadAnswer("zero", "0", .tooLow, "at least £0.01"),
    BadAnswer("zero with decimals", "£0.00", .tooLow, "at least £0.01"),
    BadAnswer("below zero", "-5", .tooLow, "150"),
    BadAnswer("a minus of another kind", "−5.00", .tooLow, "150"),
    BadAnswer("too many decimals", "12.345", .tooManyDecimals, "12.34 or 12345"),
    BadAnswer("another sign", "€500", .otherCurrency, "GBP"),
    BadAnswer("another code", "500 EUR", .otherCurrency, "GBP"),
    BadAnswer("letters", "a lot", .notANumber, "150"),
    BadAnswer("letters after digits", "12abc", .notANumber, "150"),
    BadAnswer("an exponent", "1e3", .notANumber, "150"),
    BadAnswer("more than there is", "99999999999999999999", .tooHigh, "150"),
  ])
  func `a target is refused with what to type instead`(bad: BadAnswer) throws {
    try inWorld { world in
      try world.walk("create-goal", "personal", "Holiday")
      try expect(bad, at: "create-goal/target", in: world)
      world.answer("500", "y")
      #expect(world.output?["target"]?["minorUnits"] == 50_000)
    }
  }

  private func expect(_ bad: BadAnswer, at step: String, in world: World) throws {
    let refusal = try world.refusal(of: .text(bad.text))
    #expect(refusal.code == bad.code)
    let english = refusal.message.resolved(in: World.environment("en_GB")).text
    let russian = refusal.message.resolved(in: World.environment("ru_RU")).text
    #expect(english.contains(bad.advice), "\(english)")
    #expect(russian != english)
    #expect(world.step == step)
  }

  @Test func `counts what the bank counts in Russian, too`() throws {
    try inWorld(locale: "ru_RU") { world in
      try world.walk("create-goal", "personal")
      let messages = try [128, 129, 130].map { count in
        let refusal = try world.refusal(of: .text(String(repeating: "🚲", count: count) + "x"))
        return refusal.message.resolved(in: world.environment).text.prefix(34)
      }
      #expect(
        messages == [
          "По подсчёту банка здесь 257 символ", "По подсчёту банка здесь 259 символ",
          "По подсчёту банка здесь 261 символ",
        ])
    }
  }
}
