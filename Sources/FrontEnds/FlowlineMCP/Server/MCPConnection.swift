import Flowline
import FlowlineHost
import FoundationEssentials
import Synchronization

/// One client: what it said of itself, its requests under way, and what it is asked.
///
/// What belongs to a request is sent where the request came from, so that a connection may have many
/// streams. Nothing of a session depends on it: a client that goes away loses nothing.
final class MCPConnection: Sendable {
  /// Where messages to the client are sent.
  typealias Output = @Sendable (JSONValue) async -> Void

  private struct State {
    var client: AgentClient?
    var tasks: [RPCMessage.ID: Task<Void, Never>] = [:]
    var asked: [RPCMessage.ID: CheckedContinuation<JSONValue?, Never>] = [:]
    var lastNumber = 0
  }

  /// Whose requests they are.
  let user: UserID
  private let server: MCPServer
  private let state = Mutex(State())

  /// How many requests are under way at once.
  private static let mostRequests = 32

  init(to server: MCPServer, of user: UserID) {
    (self.server, self.user) = (server, user)
  }

  /// Whether the client has begun a connection, as revisions before 2026-07-28 do.
  var isInitialized: Bool { state.withLock { $0.client != nil } }

  /// Does what a message says, and returns when that is done.
  ///
  /// - Parameters:
  ///   - message: the message.
  ///   - output: where what belongs to it is sent.
  func receive(_ message: RPCMessage, output: @escaping Output) async {
    guard let task = begin(message, output: output) else { return }
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Begins to do what a message says: those that come one after the other are begun in that order.
  ///
  /// - Returns: the work; nil if all is done.
  func begin(_ message: RPCMessage, output: @escaping Output) -> Task<Void, Never>? {
    switch message {
    case .request(let id, "initialize", let params) where AgentClient.revision(of: params) == nil:
      let response = initialize(params)
      return Task { await output(["jsonrpc": "2.0", "id": id.json, "result": response]) }
    case .request(let id, let method, let params):
      return request(id, method, params, output)
    case .notification("notifications/cancelled", let params):
      RPCMessage.ID(params["requestId"]).map(cancel)
    case .notification: break
    case .response(let id, let result):
      state.withLock { $0.asked.removeValue(forKey: id) }?.resume(returning: result)
    }
    return nil
  }

  /// Stops all requests: the client is gone.
  func close() {
    let (tasks, asked) = state.withLock { state in
      defer { (state.tasks, state.asked) = ([:], [:]) }
      return (Array(state.tasks.values), Array(state.asked.values))
    }
    for task in tasks { task.cancel() }
    for continuation in asked { continuation.resume(returning: nil) }
  }

  // MARK: - Requests

  private func request(
    _ id: RPCMessage.ID, _ method: String, _ params: JSONValue, _ output: @escaping Output
  ) -> Task<Void, Never> {
    state.withLock { state in
      guard state.tasks.count < Self.mostRequests, state.tasks[id] == nil else {
        let error = RPCError(
          .invalidRequest,
          "the id is that of a request under way, or \(Self.mostRequests) are; wait for an answer")
        return Task { await output(error.response(to: id)) }
      }
      let task = Task {
        let response = await self.response(to: id, method, params, output)
        _ = self.state.withLock { $0.tasks.removeValue(forKey: id) }
        // What was cancelled is not answered.
        if !Task.isCancelled { await output(response) }
      }
      state.tasks[id] = task
      return task
    }
  }

  private func cancel(_ id: RPCMessage.ID) { state.withLock { $0.tasks[id] }?.cancel() }

  private func response(
    to id: RPCMessage.ID, _ method: String, _ params: JSONValue, _ output: @escaping Output
  ) async -> JSONValue {
    do throws(RPCError) {
      return ["jsonrpc": "2.0", "id": id.json, "result": try await result(method, params, output)]
    } catch {
      return error.response(to: id)
    }
  }

  private func result(
    _ method: String, _ params: JSONValue, _ output: @escaping Output
  ) async throws(RPCError) -> JSONValue {
    if let client = try AgentClient(meta: params) {
      return try await result(method, params, client, output)
    }
    guard let client = state.withLock({ $0.client }) else {
      throw RPCError(
        .invalidRequest,
        """
        expected “initialize” first, or a revision in “_meta” of each request: \
        \(MCPRevision.modern[0])
        """)
    }
    return try await result(method, params, client, output)
  }

  private func initialize(_ params: JSONValue) -> JSONValue {
    let revision = MCPRevision.agreed(on: params["protocolVersion"]?.string)
    let client = AgentClient(
      revision: revision, info: params["clientInfo"], capabilities: params["capabilities"])
    state.withLock { $0.client = client }
    return server.initialized(revision)
  }

  private func result(
    _ method: String, _ params: JSONValue, _ client: AgentClient, _ output: @escaping Output
  ) async throws(RPCError) -> JSONValue {
    guard method == "tools/call" else {
      return try await server.answer(method, params, of: user, client)
    }
    let call = try ToolCall(
      params, by: user, client, progress: Self.progress(params["_meta"]?["progressToken"], output))
    guard client.isModern else {
      let reply = try await server.tools.perform(call) { question, round in
        let params = question.params(id: round.id.text)
        return await ask("elicitation/create", params, output)
      }
      return reply.result(client)
    }
    switch try await server.tools.perform(call) {
    case .done(let reply): return reply.result(client)
    case .ask(let question, let round):
      return try inputRequired(
        round, [ToolCall.question: ["method": "elicitation/create", "params": question.params()]])
    case .wait(let round): return try inputRequired(round, nil)
    }
  }

  /// The result that has the client ask, and call again.
  private func inputRequired(
    _ round: Round, _ requests: JSONValue?
  ) throws(RPCError) -> JSONValue {
    guard let sealed = server.tools.seal.seal(round) else {
      throw RPCError(.internal, "the question could not be sealed")
    }
    var members: [String: JSONValue] = [
      "resultType": "input_required", "requestState": .string(sealed),
    ]
    members["inputRequests"] = requests
    return .object(members)
  }

  private static func progress(
    _ token: JSONValue?, _ output: @escaping Output
  ) -> ProgressReport? {
    guard let token = RPCMessage.ID(token) else { return nil }
    return ProgressReport { done, total, message in
      var params: [String: JSONValue] = [
        "progressToken": token.json, "progress": .integer(Int64(done)),
        "message": .string(message),
      ]
      params["total"] = total.map { .integer(Int64($0)) }
      await output(
        RPCMessage.notification(method: "notifications/progress", params: .object(params)).json)
    }
  }

  // MARK: - Asking

  /// Sends a request to the client.
  ///
  /// - Returns: its result; nil if it failed, or the client is gone.
  private func ask(_ method: String, _ params: JSONValue, _ output: @escaping Output) async
    -> JSONValue?
  {
    let id = state.withLock { state -> RPCMessage.ID in
      state.lastNumber += 1
      return .string("flowline-\(state.lastNumber)")
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { $0.asked[id] = continuation }
        Task {
          await output(RPCMessage.request(id, method: method, params: params).json)
        }
        if Task.isCancelled { giveUp(id) }
      }
    } onCancel: {
      giveUp(id)
    }
  }

  private func giveUp(_ id: RPCMessage.ID) {
    state.withLock { $0.asked.removeValue(forKey: id) }?.resume(returning: nil)
  }
}
