import Flowline
import FlowlineHost
import FlowlineTesting
import FoundationEssentials
import Synchronization

@testable import FlowlineMCP

/// Walks a flow as agents do, each in its way.
struct AgentWalk {
  /// How an agent's client is asked.
  enum Manner: CaseIterable {
    /// By requests that stand alone.
    case rounds
    /// By a connection, on which it is asked.
    case connection
    /// Not at all.
    case calls
    /// By runs of AG-UI, each of which ends with what is asked.
    case runs
    /// By the Agent Client Protocol, in which it is asked.
    case clientProtocol
  }

  let walk: Walk
  let stage: Stage

  init(_ walk: Walk) throws {
    self.walk = walk
    stage = Stage(
      try walk.catalog(), in: walk.options.environment ?? .current, session: walk.options.session
    ) { settings in settings.rounds = 100 }
  }

  private var key: SessionKey { SessionKey(Stage.user, walk.options.session ?? UUID()) }

  /// Answers the question that waits as the person whose it is, if it is one of those.
  private func answerInPerson(_ input: Walk.Input) async throws {
    guard case .answer(_, let answer) = input else {
      throw WalkFault("only an answer is given on a page, not \(input)")
    }
    let token = try await stage.host.state(of: key).question?.token
    _ = try await stage.host.answer(key, .answer(answer), to: token)
  }

  /// The journal that the walk leaves.
  func journal(_ manner: Manner) async throws -> String {
    switch manner {
    case .rounds: try await byRounds()
    case .connection: try await byConnection()
    case .calls: try await byCalls()
    case .runs: try await byRuns()
    case .clientProtocol: try await byClientProtocol()
    }
    return try await stage.host.journal(of: key)
  }

  private func byRounds() async throws {
    var outcome = try await stage.call(walk.flow.rawValue)
    for input in walk.inputs {
      guard case .ask(let question, let round) = outcome else {
        throw WalkFault("\(input) is not asked for")
      }
      if question.schema == nil { try await answerInPerson(input) }
      outcome = try await stage.call(
        walk.flow.rawValue, [:], input.response, state: stage.tools.seal.seal(round))
    }
  }

  private func byConnection() async throws {
    let connection = MCPConnection(to: stage.server, of: Stage.user)
    let inputs = Mutex(walk.inputs[...])
    let faults = Mutex<[String]>([])
    let output: MCPConnection.Output = { message in
      guard message["method"] == "elicitation/create", let id = RPCMessage.ID(message["id"]) else {
        return
      }
      guard let input = inputs.withLock({ $0.popFirst() }) else {
        return await connection.receive(.response(id, result: ["action": "cancel"])) { _ in }
      }
      if message["params"]?["mode"] == "url" {
        do {
          try await self.answerInPerson(input)
        } catch {
          faults.withLock { $0.append("\(error)") }
        }
      }
      await connection.receive(.response(id, result: input.response)) { _ in }
    }
    await connection.receive(
      .request(
        .integer(1), method: "initialize",
        params: [
          "protocolVersion": "2025-11-25", "clientInfo": ["name": "tester", "version": "1"],
          "capabilities": ["elicitation": ["form": [:], "url": [:]]],
        ]), output: output)
    await connection.receive(
      .request(
        .integer(2), method: "tools/call", params: ["name": .string(walk.flow.rawValue)]),
      output: output)
    if let fault = faults.withLock({ $0.first }) { throw WalkFault(fault) }
  }

  private func byRuns() async throws {
    let flows = AGUIFlows(stage.server)
    var last = await run(flows, [])
    for input in walk.inputs {
      guard let interrupt = last["outcome"]?["interrupts"]?.first, let id = interrupt["id"] else {
        throw WalkFault("\(input) is not asked for, but \(last.text)")
      }
      if interrupt["responseSchema"] == nil { try await answerInPerson(input) }
      let isLeaving = input.response["action"] == "decline"
      let payload = isLeaving ? ["leave": true] : input.response["content"] ?? [:]
      last = await run(
        flows, [["interruptId": id, "status": "resolved", "payload": payload]])
    }
  }

  private func run(_ flows: AGUIFlows, _ resume: JSONValue) async -> JSONValue {
    var last: JSONValue = [:]
    await flows.run(
      walk.flow, ["threadId": "thread", "runId": "run", "resume": resume], of: Stage.user
    ) { last = $0 }
    return last
  }

  private func byClientProtocol() async throws {
    var inputs = walk.inputs[...]
    var fault: (any Error)?
    let initialize: JSONValue = [
      "clientCapabilities": ["elicitation": ["form": [:], "url": [:]]],
      "clientInfo": ["name": "editor", "version": "1"],
    ]
    _ = await ACPFlows(stage.server).run(
      walk.flow, in: "session", of: Stage.user, client: initialize
    ) { params in
      guard params["sessionId"] == "session", let input = inputs.popFirst() else { return nil }
      do {
        if params["mode"] == "url" { try await self.answerInPerson(input) }
      } catch let problem {
        fault = problem
      }
      return input.response
    }
    if let fault { throw fault }
  }

  private func byCalls() async throws {
    let client = Stage.client(nil)
    let session = JSONValue.string(key.session.uuidString)
    _ = try await stage.call(walk.flow.rawValue, client: client)
    for input in walk.inputs {
      let question = try await stage.host.state(of: key).question
      if let question, stage.isPersonal(question.prompt, in: try walk.catalog()) {
        try await answerInPerson(input)
        continue
      }
      switch input {
      case .answer(_, let answer):
        _ = try await stage.call(
          "resume-session", ["session": session, "answer": answer.sent], client: client)
      case .page(let fields):
        let answers = Dictionary(
          uniqueKeysWithValues: fields.map { ($0.key.rawValue, $0.value.sent) })
        _ = try await stage.call(
          "resume-session", ["session": session, "answers": .object(answers)], client: client)
      case .back: _ = try await stage.call("back-in-session", ["session": session], client: client)
      case .cancel: _ = try await stage.call("leave-session", ["session": session], client: client)
      case .gone: throw WalkFault("an agent cannot say that it is gone")
      }
    }
  }
}

extension FrontEnd {
  /// An agent that is asked in one of the ways there are.
  static func agent(_ manner: AgentWalk.Manner) -> FrontEnd {
    FrontEnd("agent, \(manner)") { walk in try await AgentWalk(walk).journal(manner) }
  }
}

extension Stage {
  fileprivate func isPersonal(_ prompt: Prompt, in catalog: FlowCatalog) -> Bool {
    catalog.needsPerson(at: prompt.path)
  }
}

extension Walk.Input {
  /// What a client sends for it.
  fileprivate var response: JSONValue {
    switch self {
    case .answer(let step, let answer): accept(.object([step.rawValue: answer.sent]))
    case .page(let fields):
      accept(
        .object(
          Dictionary(uniqueKeysWithValues: fields.map { ($0.key.rawValue, $0.value.sent) })))
    case .back: accept(["go-back": true])
    case .cancel, .gone: ["action": "decline"]
    }
  }
}

extension Answer {
  fileprivate var sent: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .json(let json): json
    }
  }
}
