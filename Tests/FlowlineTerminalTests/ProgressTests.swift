import Flowline
import Testing

@testable import FlowlineTerminal

/// Where one is, and how far that is.
struct ProgressTests {
  private struct CountedFlow: Flow {
    let id: FlowID = "counted"
    let steps: ClosedRange<Int>?

    func run(_ context: FlowContext) async throws -> Int {
      let one = try await context.run(NumberScreen("one", "One?"))
      return try await one + context.run(NumberScreen("two", "Two?"))
    }
  }

  private func trail(
    _ steps: ClosedRange<Int>?, _ language: String = "en", look: Look = .bare, columns: Int = 40
  ) throws -> [String] {
    let stage = try Stage(language, look: look)
    stage.columns = columns
    let controller = FlowController()
    controller.start(CountedFlow(steps: steps), SessionOptions(environment: stage.environment))
    controller.answer("1")
    return stage.renderer.trail(of: try #require(controller.prompt))
  }

  @Test(
    arguments: [
      (nil, "step 2"), (3...3, "step 2 of 3"), (2...7, "step 2 of 2–7"),
      (1...1, "step 2"), (1...2, "step 2 of 2"),
    ] as [(ClosedRange<Int>?, String)])
  func `no more is said than is known`(steps: ClosedRange<Int>?, text: String) throws {
    let line = try trail(steps)
    #expect(line == ["Counted · \(text)"])
  }

  @Test func `where there is no room it stands on its own`() throws {
    #expect(try trail(3...7, columns: 22) == ["Counted", "step 2 of 3–7"])
    #expect(try trail(3...7, columns: 23) == ["Counted · step 2 of 3–7"])
  }

  @Test func `plain mode says it in the sentence`() throws {
    #expect(try trail(3...7, look: .plain) == ["Step 2 of 3 to 7: counted, two."])
    #expect(try trail(nil, look: .plain) == ["Step 2: counted, two."])
  }

  @Test(arguments: [
    (3...5, "шаг 2 из 3–5", "Шаг 2, всего от 3 до 5 шагов: counted, two."),
    (3...21, "шаг 2 из 3–21", "Шаг 2, всего от 3 до 21 шага: counted, two."),
    (3...22, "шаг 2 из 3–22", "Шаг 2, всего от 3 до 22 шагов: counted, two."),
    (4...4, "шаг 2 из 4", "Шаг 2 из 4: counted, two."),
  ])
  func `Russian has its plurals`(steps: ClosedRange<Int>, text: String, sentence: String) throws {
    #expect(try trail(steps, "ru") == ["Counted · \(text)"])
    #expect(try trail(steps, "ru", look: .plain, columns: 80) == [sentence])
  }
}
