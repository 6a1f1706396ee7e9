import Days
import Flowline
import FoundationEssentials
import Money
import Testing

/// A default that its own screen refuses is not offered.
struct DefaultTests {
  private static let dayBefore = Day(year: 2026, month: 11, day: 19)
  private static let day = Day(year: 2026, month: 11, day: 20)
  private static let dayAfter = Day(year: 2026, month: 11, day: 21)

  private static let refused: [any Screen] = [
    NumberScreen("n", "N?", in: 1...10, default: 11),
    NumberScreen("n", "N?", in: 1...10, default: 0),
    AmountScreen(
      "a", "A?", in: .gbp, minorUnits: 100...200, default: Money(minorUnits: 99, currency: .gbp)),
    AmountScreen(
      "a", "A?", in: .gbp, minorUnits: 100...200, default: Money(minorUnits: 201, currency: .gbp)),
    AmountScreen("a", "A?", in: .gbp, default: Money(minorUnits: 150, currency: .eur)),
    DecimalScreen("d", "D?", from: 1, to: 2, default: Decimal(3)),
    DecimalScreen("d", "D?", from: 1, to: 2, default: Decimal(0)),
    DateScreen("d", "D?", from: day, default: dayBefore),
    DateScreen("d", "D?", to: day, default: dayAfter),
    TextScreen("t", "T?", length: 2...3, default: "a"),
    TextScreen("t", "T?", length: 2...3, default: "abcd"),
    TextScreen("t", "T?", default: "  "),
    TextScreen("t", "T?", default: "a\u{1B}b"),
    LongTextScreen("l", "L?", length: 1...3, default: "abcd"),
    LongTextScreen("l", "L?", default: "a\u{1B}b"),
    PathScreen("p", "P?", default: ""),
    PathScreen("p", "P?", default: String(repeating: "a", count: 5000)),
    ChoiceScreen("c", "C?", options: [Option("a", 1)], default: "b"),
    NumberScreen("n", "N?", in: 1...10, default: 7).refusing("odd", "Even ones.") { $0 == 7 },
    AmountScreen("a", "A?", in: .gbp, default: Money(minorUnits: 150, currency: .gbp))
      .refusing("round", "Whole pounds.") { $0.minorUnits % 100 != 0 },
    DateScreen("d", "D?", default: day).refusing("holiday", "A working day.") { $0 == day },
    ConfirmScreen("c", "C?", default: true).refusing("no", "Say no.") { $0 },
    // A rule inside other words about the question, and one of several.
    TextScreen("t", "T?", default: "abc").refusing("taken", "Another one.") { $0 == "abc" }
      .refusing("long", "Shorter.") { $0.count > 5 }.help("Help."),
  ]

  private static let taken: [any Screen] = [
    NumberScreen("n", "N?", in: 1...10, default: 10),
    AmountScreen(
      "a", "A?", in: .gbp, minorUnits: 100...200, default: Money(minorUnits: 200, currency: .gbp)),
    DecimalScreen("d", "D?", from: 1, to: 2, default: Decimal(2)),
    DateScreen("d", "D?", from: day, to: day, default: day),
    TextScreen("t", "T?", length: 2...3, default: " abc "),
    TextScreen("t", "T?", length: 0...3, default: ""),
    LongTextScreen("l", "L?", default: "a\r\nb"),
    PathScreen("p", "P?", default: "~/a"),
    ChoiceScreen("c", "C?", options: [Option("a", 1)], default: "a"),
    NumberScreen("n", "N?", in: 1...10, default: 8).refusing("odd", "Even ones.") { $0 % 2 == 1 },
    ChoiceScreen("c", "C?", options: [Option("a", 1)], default: "a")
      .refusing("two", "Not two.") { $0 == 2 },
    OwnScreen(),
  ]

  @Test(arguments: refused.indices)
  func `one that is refused is none`(index: Int) {
    let controller = FlowController()
    controller.start(Asking(screen: Self.refused[index]), .test)
    #expect(controller.prompt?.defaultAnswer == nil && controller.prompt?.defaultText == nil)
    #expect(controller.answer("") != .accepted)
    controller.cancel()
  }

  @Test(arguments: taken.indices)
  func `one that is taken is offered`(index: Int) {
    let controller = FlowController()
    controller.start(Asking(screen: Self.taken[index]), .test)
    #expect(controller.prompt?.defaultAnswer != nil)
    #expect(controller.answer("") == .accepted)
  }
}

/// A screen of a program's own, whose default is its question's.
private struct OwnScreen: Screen {
  typealias Output = Int

  var question = Question("own", "How many?")

  init() { question.defaultAnswer = 4 }

  func kind(in environment: FlowEnvironment) -> PromptKind { .number(0...9) }

  func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<Int>, Refusal> {
    answer == .json(4)
      ? .success(Accepted(4, recorded: 4)) : .failure(Refusal("other", "Not the default."))
  }
}

/// Asks a screen of any kind.
private struct Asking: Flow {
  let id: FlowID = "asking"
  let title: Text = "Asking"
  let screen: any Screen

  nonisolated(nonsending) func run(_ context: FlowContext) async throws -> Bool {
    try await Self.ask(screen, context)
    return true
  }

  private nonisolated(nonsending) static func ask<Asked: Screen>(
    _ screen: Asked, _ context: FlowContext
  ) async throws {
    _ = try await context.run(screen)
  }
}
