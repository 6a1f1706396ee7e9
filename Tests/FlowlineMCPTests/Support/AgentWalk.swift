import Flowline
import FlowlineHost
import FlowlineTesting
import FoundationEssentials
import Synchronization

@testable import FlowlineMCP

/// Walks a flow as agents do, each in its way.
struct AgentWalk {
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

  /// By requests that stand alone.
  func byRounds() async throws -> String {
    var outcome = try await stage.call(walk.flow.rawValue)
    for input in walk.inputs {
      guard case .ask(let question, let round) = outcome else {
        throw WalkFault("\(input) is not asked for")
      }
      if question.schema == nil { try await answerInPerson(input) }
      outcome = try await stage.call(
        walk.flow.rawValue, [:], input.response, state: stage.tools.seal.seal(round))
    }
    return try await stage.host.journal(of: key)
  }

  /// By a connection whose client is asked.
  func byConnection() async throws -> String {
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
    return try await stage.host.journal(of: key)
  }

  /// By calls of a client that asks nobody.
  func byCalls() async throws -> String {
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
    return try await stage.host.journal(of: key)
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
