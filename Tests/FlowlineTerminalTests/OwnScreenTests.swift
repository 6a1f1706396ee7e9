import Flowline
import OwnScreens
import Testing

@testable import FlowlineTerminal

/// Kinds of questions that Flowline does not know, at a terminal.
struct OwnScreenTests {
  @Test func `the question says what is accepted, and a refusal what is wrong`() throws {
    let stage = try Stage()
    stage.columns = 80
    let report = try stage.walk(
      OwnFlow(), "GB34 BUKB 2020 1555 5555 55", "gb33 bukb 2020 1555 5555 55", "", "")
    #expect(report.journal.isEnded)
    #expect(
      stage.messages.filter { !$0.isEmpty }.prefix(4) == [
        "Own · step 1", "Which account?",
        "An account number of 15 to 34 letters and digits.",
        "Error: This is not an account number. Look for a wrong character.",
      ], "\(stage.messages)")
    #expect(report.journal.answers.map(\.value) == ["GB33BUKB20201555555555", .null])
  }

  @Test func `so it does when it is read to somebody, in their language`() throws {
    let stage = try Stage("ru", look: .plain)
    stage.columns = 80
    _ = try stage.walk(OwnFlow(), ":quit")
    #expect(
      stage.messages.contains { $0.contains("Номер счёта: от 15 до 34 букв и цифр.") },
      "\(stage.messages)")
  }

  @Test func `what was understood shows while it is typed`() throws {
    let controller = FlowController()
    controller.start(IBANScreen("account", "Which account?"))
    let kind = try #require(controller.prompt?.kind)
    let reading = LiveReading(controller: controller, kind: kind) { _ in
      CompletionResult(replacing: "", with: [])
    }
    #expect(
      reading.ghost(behind: "gb33bukb20201555555555") == .remark("= GB33 BUKB 2020 1555 5555 55"))
    #expect(reading.ghost(behind: "gb33") == nil)
  }
}
