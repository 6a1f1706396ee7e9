public import Flowline
import FlowlineHost
import FoundationEssentials

/// Flows as agents of AG-UI 1.0 (the Agent–User Interaction protocol): a run that asks ends with an
/// interrupt, and the next one carries the answer.
///
/// Questions are the forms of ``ElicitationForm``, consent and secrets are left to pages as they are for
/// tools. The id of an interrupt is the question, sealed: it is answered once, by the same user in the same
/// thread, within a day. The state that a run tells names its session, so that a front end which has lost the
/// interrupt is asked again when it sends that state back.
public struct AGUIFlows: Sendable {
  let server: MCPServer

  /// Makes agents of the flows of a server's host.
  public init(_ server: MCPServer) { self.server = server }

  /// The property that leaves the innermost flow: the protocol has no other way to decline.
  static let leave = "leave"

  /// Does a run, and tells its events.
  ///
  /// - Parameters:
  ///   - flow: the flow that the agent is.
  ///   - input: a `RunAgentInput`. Its `threadId`, `runId`, `resume` and `state` count; a `runId` that is a
  ///     UUID is the session's id, so that a run which is sent twice begins one session.
  ///   - user: whose run it is.
  ///   - output: gets each event.
  public func run(
    _ flow: FlowID, _ input: JSONValue, of user: UserID, output: (JSONValue) async -> Void
  ) async {
    guard let thread = input["threadId"]?.string, let run = input["runId"]?.string else {
      return await output(
        Self.error("expected a text as “threadId” and as “runId”, got none", "bad-input"))
    }
    let names: [String: JSONValue] = ["threadId": .string(thread), "runId": .string(run)]
    await output(Self.event("RUN_STARTED", names))
    guard ToolList.isName(flow) else {
      return await output(
        Self.error("there is no flow “\(DataText.line(flow.rawValue, longest: 80))”", "refused"))
    }
    for event in await events(flow, input, thread, run, user) {
      await output(event["type"] == "RUN_FINISHED" ? event.with(names) : event)
    }
  }

  // MARK: - Calls

  private func events(
    _ flow: FlowID, _ input: JSONValue, _ thread: String, _ run: String, _ user: UserID
  ) async -> [JSONValue] {
    let client = AgentClient(name: "AG-UI", pace: .open)
    let conversation = "ag-ui \(flow) \(thread)"
    do throws(RPCError) {
      var answered: (String, JSONValue)?
      if let resume = try ResumedInterrupt(input["resume"]) {
        let round = try opened(resume, of: user, in: conversation)
        guard !resume.isCancelled else { return left(round, flow) }
        answered = (resume.id, resume.response(to: round))
      }
      var call = ToolCall(
        flow.rawValue, beginning: UUID(text: run), in: conversation, answered: answered,
        by: user, client)
      if answered == nil, let state = input["state"], let session = state["session"],
        state["flow"] == .string(flow.rawValue), state["state"] != "ended"
      {
        call = ToolCall(
          ToolList.Name.resume.rawValue, ["session": session], in: conversation, by: user, client)
      }
      return told(try await outcome(of: call), run, flow)
    } catch {
      return [Self.error(error.message, "refused")]
    }
  }

  /// What a call comes to; what waits for a person is asked for, again if it was before.
  private func outcome(of call: ToolCall) async throws(RPCError) -> CallOutcome {
    let outcome = try await server.tools.perform(call)
    if case .wait(let round) = outcome { return try await server.tools.ask(again: round, call) }
    // A page that was not continued from is shown again.
    guard case .done(let reply) = outcome, !reply.isError, reply.values["state"] == "asking",
      let session = reply.values["session"]
    else { return outcome }
    return try await server.tools.perform(
      ToolCall(
        ToolList.Name.resume.rawValue, ["session": session], in: call.digest, by: call.user,
        call.client))
  }

  private func opened(
    _ resume: ResumedInterrupt, of user: UserID, in conversation: String
  ) throws(RPCError) -> Round {
    do throws(RoundSeal.Fault) {
      return try server.tools.seal.open(resume.id, of: user, for: conversation)
    } catch {
      let words = MCPWords(server.tools.environment())
      throw RPCError(.invalidParams, words("error.round.\(error.rawValue)"))
    }
  }

  // MARK: - Events

  private func told(_ outcome: CallOutcome, _ run: String, _ flow: FlowID) -> [JSONValue] {
    switch outcome {
    case .done(let reply): return told(reply, run)
    case .ask(let question, let round):
      guard let interrupt = interrupt(question, round) else {
        return [Self.error("the question could not be sealed", "internal")]
      }
      return [
        Self.state(of: round, flow),
        Self.finished(["type": "interrupt", "interrupts": [interrupt]]),
      ]
    // The question behind it was put before.
    case .wait(let round): return left(round, flow)
    }
  }

