import Flowline
import FlowlineTesting
import Testing

/// Warnings and checks in a test of a flow.
struct AskingTests {
  private struct NameFlow: Flow {
    let id: FlowID = "name"
    var steps: ClosedRange<Int>? { 2...2 }

    func run(_ context: FlowContext) async throws -> String {
      let screen = TextScreen("name", "Your name?")
        .warning("short") { name, _ in name.count < 3 ? "That is short. Go on?" : nil }
      let name = try await context.run(
        screen, checking: { $0 == "Ada" ? Refusal("taken", "Somebody has it.") : nil })
      return try await context.run(ConfirmScreen("sure", "Sure?")) ? name : ""
    }
  }

  @Test func `walks through what is asked back about, and what a check refuses`() throws {
    let tester = FlowTester(NameFlow())
    #expect(tester.prompt?.progress == StepProgress(number: 1, total: 2...2))
    tester.expect("name", warnsAbout: "Al", with: "short")
    tester.expect("name", refuses: "Ada", with: "taken")
    tester.answer("name", "Al", acknowledging: true)
    tester.answer("sure", true)
    #expect(try tester.finished() == "Al")
  }

  @Test func `is not content with a warning or a check's refusal it was not told of`() throws {
    let tester = FlowTester(NameFlow())
    try expectIssue(saying: "`name` refused the answer: short (“That is short. Go on?”)") {
      tester.answer("name", "Al")
    }
    try expectIssue(saying: "`name` refused the answer: taken (“Somebody has it.”)") {
      tester.answer("name", "Ada")
    }
    try expectIssue(saying: "was to ask back with short: taken") {
      tester.expect("name", warnsAbout: "Ada", with: "short")
    }
    try expectIssue(saying: "took the answer, it was to ask back with short") {
      tester.expect("name", warnsAbout: "Grace", with: "short")
    }
  }
}
