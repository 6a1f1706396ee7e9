import Flowline
import FlowlineHost
import FoundationEssentials

/// A call of a tool, read.
struct ToolCall: Sendable {
  /// The tool.
  let name: String
  let arguments: [String: JSONValue]
  /// What a person answered to the round before; nil if the call is not of a round.
  let response: JSONValue?
  /// The round that is answered, sealed; nil for a new call.
  let state: String?
  let user: UserID
  let client: AgentClient
  /// Tells the client of work under way; nil if it did not ask for that.
  let progress: ProgressReport?
  /// What a round of the call belongs to: the tool and a digest of its arguments, or a conversation.
  let digest: String
  /// The id of the session that it begins; nil if a new one is made.
  let session: UUID?

  /// The name under which a client answers the one question that it is asked.
  static let question = "answer"

  /// Reads a call.
  ///
  /// - Throws: ``RPCError`` if it names no tool, or its arguments are no object.
  init(
    _ params: JSONValue, by user: UserID, _ client: AgentClient, progress: ProgressReport?
  ) throws(RPCError) {
    guard let name = params["name"]?.string else {
      throw RPCError(.invalidParams, "expected a tool's name as “name”, got none")
    }
    switch params["arguments"] {
    case nil, .null?: arguments = [:]
    case .object(let members)?: arguments = members
    default:
      throw RPCError(.invalidParams, "expected an object as “arguments”, got another value")
    }
    self.name = name
    self.user = user
    self.client = client
    self.progress = progress
    state = params["requestState"]?.string
    response = params["inputResponses"]?[Self.question]
    let text = JSONValue.object(arguments).text
    digest = "\(name) \(FileDigest(of: Array(text.utf8)))"
    session = nil
  }

  /// Makes a call of a client that calls flows by another protocol.
  ///
  /// - Parameters:
  ///   - name: the flow, or a tool that resumes a session.
  ///   - arguments: those of the tool.
  ///   - session: the id of the session that it begins; nil if a new one is made.
  ///   - conversation: what rounds belong to.
  ///   - answered: the round that is answered, sealed, with the answer; nil for a new call.
  ///   - user: whose call it is.
  ///   - client: who makes it.
  init(
    _ name: String, _ arguments: [String: JSONValue] = [:], beginning session: UUID? = nil,
    in conversation: String, answered: (round: String, response: JSONValue)? = nil,
    by user: UserID, _ client: AgentClient
  ) {
    (self.name, self.arguments, self.session) = (name, arguments, session)
    (state, response) = (answered?.round, answered?.response)
    (self.user, self.client) = (user, client)
    (digest, progress) = (conversation, nil)
  }
}

/// Tells a client how far work under way has come.
struct ProgressReport: Sendable {
  private let send: @Sendable (_ done: Int, _ total: Int?, _ message: String) async -> Void

  init(
    _ send: @escaping @Sendable (_ done: Int, _ total: Int?, _ message: String) async -> Void
  ) {
    self.send = send
  }

  func callAsFunction(_ done: Int, of total: Int?, _ message: String) async {
    await send(done, total, message)
  }
}

/// What became of a call.
enum CallOutcome: Sendable {
  /// It is done.
  case done(ToolReply)
  /// A person is to be asked.
  case ask(Question, Round)
  /// What a person does elsewhere is waited for; the call is made again with the round.
  case wait(Round)

  /// A question for a person.
  struct Question: Sendable, Hashable {
    let message: String
    /// What is accepted; nil if the person is led to a page.
    let schema: JSONValue?
    /// The page; nil if there is a form.
    let link: String?

    /// The parameters of a request to a client.
    ///
    /// - Parameters:
    ///   - id: the round's id, which revisions before 2026-07-28 want for pages; nil for others.
    ///   - scope: what the request belongs to, by other protocols.
    func params(id: String? = nil, _ scope: [String: JSONValue] = [:]) -> JSONValue {
      var members = scope
      members["message"] = .string(message)
      if let link {
        members["mode"] = "url"
        members["url"] = .string(link)
        members["elicitationId"] = id.map { .string($0) }
      } else {
        members["mode"] = "form"
        members["requestedSchema"] = schema
      }
      return .object(members)
    }
  }
}