  private func told(_ reply: ToolReply, _ run: String) -> [JSONValue] {
    if reply.isError || reply.values["outcome"] == "failed" {
      return [Self.error(reply.words, reply.values["code"]?.string ?? "failed")]
    }
    let message: [String: JSONValue] = ["messageId": .string("\(run)-told")]
    var events = [Self.event("STATE_SNAPSHOT", ["snapshot": reply.values])]
    if !reply.words.isEmpty {
      events += [
        Self.event("TEXT_MESSAGE_START", message).with(["role": "assistant"]),
        Self.event("TEXT_MESSAGE_CONTENT", message).with(["delta": .string(reply.words)]),
        Self.event("TEXT_MESSAGE_END", message),
      ]
    }
    let isCancelled = reply.values["outcome"] == "cancelled"
    let finished = Self.finished(["type": isCancelled ? "cancelled" : "success"])
    return events + [isCancelled ? finished : finished.with(["result": reply.values])]
  }

  /// What is told when a person answers nothing: the question still waits.
  private func left(_ round: Round, _ flow: FlowID) -> [JSONValue] {
    [Self.state(of: round, flow), Self.finished(["type": "cancelled"])]
  }

  private func interrupt(_ question: CallOutcome.Question, _ round: Round) -> JSONValue? {
    guard let sealed = server.tools.seal.seal(round) else { return nil }
    let expires = Date(timeIntervalSince1970: Double(round.expires))
    var own: [String: JSONValue] = ["session": Self.session(of: round)]
    own["url"] = question.link.map { .string($0) }
    // A front end that does not know the reason shows the message.
    let message = [question.message, question.link].compactMap { $0 }
    var members: [String: JSONValue] = [
      "id": .string(sealed), "metadata": ["flowline": .object(own)],
      "reason": question.link == nil ? "input_required" : "flowline:page",
      "message": .string(message.joined(separator: "\n\n")),
    ]
    members["expiresAt"] = try? JSONValue(encoding: expires)
    members["responseSchema"] = question.schema.map(withLeaving)
    return .object(members)
  }

  private func withLeaving(_ schema: JSONValue) -> JSONValue {
    guard let properties = schema["properties"], properties[Self.leave] == nil else {
      return schema
    }
    let words = MCPWords(server.tools.environment())
    let leaving: JSONValue = [
      "type": "boolean", "default": false, "title": .string(words("form.leave")),
    ]
    return schema.with(["properties": properties.with([Self.leave: leaving])])
  }

  private static func session(of round: Round) -> JSONValue {
    .string(round.session.text)
  }

  private static func state(of round: Round, _ flow: FlowID) -> JSONValue {
    let snapshot: JSONValue = [
      "session": session(of: round), "flow": .string(flow.rawValue), "state": "asking",
    ]
    return event("STATE_SNAPSHOT", ["snapshot": snapshot])
  }

  private static func finished(_ outcome: JSONValue) -> JSONValue {
    event("RUN_FINISHED", ["outcome": outcome])
  }

  private static func error(_ message: String, _ code: String) -> JSONValue {
    event("RUN_ERROR", ["message": .string(message), "code": .string(code)])
  }

  private static func event(_ type: String, _ members: [String: JSONValue]) -> JSONValue {
    JSONValue.object(["type": .string(type)]).with(members)
  }
}

/// The answer to an interrupt, read from a `RunAgentInput`.
private struct ResumedInterrupt {
  let id: String
  let isCancelled: Bool
  private let payload: JSONValue

  /// Reads it; nil if nothing is resumed.
  init?(_ resume: JSONValue?) throws(RPCError) {
    switch resume {
    case nil, .null?: return nil
    case .array(let entries)? where entries.isEmpty: return nil
    case .array(let entries)? where entries.count == 1:
      guard let id = entries[0]["interruptId"]?.string else { break }
      self.id = id
      isCancelled = entries[0]["status"] == "cancelled"
      payload = entries[0]["payload"] ?? [:]
      return
    default: break
    }
    throw RPCError(
      .invalidParams, "expected one entry with an “interruptId” as “resume”, got something else")
  }

  /// What a client would say that was asked.
  ///
  /// A question that is called like the property to leave by is answered by it.
  func response(to round: Round) -> JSONValue {
    let isLeaving = payload[AGUIFlows.leave] == true && !round.fields.contains(AGUIFlows.leave)
    return isLeaving ? ["action": "decline"] : ["action": "accept", "content": payload]
  }
}

extension JSONValue {
  /// An object with more members.
  fileprivate func with(_ more: [String: JSONValue]) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.merging(more) { $1 })
  }
}
