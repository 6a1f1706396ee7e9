import BankFlows
import FlowTestSupport
import Flowline
import FlowlineHost
import FoundationEssentials
import SampleBank
import Testing

@testable import FlowlineMCP

/// Rounds that a client carries: sealed, bound, once.
struct RoundTests {
  /// A stage at which the first question of `create-goal` waits, with its round.
  private func begun() async throws -> (Stage, Round, String) {
    let stage = try Stage.bank()
    let round = try #require(try await stage.call("create-goal").round)
    return (stage, round, try #require(stage.tools.seal.seal(round)))
  }

  private let answer = accept(["account": "personal"])

  private func answers(_ stage: Stage) async throws -> Int {
    try await stage.host.state(of: stage.key).answers
  }

  /// That a call with a round is refused as none of ours.
  private func expectRefused(
    _ state: String, at stage: Stage, to tool: String = "create-goal",
    _ arguments: JSONValue = [:], by user: UserID = Stage.user,
    _ place: SourceLocation = #_sourceLocation
  ) async {
    let error = await #expect(throws: RPCError.self, sourceLocation: place) {
      try await stage.call(tool, arguments, answer, state: state, by: user)
    }
    #expect(error?.code == .invalidParams, sourceLocation: place)
    #expect(error?.data?["code"] == "round-altered", sourceLocation: place)
  }

