import Flowline
import FoundationEssentials
import Testing

@testable import FlowlineMCP

/// Flows for front ends and editors that speak other protocols.
struct AdapterTests {
  // MARK: - AG-UI

  /// The events of a run.
  private func run(
    _ stage: Stage, _ input: JSONValue, flow: FlowID = "round-up", by user: UserID = Stage.user
  ) async -> [JSONValue] {
    var events: [JSONValue] = []
    await AGUIFlows(stage.server).run(flow, input, of: user) { events.append($0) }
    return events
  }

  private func interrupt(_ events: [JSONValue]) -> JSONValue? {
    events.last?["outcome"]?["interrupts"]?.first
  }

  private static let begin: JSONValue = ["threadId": "t", "runId": "r"]

  private func resuming(
    _ id: JSONValue, _ payload: JSONValue, thread: JSONValue = "t", status: JSONValue = "resolved"
  ) -> JSONValue {
    [
      "threadId": thread, "runId": "r2",
      "resume": [["interruptId": id, "status": status, "payload": payload]],
    ]
  }

  @Test func `a run that asks ends with the question, and names its session before`() async throws {
    let events = await run(try Stage.bank(), Self.begin)
    #expect(events.map { $0["type"]?.string } == ["RUN_STARTED", "STATE_SNAPSHOT", "RUN_FINISHED"])
    #expect(events[0]["runId"] == "r" && events[2]["threadId"] == "t")
    #expect(events[1]["snapshot"]?["session"] == .string(Stage.session))
    let asked = try #require(interrupt(events))
    #expect(asked["reason"] == "input_required")
    let schema = try #require(asked["responseSchema"])
    #expect(SchemaCheck(schema, "2025-11-25").faults == [])
    #expect(schema["properties"]?["leave"]?["type"] == "boolean")
  }

  @Test func `an interrupt is answered by its user in its thread only`() async throws {
    let stage = try Stage.bank()
    let id = try #require(interrupt(await run(stage, Self.begin))?["id"])
    let answer: JSONValue = ["account": "personal"]
    let foreign = await run(stage, resuming(id, answer), by: "eve")
    #expect(foreign.last?["type"] == "RUN_ERROR")
    let elsewhere = await run(stage, resuming(id, answer, thread: "other"))
    #expect(elsewhere.last?["type"] == "RUN_ERROR")
    let otherFlow = await run(stage, resuming(id, answer), flow: "create-goal")
    #expect(otherFlow.last?["type"] == "RUN_ERROR")
    let week = interrupt(await run(stage, resuming(id, answer)))
    #expect(week?["responseSchema"]?["properties"]?["week"] != nil)
  }

