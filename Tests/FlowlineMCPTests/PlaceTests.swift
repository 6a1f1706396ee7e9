import Flowline
import FlowlineHost
import FlowlineTesting
import FoundationEssentials
import Testing

@testable import FlowlineMCP

/// Flows in places of their own, and nested flows that are ended by name, for agents: rules 4, 9 and 10.
struct PlaceTests {
  /// A stage of the standard walks' parcel, whose address is asked for in a modal place.
  private func parcel(_ language: String = "en_GB") throws -> Stage {
    let walk = try #require(Walk.standard.first { $0.flow == "parcel" })
    let environment = FlowEnvironment(
      locale: Locale(identifier: language), timeZone: .gmt, now: FlowEnvironment.usual.now)
    return Stage(try walk.catalog(), in: environment, session: UUID(uuidString: Stage.session))
  }

  /// Answers by forms, and returns what is asked then.
  private func asked(
    _ stage: Stage, _ answers: JSONValue...
  ) async throws -> CallOutcome {
    var outcome = try await stage.call("parcel")
    for answer in answers {
      let round = try #require(outcome.round)
      outcome = try await stage.call(
        "parcel", [:], accept(answer), state: stage.tools.seal.seal(round))
    }
    return outcome
  }

  private func journal(_ stage: Stage) async throws -> String {
    try await stage.host.journal(of: stage.key)
  }

  // MARK: - Forms

  @Test func `rule 10: a question in a place begins with the place's title`() async throws {
    let first = try #require(try await asked(try parcel()).question)
    #expect(!first.message.contains("Address"))
    #expect(first.schema?["properties"]?["close-it"] == nil)
    let modal = try #require(try await asked(try parcel(), ["weight": 3]).question)
    #expect(modal.message == "Address\n\nFor whom?")
    let pushed = try #require(
      try await asked(try parcel(), ["weight": 3], ["name": "Ada"]).question)
    #expect(pushed.message.hasPrefix("Locker\n\n"))
  }

  @Test func `rule 9: a form can close the place, whose flow is dismissed`() async throws {
    let stage = try parcel()
    let question = try #require(try await asked(stage, ["weight": 3]).question)
    let close = try #require(question.schema?["properties"]?["close-it"])
    #expect(close["type"] == "boolean" && close["title"] == "Close “Address” instead")
    #expect(SchemaCheck(try #require(question.schema), "2026-07-28").faults == [])
    let other = try parcel()
    let after = try await asked(other, ["weight": 3], ["close-it": true])
    #expect(after.question?.message == "A note?")
    #expect(try await journal(other).contains("\ncancel address dismissed\n"))
  }

  @Test func `what closes a place is said in the person's language`() async throws {
    let question = try #require(try await asked(try parcel("ru_RU"), ["weight": 3]).question)
    #expect(question.schema?["properties"]?["close-it"]?["title"] == "Закрыть «Address»")
  }

  @Test func `a run of AG-UI names the place, and closes it`() async throws {
    let stage = try parcel()
    let flows = AGUIFlows(stage.server)
    var last: JSONValue = [:]
    var payloads: [JSONValue] = [["weight": 3], ["close-it": true]]
    await flows.run("parcel", ["threadId": "t", "runId": "r"], of: Stage.user) { last = $0 }
    var messages: [JSONValue?] = []
    while let interrupt = last["outcome"]?["interrupts"]?.first {
      messages.append(interrupt["message"])
      guard !payloads.isEmpty, let id = interrupt["id"] else { break }
      let resume: JSONValue = [
        ["interruptId": id, "status": "resolved", "payload": payloads.removeFirst()]
      ]
      await flows.run(
        "parcel", ["threadId": "t", "runId": "r2", "resume": resume], of: Stage.user
      ) { last = $0 }
    }
    #expect(
      messages == ["How many kilograms does it weigh?", "Address\n\nFor whom?", "A note?"])
  }

  // MARK: - Tools

  /// A stage whose session asks for the number of a locker, for a client that asks nobody.
  private func atLocker() async throws -> (stage: Stage, reply: ToolReply) {
    let stage = try parcel()
    var reply = try await stage.call("parcel", client: Stage.client(nil)).reply
    for answer in [3, "Ada"] as [JSONValue] {
      reply = try await stage.call(
        "resume-session", ["session": .string(Stage.session), "answer": answer],
        client: Stage.client(nil)
      ).reply
    }
    return (stage, try #require(reply))
  }

  private func leave(_ stage: Stage, _ arguments: [String: JSONValue]) async throws -> ToolReply {
    let session: [String: JSONValue] = ["session": .string(Stage.session)]
    return try #require(
      try await stage.call(
        "leave-session", .object(session.merging(arguments) { $1 }), client: Stage.client(nil)
      ).reply)
  }

  @Test func `a result names the place that its question is shown in`() async throws {
    let (_, reply) = try await atLocker()
    #expect(reply.values["question"]?["step"] == "parcel/address/locker/number")
    #expect(reply.values["question"]?["place"] == ["title": "Locker", "style": "pushed"])
  }

  @Test func `rule 4: a flow in the middle is left by its path`() async throws {
    let (stage, _) = try await atLocker()
    let left = try await leave(stage, ["flow": "parcel/address"])
    #expect(left.values["question"]?["step"] == "parcel/note")
    #expect(left.values["question"]?["place"] == nil)
    #expect(try await journal(stage).contains("\ncancel address user\n"))
    let again = try await leave(stage, ["flow": "parcel/address"])
    #expect(again.words.hasPrefix("That flow is not open."))
    #expect(again.values["question"]?["step"] == "parcel/note")
  }

  @Test func `rule 9: the place that a question is shown in is closed`() async throws {
    let (stage, _) = try await atLocker()
    let left = try await leave(stage, ["close": true])
    #expect(left.values["question"]?["step"] == "parcel/address/street")
    #expect(try await journal(stage).contains("\ncancel locker dismissed\n"))
  }

  @Test func `what names no flow, or two things, leaves nothing`() async throws {
    let (stage, _) = try await atLocker()
    let before = try await journal(stage)
    let wrong: [([String: JSONValue], String)] = [
      (["flow": "parcel/address", "close": true], "close-and-flow"), (["flow": 3], "bad-flow"),
      (["flow": "parcel//address"], "bad-flow"), (["place": true], "unknown-argument"),
    ]
    for (arguments, code) in wrong {
      let reply = try await leave(stage, arguments)
      #expect(reply.isError && reply.values["code"] == .string(code))
    }
    #expect(try await journal(stage) == before)
  }
}
