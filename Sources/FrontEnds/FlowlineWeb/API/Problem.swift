import Flowline
import FlowlineHost
import FlowlineMessages
import Hummingbird

/// An error as RFC 9457 has it, with what a program needs besides.
struct Problem: Error {
  let status: Int
  /// A stable word; the type's URN ends with it.
  let code: String
  let detail: String
  var members: [String: JSONValue] = [:]
  /// Seconds after which it is worth trying again.
  var retryAfter: Int?
  /// The state's entity tag, if there is one.
  var etag: String?

  init(status: Int, code: String, _ detail: String, _ members: [String: JSONValue] = [:]) {
    self.status = status
    self.code = code
    self.detail = detail
    self.members = members
  }

  var json: JSONValue {
    .object(
      members.merging([
        "type": .string("urn:flowline:problem:\(code)"), "title": .string(title),
        "status": .integer(Int64(status)), "detail": .string(detail), "code": .string(code),
      ]) { $1 })
  }

  var title: String {
    switch status {
    case 401: "Nobody is logged in"
    case 403 where code == Refusal.Code.eventNotAllowed.rawValue:
      "The flow does not take the event from its user"
    case 403 where code == HostFault.Code.notOffered.rawValue:
      "The flow is not open to this user"
    case 403: "The request is not from here"
    case 404: "There is no such thing"
    case 405: "The address does not take this method"
    case 409: "The session does not allow it"
    case 412: "The question is not asked any more"
    case 413: "The request is too large"
    case 415: "The request is of another type"
    case 421: "The request is for another host"
    case 422: "The answer was not taken"
    case 423: "The browser is locked"
    case 429: "There is too much at once"
    case 503: "It cannot be done now"
    case 400..<500: "The request makes no sense"
    default: "The server failed"
    }
  }

  static let otherHost = Problem(
    status: 421, code: "other-host", "the request names a host that this is not")
  static let otherSite = Problem(
    status: 403, code: "other-site", "another site's page made the request")
  static let unknownAddress = Problem(
    status: 404, code: "not-found", "the API has no such address")
  static let wrongMethod = Problem(
    status: 405, code: "wrong-method", "see Allow for the methods that the address takes")
  static let locked = Problem(
    status: 423, code: "locked", "a person types the PIN at /lock first")
  static let askedNothing = Problem(
    status: 412, code: Refusal.Code.stale.rawValue,
    "the ETag is weak, or nothing was asked in its state; read the session's state, and answer what is asked now"
  )
  static let unauthorized = Problem(
    status: 401, code: "unauthorized", "log in, or send what says who you are")
}

extension Problem {
  /// What a host says when it does not do something.
  ///
  /// - Parameters:
  ///   - fault: what it says.
  ///   - environment: the language in which a guard says why a flow may not be started.
  init(_ fault: HostFault, in environment: FlowEnvironment = .current) {
    let guarding = fault.code == .notOffered ? fault.refusal : nil
    let status =
      switch fault.code {
      case .notOffered where guarding != nil: 403
      case .notFound, .unknownFlow: 404
      case .notOffered, .taken, .otherWorld, .committing: 409
      case .unknownPage: 400
      case .tooMuchGiven: 413
      case .tooManySessions, .tooManyFiles, .busy: 429
      case .full, .closing, .newerVersion, .store, .noWorld: 503
      default: 500
      }
    // What went wrong inside is for those who look after the program.
    let detail =
      switch fault.code {
      case .unusable:
        """
        the session cannot be opened: its record is damaged, of a flow that the server does not have, or \
        has what this version of the flow cannot continue with; it was left as it is
        """
      case .newerVersion:
        """
        a newer version of the server saved the session: nothing is lost, and it opens once this one is \
        updated
        """
      case .otherWorld: "the session belongs to another server's data"
      case .notOffered: guarding?.message.resolved(in: environment).text ?? fault.reason
      default: fault.isInternal ? "try again later" : fault.reason
      }
    self.init(status: status, code: fault.code.rawValue, detail)
    retryAfter = fault.retrySeconds
  }

  /// What a request that makes no sense is told.
  init(_ failure: RequestFailure) {
    switch failure {
    case .fault(let fault):
      self.init(
        status: 400, code: "bad-request", "expected \(fault.expected), got \(fault.got)",
        fault.offset.map { ["offset": .integer(Int64($0))] } ?? [:])
    case .tooLarge(let limit):
      self.init(
        status: 413, code: "too-large", "the body may have \(limit) bytes",
        ["limit": .integer(Int64(limit))])
    case .cutOff: self.init(status: 400, code: "bad-request", "the body was cut off")
    case .wrongType(let wanted):
      self.init(status: 415, code: "wrong-type", "expected the type \(wanted)")
    }
  }

  /// An answer or another input that was not taken.
  init(_ refusal: Refusal, in environment: FlowEnvironment, status: Int) {
    let message = Message.refusal(refusal, of: "", line: 0, in: environment)
    let members: [String: JSONValue] =
      if case .object(let members) = message.json { members } else { [:] }
    self.init(
      status: status, code: refusal.code.rawValue,
      refusal.message.resolved(in: environment).text,
      members.filter { !["type", "of", "line", "code", "message"].contains($0.key) })
  }
}

/// Why a request is not one.
enum RequestFailure: Error {
  case fault(RequestFault)
  case tooLarge(limit: Int)
  /// The connection ended before the body did, or the body is not well written.
  case cutOff
  case wrongType(String)
}

extension Response {
  init(_ problem: Problem) {
    self.init(json: problem.json, status: problem.status, type: "application/problem+json")
    if let seconds = problem.retryAfter { headers[.retryAfter] = "\(seconds)" }
    if let etag = problem.etag { headers[.eTag] = etag }
  }

  init(json: JSONValue, status: Int, type: String = "application/json") {
    self.init(text: json.text, status: status, type: type)
  }

  init(text: String, status: Int, type: String) {
    self.init(bytes: ByteBuffer(string: text), status: status, type: type)
  }

  init(bytes: ByteBuffer, status: Int, type: String) {
    self.init(
      status: .init(code: status),
      headers: [.contentType: type, .cacheControl: "no-store", .xContentTypeOptions: "nosniff"],
      body: ResponseBody(byteBuffer: bytes))
  }
}
