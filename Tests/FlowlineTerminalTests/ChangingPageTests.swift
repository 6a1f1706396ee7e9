import Flowline
import TestSupport
import Testing

@testable import FlowlineTerminal

/// A question that is put anew while somebody types at it.
struct ChangingPageTests {
  /// Asks for a name until it is told; something that comes from outside has it ask anew.
  private struct ChangingFlow: Flow {
    let id: FlowID = "changing"
    let gate: Gate<Void>

    func run(_ context: FlowContext) async throws -> String {
      let name = try await context.first(
        of: TextScreen("name", "The old page?"),
        Load("change") { [gate] in
          await gate.wait()
          return "changed"
        })
      guard name == "changed" else { return name }
      return try await context.run(TextScreen("name", "The new page?"))
    }
  }

  /// Has the page changed, and waits for it.
  private static func change(_ gate: Gate<Void>, _ controller: FlowController) {
    gate.open()
    while controller.prompt?.question.text != "The new page?" { controller.waitUntilSettled() }
  }

  @Test func `what is half typed is offered at the new page`() throws {
    let stage = try Stage()
    let gate = Gate<Void>()
    let source = ThinkingSource()
    let report = try stage.walk(ChangingFlow(gate: gate), from: source) {
      controller, round in
      if round > 0 { return "Ada" }
      Self.change(gate, controller)
      return .woken(text: "Ad")
    }
    #expect(stage.messages.contains("The new page?"))
    #expect(source.offered == ["", "Ad"])
    #expect(report.outcome?.result == "Ada")
  }

  @Test func `a line that comes too late is offered at the new page`() throws {
    let stage = try Stage()
    let gate = Gate<Void>()
    let source = ThinkingSource()
    let report = try stage.walk(ChangingFlow(gate: gate), from: source) {
      controller, round in
      if round > 0 { return "Ada Lovelace" }
      Self.change(gate, controller)
      return "Ada"
    }
    #expect(stage.messages.contains("The new page?"))
    #expect(!stage.messages.contains { $0.hasPrefix("Error") })
    #expect(source.offered == ["", "Ada"])
    #expect(report.outcome?.result == "Ada Lovelace")
  }

  @Test func `without anybody at the keyboard the line answers the new page`() throws {
    let stage = try Stage()
    let gate = Gate<Void>()
    let report = try stage.walk(
      ChangingFlow(gate: gate), mode: WalkMode(isAttended: false)
    ) { controller, round in
      if round > 0 { return .endOfInput }
      Self.change(gate, controller)
      return "Ada"
    }
    #expect(report.outcome?.result == "Ada")
  }

  @Test func `nothing changes where the page stays`() throws {
    let stage = try Stage()
    let gate = Gate<Void>()
    let report = try stage.walk(ChangingFlow(gate: gate)) { _, round in
      round == 0 ? .woken(text: "Ad") : "Ada"
    }
    #expect(report.outcome?.result == "Ada")
    #expect(!stage.messages.contains("The new page?"))
    gate.open()
  }
}