  @Test func `a round that was altered is not taken up, wherever it was`() async throws {
    let (stage, _, sealed) = try await begun()
    for place in stride(from: 0, to: sealed.utf8.count, by: 7) {
      var bytes = Array(sealed.utf8)
      bytes[place] = bytes[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      let altered = String(decoding: bytes, as: UTF8.self)
      guard altered != sealed else { continue }
      await expectRefused(altered, at: stage)
    }
    #expect(try await answers(stage) == 0)
  }

  @Test func `a round is its own user's, tool's and arguments'`() async throws {
    let (stage, _, sealed) = try await begun()
    await expectRefused(sealed, at: stage, by: "eve")
    await expectRefused(sealed, at: stage, to: "round-up")
    await expectRefused(sealed, at: stage, ["name": "x"])
    #expect(try await answers(stage) == 0)
  }

  @Test func `a round of another key, or none at all, is not taken up`() async throws {
    let (stage, round, _) = try await begun()
    let other = RoundSeal(
      key: Array(repeating: 8, count: 32), keepingIn: MemoryValueStore(), clock: stage.host.clock)
    for state in [other.seal(round) ?? "", "", "AQ", "no round"] {
      await expectRefused(state, at: stage)
    }
  }

  @Test func `a round expires, and its session goes on`() async throws {
    let (stage, round, _) = try await begun()
    var old = round
    old.expires = Int(stage.host.clock.now.timeIntervalSince1970) - 1
    let outcome = try await stage.call(
      "create-goal", [:], answer, state: stage.tools.seal.seal(old))
    #expect(outcome.reply?.values["code"] == "round-expired")
    let resumed = try await stage.call(
      "resume-session", ["session": .string(Stage.session), "answer": "personal"])
    #expect(resumed.question?.schema?["properties"]?["target"] != nil)
  }

  @Test func `a round that is sent again changes nothing, and tells where the session is`()
    async throws
  {
    let (stage, _, sealed) = try await begun()
    _ = try await stage.call("create-goal", [:], answer, state: sealed)
    let again = try await stage.call(
      "create-goal", [:], accept(["account": "business"]), state: sealed)
    #expect(again.question?.message.hasPrefix("Another answer to this question was sent") ?? false)
    let same = try await stage.call("create-goal", [:], answer, state: sealed)
    #expect(same.question?.message.hasPrefix("This answer was accepted before.") ?? false)
    #expect(try await answers(stage) == 1)
    let journal = try await stage.host.journal(of: stage.key)
    #expect(journal.contains("answer account \"personal\""))
  }

  @Test func `a round whose answer could not be stored is taken up when it is sent again`()
    async throws
  {
    let faults = StoreFaults()
    let stage = Stage(
      BankFlows.catalog(bank: try SampleBank.make(in: .usual)), in: .usual,
      session: UUID(uuidString: Stage.session),
      store: FailingStore(base: MemoryJournalStore(), faults))
    let round = try #require(try await stage.call("create-goal").round)
    let sealed = try #require(stage.tools.seal.seal(round))
    faults.fail { lines, _ in lines.contains("answer") }
    let failed = try await stage.call("create-goal", [:], answer, state: sealed)
    #expect(failed.reply?.isError == true)
    faults.end()
    let again = try await stage.call("create-goal", [:], answer, state: sealed)
    #expect(again.question?.schema?["properties"]?["target"] != nil)
    #expect(again.question?.message.hasPrefix("This answer was accepted before.") == false)
    #expect(try await answers(stage) == 1)
  }

  @Test func `a round is taken up once, also after going back to its question`() async throws {
    let (stage, _, sealed) = try await begun()
    _ = try await stage.call("create-goal", [:], answer, state: sealed)
    _ = try await stage.call("back-in-session", ["session": .string(Stage.session)])
    _ = try await stage.call("create-goal", [:], answer, state: sealed)
    #expect(try await answers(stage) == 0)
  }

  @Test func `a round is taken up once, also by another process`() async throws {
    let (stage, _, sealed) = try await begun()
    _ = try await stage.call("create-goal", [:], answer, state: sealed)
    _ = try await stage.call("back-in-session", ["session": .string(Stage.session)])
    // What is kept is what processes share: another one has taken no round up yet.
    let second = SessionTools(stage.host, stage.server.settings) { .usual }
    let call = try ToolCall(
      [
        "name": "create-goal", "arguments": [:], "requestState": .string(sealed),
        "inputResponses": ["answer": answer],
      ], by: Stage.user, Stage.client(), progress: nil)
    _ = try await second.perform(call)
    #expect(try await answers(stage) == 0)
  }

  @Test func `what one server asked is answered at another, and once at all of them`()
    async throws
  {
    let (sessions, values) = (MemoryJournalStore(), MemoryValueStore())
    var settings: [MCPSettings] = []
    for _ in 0..<2 { settings.append(try await MCPSettings(over: values)) }
    #expect(settings[0].sealKey == settings[1].sealKey)
    let bank = BankFlows.catalog(bank: try SampleBank.make(in: .usual))
    let stages = settings.map { settings in
      Stage(bank, in: .usual, session: UUID(uuidString: Stage.session), store: sessions) {
        ($0.values, $0.sealKey) = (settings.values, settings.sealKey)
      }
    }
    let round = try #require(try await stages[0].call("create-goal").round)
    let sealed = try #require(stages[0].tools.seal.seal(round))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          _ = try await stages[number % 2].call(
            "create-goal", [:], accept(["account": "personal"]), state: sealed)
        }
      }
      try await group.waitForAll()
    }
    let text = try #require(sessions.text(of: stages[0].key))
    #expect(text.split(separator: "\n").count { $0.hasPrefix("answer ") } == 1)
  }

  @Test func `of two calls at once with one round, one is done`() async throws {
    let (stage, _, sealed) = try await begun()
    async let first = stage.call(
      "create-goal", [:], accept(["account": "personal"]), state: sealed)
    async let second = stage.call(
      "create-goal", [:], accept(["account": "personal"]), state: sealed)
    _ = try await (first, second)
    #expect(try await answers(stage) == 1)
    #expect(
      try await stage.host.journal(of: stage.key).split(separator: "\n")
        .count { $0.hasPrefix("answer ") } == 1)
  }

  /// Asks for two things at once.
  private struct OrderFlow: Flow {
    let id: FlowID = "order"

    func run(_ context: FlowContext) async throws -> String {
      let (name, count) = try await context.all(
        TextScreen("name", "Name?"), NumberScreen("count", "How many?", in: 1...9))
      return "\(name) \(count)"
    }
  }

  @Test
  func `a session that was forgotten is not begun again by a question beside an answered one`()
    async throws
  {
    var catalog = FlowCatalog()
    catalog.add(OrderFlow(), summary: "An order")
    let stage = Stage(catalog, in: .usual, session: UUID(uuidString: Stage.session))
    let first = try #require(try await stage.call("order").round)
    let outcome = try await stage.call(
      "order", [:], accept(["name": "Ada"]), state: stage.tools.seal.seal(first))
    let second = try #require(outcome.round)
    #expect(first.answers == 0)
    #expect(second.answers == 1)
    try await stage.host.forget(stage.key)
    let late = try await stage.call(
      "order", [:], accept(["count": "3"]), state: stage.tools.seal.seal(second))
    #expect(late.question == nil)
    await #expect(throws: HostFault.self) { try await stage.host.state(of: stage.key) }
  }

  @Test func `empty answers are asked again, and then told with how to go on`() async throws {
    let (stage, round, _) = try await begun()
    var outcome = CallOutcome.ask(.init(message: "", schema: nil, link: nil), round)
    for _ in 0..<stage.server.settings.repeats {
      outcome = try await stage.call(
        "create-goal", [:], accept([:]),
        state: stage.tools.seal.seal(try #require(outcome.round)))
      #expect(outcome.question?.message.hasPrefix("The answer was empty.") ?? false)
    }
    outcome = try await stage.call(
      "create-goal", [:], accept([:]), state: stage.tools.seal.seal(try #require(outcome.round)))
    #expect(outcome.reply?.values["session"] == .string(Stage.session))
    #expect(outcome.reply?.values["question"]?["schema"] != nil)
  }

  @Test func `a missing answer is asked for again`() async throws {
    let (stage, _, sealed) = try await begun()
    let outcome = try await stage.call("create-goal", [:], nil, state: sealed)
    #expect(outcome.question != nil)
    #expect(try await answers(stage) == 0)
  }

  @Test func `before a client's limit of rounds a call returns with its session`() async throws {
    var outcome = try await Stage.bank { $0.rounds = 2 }.call("create-goal")
    let stage = try Stage.bank { $0.rounds = 2 }
    outcome = try await stage.call("create-goal")
    outcome = try await stage.call(
      "create-goal", [:], answer, state: stage.tools.seal.seal(try #require(outcome.round)))
    outcome = try await stage.call(
      "create-goal", [:], accept(["name": "Bike", "target": "250"]),
      state: stage.tools.seal.seal(try #require(outcome.round)))
    let reply = try #require(outcome.reply)
    #expect(reply.values["state"] == "asking")
    #expect(reply.values["question"]?["step"] == "create-goal/confirm")
    let resumed = try await stage.call("resume-session", ["session": .string(Stage.session)])
    #expect(resumed.question != nil)
  }
}
