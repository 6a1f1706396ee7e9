import BankFlows
import Flowline
import FlowlineHost
import FoundationEssentials
import SampleBank
import Testing

@testable import FlowlineMCP

/// What only a person answers, and who sent what.
struct ConsentTests {
  private let given: JSONValue = [
    "account": "personal", "answers": ["week": "last", "review": true, "goal": "trip"],
  ]

  /// A stage at which the round-up of a week waits for its confirmation.
  private func atConfirmation(_ client: AgentClient = Stage.client()) async throws -> (
    Stage, CallOutcome
  ) {
    let stage = try Stage.bank()
    return (stage, try await stage.call("round-up", given, client: client))
  }

  @Test func `money is moved by the person on a page, and by nobody else`() async throws {
    let (stage, outcome) = try await atConfirmation()
    let question = try #require(outcome.question)
    #expect(question.schema == nil)
    #expect(question.link?.hasPrefix("http://127.0.0.1:1/confirm/\(Stage.session)/") ?? false)
    #expect(question.message.contains("Amount: £3.20"))
    #expect(question.message.contains("Move £3.20 to “Trip”?"))
    // An agent that says that it was done has done nothing.
    let sealed = stage.tools.seal.seal(try #require(outcome.round))
    let claimed = try await stage.call(
      "round-up", given, accept(["confirm": true]), state: sealed)
    #expect(try await stage.host.state(of: stage.key).question?.prompt.id == "confirm")
    try await stage.answerOnPage(true)
    let after = try await stage.call(
      "round-up", given, nil, state: stage.tools.seal.seal(try #require(claimed.round)))
    #expect(after.question?.message.contains("Trip") ?? false)
    let journal = try await stage.host.journal(of: stage.key)
    #expect(journal.contains("commit transfer "))
  }

  @Test(
    arguments: [
      ["answer": true], ["answer": "yes"], ["answers": ["confirm": true]],
      ["answer": true, "acknowledge": true, "step": "confirm"],
    ] as [JSONValue])
  func `no argument passes the confirmation`(_ arguments: JSONValue) async throws {
    let (stage, _) = try await atConfirmation(Stage.client(nil))
    guard case .object(var members) = arguments else { return }
    members["session"] = .string(Stage.session)
    let outcome = try await stage.call(
      "resume-session", .object(members), client: Stage.client(nil))
    let reply = try #require(outcome.reply)
    #expect(reply.values["question"]?["personOnly"] == true)
    #expect(reply.values["question"]?["schema"] == nil)
    #expect(reply.words.hasPrefix("That answer is not accepted"))
    let journal = try await stage.host.journal(of: stage.key)
    #expect(!journal.contains("commit "))
  }

  @Test(arguments: ["confirm", "round-up/confirm"])
  func `no answer that is given beforehand passes it`(_ step: String) async throws {
    let stage = try Stage.bank()
    let outcome = try await stage.call("round-up", ["answers": .object([step: true])])
    #expect(outcome.reply?.isError == true)
    #expect(outcome.reply?.values["code"] == "personal")
    await #expect(throws: HostFault.self) { try await stage.host.state(of: stage.key) }
  }

  @Test func `a client that leads to no pages gets the link, and what will be done`() async throws {
    let (_, outcome) = try await atConfirmation(Stage.client(["form": [:]]))
    let reply = try #require(outcome.reply)
    #expect(reply.values["link"]?.string?.contains("/confirm/") ?? false)
    #expect(reply.words.contains("Move £3.20 to “Trip”?"))
    #expect(!reply.isError)
  }

  @Test func `a secret is typed on a page and nowhere else`() async throws {
    let question = Question("secret", SecretScreen("q", "Password?", length: 4...9))
    let stage = Stage(question.catalog, in: .usual, session: UUID(uuidString: Stage.session))
    let outcome = try await stage.call("one")
    #expect(outcome.question?.link != nil)
    let sent = try await stage.call(
      "resume-session", ["session": .string(Stage.session), "answer": "hunter2"],
      client: Stage.client(nil))
    #expect(sent.reply?.values["question"]?["personOnly"] == true)
    try await stage.answerOnPage("hunter2")
    let done = try await stage.call("resume-session", ["session": .string(Stage.session)])
    #expect(done.reply?.values["outcome"] == "finished")
    let told = try #require(done.reply).values.text
    #expect(!told.contains("hunter2"))
  }

  @Test func `a declined confirmation moves nothing`() async throws {
    let (stage, outcome) = try await atConfirmation()
    let declined = try await stage.call(
      "round-up", given, ["action": "decline"],
      state: stage.tools.seal.seal(try #require(outcome.round)))
    #expect(declined.reply?.values["outcome"] == "cancelled")
    let journal = try await stage.host.journal(of: stage.key)
    #expect(!journal.contains("commit "))
  }

  @Test func `the audit says who sent what, and the journal does not`() async throws {
    let (stage, outcome) = try await atConfirmation()
    try await stage.answerOnPage(true)
    _ = try await stage.call(
      "round-up", given, accept([:]), state: stage.tools.seal.seal(try #require(outcome.round)))
    let entries = try await stage.audit.entries(of: stage.key)
    #expect(entries.map(\.act) == [.start, .answer])
    #expect(entries.first?.sender == .agent("tester", round: nil))
    #expect(entries.last?.sender == .person)
    #expect(entries.last?.step?.description == "round-up/confirm")
    let journal = try await stage.host.journal(of: stage.key)
    #expect(!journal.contains("tester"))
  }
}
