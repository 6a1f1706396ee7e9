import FlowTestSupport
import Flowline
import FlowlineTerminal
import Foundation
import Testing

@testable import FlowlineProgram

/// Asks for an account number, and for one of many things.
private struct Transfer: Flow {
  let id: FlowID = "transfer"

  func run(_ context: FlowContext) async throws -> Int {
    _ = try await context.run(TextScreen("iban", "Which account?"))
    let options = (1...205).map { Option("c\($0)", $0) }
    return try await context.run(ChoiceScreen("reason", "What for?", options: options))
  }
}

/// What a command says of a run that nobody could be asked in.
struct EndDescriptionTests {
  private let environment = FlowEnvironment(
    locale: Locale(identifier: "en_GB"), timeZone: .gmt, now: Date(timeIntervalSince1970: 0))

  private func end(giving answers: [(String, Answer)]) throws -> EndDescription {
    try end(of: Transfer(), giving: answers)
  }

  private func end(
    of flow: some Flow, giving answers: [(String, Answer)] = []
  ) throws -> EndDescription {
    var catalog = FlowCatalog()
    catalog.add(flow, summary: "A transfer.")
    var prepared = PreparedAnswers()
    for (step, answer) in answers { prepared.add(answer, for: step) }
    let surface = Surface(
      look: Look(Settings().terminal), message: { _ in }, result: { _ in }, columns: { 80 })
    let walk = Walk(
      on: surface, from: NoLineReader(), in: environment,
      histories: PromptHistories(directory: nil),
      mode: WalkMode(isAttended: false, showsPrompts: false), answers: prepared)
    return EndDescription(
      report: try walk.run(try #require(catalog[flow.id])),
      words: Words(environment, from: Program.texts), takesInput: false, isKept: false)
  }

  @Test(arguments: [("ibn", true), ("ibna", true), ("pin", false), ("fee", false)])
  func `a name that may be that of a later step is not taken for a slip`(
    step: String, isSlip: Bool
  ) throws {
    let message = try end(giving: [(step, "1")]).messages.joined()
    #expect(message.contains("“iban” needs an answer"))
    #expect(message.contains("Did you mean “iban”?") == isSlip, "\(message)")
  }

  @Test func `of many choices the first are listed, and programs get all of them`() throws {
    let end = try end(giving: [("iban", "GB33")])
    let message = end.messages.joined()
    #expect(
      message.contains("c19, c20, and 185 more; “flows describe transfer” lists all of them."))
    #expect(!message.contains("c21"))
    guard case .array(let choices)? = end.error["choices"] else {
      Issue.record("there are no choices")
      return
    }
    #expect(choices.count == 205)
  }

  @Test(arguments: [(true, "done-unrecorded"), (false, "outcome-unknown")])
  func `programs are told apart what was done and what may have been`(
    isDone: Bool, code: String
  ) throws {
    let end = try end(of: HeldPayment(isDone: isDone))
    #expect(end.status == .failed)
    #expect(end.error["code"] == JSONValue.string(code))
    let message = end.messages.joined()
    #expect(message.contains("It is not known whether") != isDone, "\(message)")
  }
}
