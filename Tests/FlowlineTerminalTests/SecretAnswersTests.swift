import Flowline
import Testing

@testable import FlowlineTerminal

/// Asks for a secret alone.
private struct Safe: Flow {
  let id: FlowID = "safe"

  func run(_ context: FlowContext) async throws -> String {
    _ = try await context.run(SecretScreen("pin", "PIN?", length: 4...8))
    return "open"
  }
}

struct SecretAnswersTests {
  private func walk(
    _ answer: Answer, for step: String = "pin", from origin: PreparedAnswers.Origin
  ) throws -> (WalkReport, shown: String) {
    let stage = try Stage()
    var prepared = PreparedAnswers()
    prepared.add(answer, for: step, from: origin)
    let walk = Walk(
      on: stage.surface, from: NoLineReader(), in: stage.environment, histories: stage.histories,
      mode: WalkMode(isAttended: false, showsPrompts: true), answers: prepared, wake: {})
    var catalog = FlowCatalog()
    catalog.add(Safe(), summary: "")
    let report = try walk.run(try #require(catalog["safe"]))
    return (report, (stage.messages + stage.results).joined(separator: "\n"))
  }

  @Test(arguments: [PreparedAnswers.Origin.argument, .link])
  func `a secret of the command line is refused with what to do instead`(
    origin: PreparedAnswers.Origin
  ) throws {
    let (report, shown) = try walk("1234", from: origin)
    guard case .refused(let prompt, let refusal) = report.end else {
      Issue.record("it was not refused")
      return
    }
    #expect(prompt.id == "pin" && refusal.code == "secret-as-argument")
    let message = refusal.message.resolved(in: try Stage.environment("en")).text
    #expect(message.contains("--secret pin=FILE"))
    #expect(!shown.contains("1234") && !message.contains("1234"))
  }

  @Test func `a secret of a place for secrets answers its step and is never shown`() throws {
    let (report, shown) = try walk("1234", from: .secret)
    guard case .finished("open")? = report.outcome else {
      Issue.record("it did not finish")
      return
    }
    #expect(!shown.contains("1234") && !report.journal.text.contains("1234"))
    #expect(report.unusedAnswers.isEmpty)
  }

  @Test func `a secret that nobody asks for is told by its step`() throws {
    let (report, _) = try walk("1234", for: "code", from: .secret)
    #expect(report.unusedAnswers == ["code"])
    guard case .missing(let prompt) = report.end else {
      Issue.record("nothing is missing")
      return
    }
    #expect(prompt.id == "pin")
  }
}
