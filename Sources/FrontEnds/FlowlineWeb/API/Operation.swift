import Flowline
import FlowlineHost
import Hummingbird

/// An operation of the API: how it is asked for, what it does, and what the document says of it.
struct Operation: Sendable {
  /// What it takes.
  enum Body: Sendable {
    case none
    /// An object.
    case json
    /// The bytes of a file.
    case file
  }

  /// Which secrets a call may bring, by which a person logs in.
  enum Secrets: Sendable {
    case none
    /// The answer to what is asked.
    case answered
    /// Answers to what will be asked.
    case given
  }

  /// A parameter of the address.
  struct Parameter: Sendable {
    let name: String
    let summary: String
    let schema: JSONValue
  }

  /// How many bytes a body of JSON may have.
  static let bodyLimit = 1 << 20
  /// How many bytes a file may have.
  static let fileLimit = 10_000_000

  let id: String
  let method: HTTPRequest.Method
  /// The path below the API's own, with parameters in braces.
  let path: String
  let summary: String
  var query: [Parameter] = []
  var body = Body.none
  /// The schemas of the members of the body, those that are required with true.
  var properties: [(name: String, schema: JSONValue, isRequired: Bool)] = []
  /// Whether it may be bound to a question by `If-Match`.
  var takesToken = false
  /// Whether it is about what is under way, so that the tag of a state in which nothing is asked fits as well.
  var isAboutWork = false
  /// Whether it may wait for the next question, by `Prefer: wait=`.
  var takesPatience = false
  /// Which secrets it may bring.
  var secrets = Secrets.none
  /// The successful replies: status, and the name of the schema; nil for none.
  var replies: [(status: Int, schema: String?)] = [(200, "State")]
  /// The statuses of the problems it may have besides 401, 403, 421, 423, 429, 500 and 503.
  var problems: [Int] = []
  /// Why it may be forbidden besides that another site's page asks for it; nil if there is no other reason.
  var forbidding: String?
  /// Whether a conflict passes by itself, so that 409 says when to try again.
  var isLaterByConflict = false
  let perform: @Sendable (APICall, SessionService) async throws -> APIReply

  /// The members that the body may have.
  var members: Set<String> { Set(properties.map(\.name)) }

  /// All there are, in the order of the document.
  static let all = lists + sessions + inputs + looks
}

extension SessionService {
  /// What a call that changes a session is told.
  func reply(_ reply: HostedReply) throws -> APIReply {
    let state = reply.state
    switch reply.reception {
    case .accepted, .revised: return .state(StateBody(state, isTaken: reply.isTaken))
    case .refused(let refusal):
      let isForbidden = refusal.code == .eventNotAllowed
      var problem = Problem(refusal, in: state.environment, status: isForbidden ? 403 : 422)
      problem.etag = StateBody(state).etag
      throw problem
    case .outdated(let code): throw outdated(code, state)
    }
  }

  /// That a call is for what does not wait any more, with what is asked instead.
  func outdated(_ code: Refusal.Code, _ state: HostedState) -> Problem {
    let body = StateBody(state)
    let isStale = code == .stale
    var problem = Problem(
      status: isStale ? 412 : 409, code: code.rawValue,
      isStale
        ? "read the session's state, and answer what is asked now" : "it cannot be done now",
      ["state": state.jsonValue()])
    problem.etag = body.etag
    return problem
  }
}
