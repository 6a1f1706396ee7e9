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

/// Says on a page that the bank has refused, asks whether that matters if it is to, and ends.
private struct Refused: Flow {
  enum End: Sendable {
    case declined, finished, asked
  }

  let id: FlowID = "create"
  let end: End

  func run(_ context: FlowContext) async throws -> Int {
    let row = Row("The bank has another request. Nothing was created", mark: .failure)
    try await context.show("refused", "Nothing was created") { row }
    if end == .asked {
      guard try await context.run(ConfirmScreen("sure", "Sure?")) else { throw FlowCancelled() }
    }
    if end == .declined { throw FlowCancelled() }
    return 1
  }
}

/// Says on a page that there is nothing to do, and ends.
private struct Idle: Flow {
  let id: FlowID = "idle"

  func run(_ context: FlowContext) async throws -> Int {
    let remark = Row("Come back tomorrow")
    try await context.leave(after: "none", "There is nothing here") {
      remark
      Row("Seen", "3")
    }
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
    let report = try walk.run(try #require(catalog[flow.id]))
    return EndDescription(
      report: report, words: Words(environment, from: Program.texts), takesInput: false,
      isKept: false,
      recalledPage: report.recalledPage(of: catalog, in: nil, or: environment))
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

  private static let ended = "It ended here, and nothing more will be done."

  @Test func `the page that a flow was declined behind is told, since nobody has seen it`() throws {
    let reason = "The bank has another request. Nothing was created."
    let end = try end(of: Refused(end: .declined))
    #expect(end.status == .cancelled)
    #expect(end.messages == [reason, Self.ended], "the title is in the row already")
    #expect(
      end.error == [
        "code": "declined", "message": .string("\(reason) \(Self.ended)"),
        "step": "create/refused",
      ])
    let idle = try self.end(of: Idle())
    #expect(idle.messages == ["There is nothing here. Come back tomorrow.", Self.ended])
  }

  @Test func `where it was shown programs alone are told it again`() throws {
    let unseen = try end(of: Refused(end: .declined))
    let seen = EndDescription(
      report: unseen.report, words: unseen.words, takesInput: true, isKept: false)
    #expect(seen.messages == [Self.ended])
    #expect(seen.error == unseen.error)
  }

  @Test func `what was not done is told also if the flow has finished`() throws {
    let end = try end(of: Refused(end: .finished))
    #expect(end.status == .finished)
    #expect(end.messages == ["The bank has another request. Nothing was created."])
    #expect(end.error["code"] == JSONValue.string("not-done"))
  }

  @Test func `a page that was answered beforehand is told as well`() throws {
    let end = try end(of: Refused(end: .declined), giving: [("refused", "yes")])
    #expect(end.messages.first == "The bank has another request. Nothing was created.")
    #expect(end.error["step"] == JSONValue.string("create/refused"))
  }

  @Test func `what was not done is told before the question that follows it`() throws {
    let end = try end(of: Refused(end: .asked))
    #expect(end.status == .unanswered)
    #expect(end.messages.first == "The bank has another request. Nothing was created.")
    #expect(end.messages.last?.hasPrefix("Error: The step “sure” needs an answer") == true)
    #expect(end.error["step"] == JSONValue.string("create/sure"))
    guard case .string(let message)? = end.error["message"] else {
      Issue.record("there is no message")
      return
    }
    #expect(message.hasPrefix("The bank has another request."))
  }

  @Test func `a no behind the page has no other reason`() throws {
    let end = try end(of: Refused(end: .asked), giving: [("sure", "no")])
    #expect(end.messages == [Self.ended])
    #expect(end.error["step"] == nil)
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
