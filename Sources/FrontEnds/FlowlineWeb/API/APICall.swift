import Flowline
import FlowlineHost
import FlowlineMessages
import FoundationEssentials
import HTTPTypes
import Hummingbird

/// A request for one operation, read.
struct APICall: Sendable {
  let user: UserID
  private let sessionText: String?
  private let fileText: String?
  private let query: [String: String]
  /// The body's members; none if the operation takes no JSON.
  let body: Members
  /// The body's bytes, if the operation takes a file.
  let bytes: [UInt8]
  /// The question that the call is for, from `If-Match`; nil if it does not say, or may not.
  let token: StepToken?
  /// How long to wait for the next question, from `Prefer: wait=` (RFC 7240), at most a minute.
  let patience: Duration

  /// Makes the call of a request whose body was read.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - operation: what it asks for.
  ///   - user: whose it is.
  ///   - parameters: the parts of the address.
  ///   - read: its body.
  ///   - host: tells which of several questions is asked.
  init(
    _ request: Request, of operation: Operation, by user: UserID, parameters: Parameters,
    with read: APIBody, at host: SessionHost
  ) async throws {
    self.user = user
    (body, bytes) = (read.members, read.bytes)
    sessionText = parameters.decoded("session")
    fileText = parameters.decoded("file")
    query =
      request.uri.query == nil
      ? [:]
      : Dictionary(request.uri.queryParameters.map { (String($0.key), String($0.value)) }) { $1 }
    let tokens = try Self.tokens(request.headers.value(of: .ifMatch), of: operation)
    if tokens.count > 1 {
      let asked = try await host.state(of: Self.key(sessionText, of: user)).questions
      token = tokens.first { token in asked.contains { $0.isNamed(by: token) } } ?? tokens[0]
    } else {
      token = tokens.first
    }
    patience = Self.patience(request.headers.value(of: .prefer))
  }

  /// The session that the address names.
  ///
  /// - Throws: a ``Problem`` that it is not found, if it is no id.
  var key: SessionKey {
    get throws { try Self.key(sessionText, of: user) }
  }

  private static func key(_ text: String?, of user: UserID) throws -> SessionKey {
    guard let session = text.flatMap({ UUID(text: $0) }) else {
      throw Problem(status: 404, code: "not-found", "the address names no session's id")
    }
    return SessionKey(user, session)
  }

  /// The file that the address names.
  ///
  /// - Throws: a ``Problem`` that it is not found, if it is no digest.
  var digest: FileDigest {
    get throws {
      guard let digest = fileText.flatMap({ FileDigest($0) }) else {
        throw Problem(status: 404, code: "not-found", "the address names no file's digest")
      }
      return digest
    }
  }

  /// A parameter of the address; nil if it is not there or empty.
  func query(_ name: String) -> String? { sent(name).flatMap { $0.isEmpty ? nil : $0 } }

  /// A parameter of the address as it was sent; nil if it is not there.
  func sent(_ name: String) -> String? { query[name] }

  /// Reads something of the body.
  func read<Value>(_ read: (Members) throws(RequestFault) -> Value) throws -> Value {
    do throws(RequestFault) {
      return try read(body)
    } catch {
      throw RequestFailure.fault(error)
    }
  }

  /// The questions that the header names one of; none if the call is for whatever there is.
  private static func tokens(
    _ header: String?, of operation: Operation
  ) throws -> [StepToken] {
    guard operation.takesToken, let header, header != "*" else { return [] }
    guard let tags = StateTag.all(in: header) else {
      throw RequestFailure.fault(
        RequestFault(expected: "the ETag of a state in If-Match", got: "something else"))
    }
    if operation.isAboutWork, tags.contains(.noQuestion) { return [] }
    let tokens = tags.compactMap(\.token)
    guard !tokens.isEmpty else { throw Problem.askedNothing }
    return tokens
  }

  private static func patience(_ header: String?) -> Duration {
    let wait = header?.split(whereSeparator: { $0 == "," || $0 == " " }).lazy
      .compactMap { $0.hasPrefix("wait=") ? Int($0.dropFirst(5)) : nil }.first
    return .seconds(min(60, max(0, wait ?? 0)))
  }
}
