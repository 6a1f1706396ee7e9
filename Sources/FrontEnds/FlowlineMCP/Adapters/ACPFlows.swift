public import Flowline
import FlowlineHost
import FoundationEssentials

/// Flows for an agent of the Agent Client Protocol, version 1: its client is asked by `elicitation/create`.
///
///     let flows = ACPFlows(server)
///     let told = await flows.run("round-up", in: session, of: user, client: initialize) { params in
///       await connection.request("elicitation/create", params)
///     }
///
/// Questions are the forms of ``ElicitationForm``; consent and secrets are left to pages as they are for
/// tools. The connection, its sessions and prompts are the agent's own.
public struct ACPFlows: Sendable {
  private let server: MCPServer

  /// Makes an adapter to the flows of a server's host.
  public init(_ server: MCPServer) { self.server = server }

  /// What a flow came to.
  public struct Told: Sendable, Hashable {
    /// For people: an agent's message.
    public let words: String
    /// The same as values: the session, its `state`, the `outcome` and the `result`.
    public let values: JSONValue
    /// Whether it went wrong.
    public let isError: Bool
  }

  /// Begins or resumes a session of a flow, and asks the client until it ends or is left.
  ///
  /// A client that advertises no mode is asked nothing: what is told is the question that waits.
  ///
  /// - Parameters:
  ///   - flow: the flow.
  ///   - resumed: the session to resume, as ``Told/values`` name it; nil for a new one.
  ///   - session: the protocol's session.
  ///   - toolCall: the protocol's tool call that it belongs to; nil if it does to none.
  ///   - user: whose it is: who has logged in on this connection.
  ///   - client: the parameters of `initialize`.
  ///   - ask: sends the parameters of `elicitation/create`, and returns the result; nil if there is none.
  /// - Returns: what it came to, or what waits.
  public func run(
    _ flow: FlowID, resuming resumed: String? = nil, in session: String,
    toolCall: String? = nil, of user: UserID, client: JSONValue,
    ask: (JSONValue) async -> JSONValue?
  ) async -> Told {
    guard ToolList.isName(flow) else {
      let name = DataText.line(flow.rawValue, longest: 80)
      return Told(words: "there is no flow “\(name)”", values: [:], isError: true)
    }
    let call = ToolCall(
      resumed == nil ? flow.rawValue : ToolList.Name.resume.rawValue,
      resumed.map { ["session": .string($0)] } ?? [:], in: "acp \(flow) \(session)", by: user,
      AgentClient(acp: client))
    var scope: [String: JSONValue] = ["sessionId": .string(session)]
    scope["toolCallId"] = toolCall.map { .string($0) }
    do throws(RPCError) {
      let reply = try await server.tools.perform(call) { question, round in
        await ask(question.params(id: round.id.text, scope))
      }
      return Told(words: reply.words, values: reply.values, isError: reply.isError)
    } catch {
      return Told(words: error.message, values: [:], isError: true)
    }
  }
}

extension AgentClient {
  /// A client of the Agent Client Protocol, in which a mode counts only if it is named.
  init(acp initialize: JSONValue) {
    let modes = initialize["clientCapabilities"]?["elicitation"]
    let has = { (mode: String) in
      if case .object? = modes?[mode] { true } else { false }
    }
    self.init(
      name: initialize["clientInfo"]?["name"]?.string ?? "ACP", pace: .live,
      asksByForm: has("form"), leadsToPages: has("url"))
  }
}