  @Test func `what only a person answers is a page, whatever is sent for it`() async throws {
    let stage = try Stage.bank()
    var asked = interrupt(await run(stage, Self.begin))
    let answers: [JSONValue] = [
      ["account": "personal"], ["week": "last"], ["review": true], ["goal": "trip"],
    ]
    for answer in answers {
      asked = interrupt(await run(stage, resuming(try #require(asked?["id"]), answer)))
    }
    #expect(asked?["reason"] == "flowline:page")
    #expect(asked?["responseSchema"] == nil)
    let link = try #require(asked?["metadata"]?["flowline"]?["url"]?.string)
    #expect(asked?["message"]?.string?.hasSuffix(link) ?? false)
    // It is asked for as long as nobody has answered there.
    for _ in 0..<12 {
      asked = interrupt(
        await run(stage, resuming(try #require(asked?["id"]), ["confirm": true])))
      #expect(asked?["metadata"]?["flowline"]?["url"] == .string(link))
    }
    try await stage.answerOnPage(.json(true))
    asked = interrupt(await run(stage, resuming(try #require(asked?["id"]), [:])))
    #expect(asked?["responseSchema"]?["properties"]?["receipt"] != nil)
    let done = await run(stage, resuming(try #require(asked?["id"]), ["receipt": true]))
    #expect(done.last?["outcome"] == ["type": "success"])
    #expect(done.last?["result"]?["outcome"] == "finished")
  }

  @Test func `a page that is not continued from is shown again`() async throws {
    let question = try #require(Question.all.first { $0.name == "review" })
    let stage = Stage(question.catalog, in: .usual)
    let asked = interrupt(await run(stage, Self.begin, flow: "one"))
    let again = await run(
      stage, resuming(try #require(asked?["id"]), ["q": false]), flow: "one")
    #expect(interrupt(again)?["responseSchema"]?["properties"]?["q"] != nil)
  }

  @Test func `a question that is called “leave” is answered, and not left`() async throws {
    let stage = Stage(
      Question("leaving", ConfirmScreen("leave", "Leave early?")).catalog, in: .usual)
    let asked = interrupt(await run(stage, Self.begin, flow: "one"))
    let done = await run(
      stage, resuming(try #require(asked?["id"]), ["leave": true]), flow: "one")
    #expect(done.last?["outcome"] == ["type": "success"])
  }

  @Test func `a state resumes a session of the same flow only`() async throws {
    let stage = try Stage.bank()
    let first = await run(stage, Self.begin)
    let state = try #require(first[1]["snapshot"])
    #expect(state["flow"] == "round-up")
    let input: JSONValue = ["threadId": "t", "runId": "r2", "state": state]
    #expect(interrupt(await run(stage, input))?["message"] == interrupt(first)?["message"])
    // The id of a session of this flow begins none of another.
    let taken = await run(stage, input, flow: "create-goal")
    #expect(taken.last?["code"] == "taken")
    let new: JSONValue = ["threadId": "t", "runId": .string(UUID().uuidString), "state": state]
    let other = await run(stage, new, flow: "create-goal")
    #expect(other[1]["snapshot"]?["flow"] == "create-goal")
  }

  @Test(arguments: ["nothing", "list-sessions", "leave-session", "", "round up"] as [FlowID])
  func `a tool is no flow`(_ flow: FlowID) async throws {
    let stage = try Stage.bank()
    let events = await run(stage, Self.begin, flow: flow)
    #expect(events.last?["type"] == "RUN_ERROR")
    let told = await ACPFlows(stage.server).run(flow, in: "s", of: Stage.user, client: [:]) { _ in
      .none
    }
    #expect(told.isError)
  }

  private static let senseless: [JSONValue] = [
    [:], ["threadId": "t"], ["threadId": 1, "runId": "r"], [1], nil,
    ["threadId": "t", "runId": "r", "resume": "all"],
    ["threadId": "t", "runId": "r", "resume": [[:]]],
    ["threadId": "t", "runId": "r", "resume": [1]],
    ["threadId": "t", "runId": "r", "resume": [["interruptId": "x", "status": "cancelled"]]],
    ["threadId": "t", "runId": "r", "state": ["flow": "round-up", "session": "x"]],
    ["threadId": "t", "runId": "r", "state": ["flow": "round-up", "session": 1]],
  ]

  @Test(arguments: senseless)
  func `an input that makes no sense is an error of the protocol`(_ input: JSONValue) async throws {
    let events = await run(try Stage.bank(), input)
    #expect(events.last?["type"] == "RUN_ERROR")
    #expect(events.last?["message"]?.string?.isEmpty == false)
  }

  // MARK: - The Agent Client Protocol

  /// What a client advertises, and whether it is asked by forms and by pages.
  private static let modes: [(JSONValue?, byForm: Bool, byPage: Bool)] = [
    (.none, false, false), ([:], false, false), (["form": nil], false, false),
    (["form": [:]], true, false), (["url": [:]], false, true),
    (["form": [:], "url": [:]], true, true),
  ]

  @Test(arguments: modes.indices)
  func `a mode counts only if it is named`(_ index: Int) async throws {
    let (modes, byForm, byPage) = Self.modes[index]
    let client: JSONValue = ["clientCapabilities": modes.map { ["elicitation": $0] } ?? [:]]
    let stage = try Stage.bank()
    var asked: [JSONValue] = []
    let told = await ACPFlows(stage.server).run(
      "round-up", in: "s", toolCall: "c", of: Stage.user, client: client
    ) { params in
      asked.append(params)
      return nil
    }
    #expect(!told.isError)
    #expect(told.values["state"] == "asking")
    #expect(!told.words.contains("resume-session"))
    // The first question of the flow is a form.
    #expect(asked.count == (byForm ? 1 : 0))
    for params in asked {
      #expect(params["mode"] == "form" && params["sessionId"] == "s" && params["toolCallId"] == "c")
    }
    guard byPage else { return }
    let person = try Stage.bank()
    let later = await askedForPage(person, client)
    #expect(later?["mode"] == (byForm ? "url" : nil))
    #expect((later?["elicitationId"] != nil) == byForm)
  }

  /// What is asked once all but the confirmation is answered.
  private func askedForPage(_ stage: Stage, _ client: JSONValue) async -> JSONValue? {
    let answers: [JSONValue] = [
      ["account": "personal"], ["week": "last"], ["review": true], ["goal": "trip"],
    ]
    var asked: [JSONValue] = []
    _ = await ACPFlows(stage.server).run(
      "round-up", in: "s", of: Stage.user, client: client
    ) { params in
      asked.append(params)
      return asked.count <= answers.count ? accept(answers[asked.count - 1]) : .none
    }
    return asked.last
  }

  @Test func `a session is gone on with, and an unknown one is told`() async throws {
    let stage = try Stage.bank()
    let client: JSONValue = ["clientCapabilities": ["elicitation": ["form": [:]]]]
    let flows = ACPFlows(stage.server)
    let first = await flows.run("round-up", in: "s", of: Stage.user, client: client) { _ in nil }
    let session = try #require(first.values["session"]?.string)
    var asked = 0
    _ = await flows.run(
      "round-up", resuming: session, in: "later", of: Stage.user, client: client
    ) { _ in
      asked += 1
      return asked == 1 ? accept(["account": "personal"]) : .none
    }
    #expect(asked == 2)
    for (flow, resumed) in [("nothing", nil), ("round-up", "x"), ("round-up", Stage.session)] {
      let told = await flows.run(
        FlowID(flow), resuming: resumed, in: "s", of: "eve", client: client
      ) { _ in nil }
      #expect(told.isError && !told.words.isEmpty)
    }
  }
}
