import FoundationEssentials
import ServiceBasics

/// The one path that every call of a service takes: headers, sending, patience, reading, redaction.
///
/// What a success brings is data, and is read from the bytes that came. Failures are texts for people and
/// logs: each leaves without the token.
public final class ServiceCaller<Refusal: ServiceRefusal>: Sendable {
  /// What a request was, for a log.
  ///
  /// No secret is in it.
  public struct Report: Sendable, Hashable {
    /// What was to happen.
    public var method: CallRequest.Method
    /// The path, with the names of its parts in place of ids.
    public var route: String
    /// The status of HTTP; nil if no answer came.
    public var status: Int?
    /// How long it took.
    public var seconds: Double
  }

  /// The service's address.
  public let address: ServiceAddress

  /// Provides the access token.
  public let tokens: any AccessTokenProvider

  private let userAgent: String
  private let transport: any Transport
  private let report: @Sendable (Report) -> Void

  /// Makes a caller; nothing is sent yet, and no token is read.
  ///
  /// - Parameters:
  ///   - address: the service's address.
  ///   - userAgent: what the client calls itself.
  ///   - tokens: provides the access token in use.
  ///   - transport: sends the requests.
  ///   - report: called after each request that was sent, or for which no connection could be made.
  public init(
    _ address: ServiceAddress, userAgent: String, tokens: any AccessTokenProvider,
    transport: any Transport, report: @escaping @Sendable (Report) -> Void = { _ in }
  ) {
    self.address = address
    self.userAgent = userAgent
    self.tokens = tokens
    self.transport = transport
    self.report = report
  }

  /// Ends the connections.
  public func close() async { await transport.close() }

  /// Sends a request until it is answered or the budget is spent; only once if it must not be repeated.
  ///
  /// - Parameters:
  ///   - call: the request, and how its answer is read.
  ///   - budget: how often and how long is waited; what was used of it is gone.
  ///   - token: the token to send; nil for the one in use.
  /// - Returns: the answer.
  /// - Throws: what went wrong last, with the token cut out of every text. If that says that a write was not
  ///   done, and an attempt before it may have been, it is what went wrong then.
  public func ask<Answer>(
    _ call: Call<Answer>, _ budget: inout RetryBudget, token: AccessToken? = nil
  ) async throws(CallFailure<Refusal>) -> Answer {
    var attempt = 0
    /// What went wrong with the last attempt behind which the write may have been done.
    var doubt: CallFailure<Refusal>?
    while true {
      attempt += 1
      do {
        return try await once(call, token: token)
      } catch {
        let outcome = error.following(doubt)
        if call.request.method != .get, outcome.mayHaveBeenDone { doubt = outcome }
        guard error.mayBeRepeated(call.isRepeatable) else { throw outcome }
        let isWaitedFor: Bool
        do {
          isWaitedFor = try await budget.waitOut(error, after: attempt)
        } catch _ {
          throw .cancelled(wasSent: outcome.mayHaveBeenDone)
        }
        guard isWaitedFor else { throw outcome }
      }
    }
  }

  /// Sends a request once.
  ///
  /// If the service does not take the token in use any more, it has done nothing; the request is sent
  /// once more with another token if there is one.
  ///
  /// - Parameters:
  ///   - call: the request, and how its answer is read.
  ///   - token: the token to send; nil for the one in use.
  /// - Returns: the answer.
  /// - Throws: what went wrong, with the token cut out of every text.
  public func once<Answer>(
    _ call: Call<Answer>, token: AccessToken? = nil
  ) async throws(CallFailure<Refusal>) -> Answer {
    if let token { return try await once(call, with: token) }
    let inUse = try await provided { () async throws(Unsendable) in try await tokens.token() }
    do {
      return try await once(call, with: inUse)
    } catch {
      guard case .refused(let refusal) = error, refusal.status == 401 else { throw error }
      let other = try await provided { () async throws(Unsendable) in
        try await tokens.replacement(for: inUse)
      }
      guard let other else { throw error }
      return try await once(call, with: other)
    }
  }

  private func provided<Token>(
    _ token: () async throws(Unsendable) -> Token
  ) async throws(CallFailure<Refusal>) -> Token {
    do throws(Unsendable) { return try await token() } catch { throw .notAsked(error) }
  }

  private func once<Answer>(
    _ call: Call<Answer>, with sent: AccessToken
  ) async throws(CallFailure<Refusal>) -> Answer {
    let clock = ContinuousClock()
    let start = clock.now
    let redaction = Redaction(sent)
    do throws(CallFailure<Refusal>) {
      let response = try await send(signed(call.request, with: sent), call.route) {
        (clock.now - start) / .seconds(1)
      }
      if response.status != 401 { tokens.wasAccepted(sent) }
      return try Self.read(response, of: call)
    } catch {
      throw error.redacted(by: redaction)
    }
  }

  private func send(
    _ request: CallRequest, _ route: String, _ seconds: () -> Double
  ) async throws(CallFailure<Refusal>) -> CallResponse {
    do throws(TransportFailure) {
      let response = try await transport.send(request, to: address)
      report(
        Report(
          method: request.method, route: route, status: response.status, seconds: seconds()))
      return response
    } catch {
      switch error {
      case .notSent, .noAnswer:
        report(Report(method: request.method, route: route, status: nil, seconds: seconds()))
      case .invalid, .cancelled: break
      }
      throw CallFailure(error)
    }
  }

  private func signed(_ request: CallRequest, with token: AccessToken) -> CallRequest {
    var request = request
    request.headers =
      [
        CallRequest.Field("Authorization", "Bearer \(token.secret)"),
        CallRequest.Field("Accept", "application/json"),
        CallRequest.Field("User-Agent", userAgent),
      ] + request.headers
    return request
  }

  /// Reads a response from the bytes that came; a failure of it still has the texts that came.
  private static func read<Answer>(
    _ response: CallResponse, of call: Call<Answer>
  ) throws(CallFailure<Refusal>) -> Answer {
    guard (200..<300).contains(response.status) else { throw CallFailure(response) }
    let read: @Sendable (CallResponse) throws -> Answer
    switch call.reading {
    case .none(let answer):
      guard response.body.isEmpty || response.mayBeJSON else {
        throw .unreadable(.replyOfType(response.contentType), isCut: false)
      }
      return answer
    case .json(let closure): read = { try closure($0.body) }
    case .response(let closure): read = closure
    }
    switch response.extent {
    case .cut: throw .unreadable(.replyCut, isCut: true)
    case .tooLong(let limit):
      throw .unreadable(.replyTooLong(limit), isCut: false)
    case .whole: break
    }
    guard response.mayBeJSON else {
      throw .unreadable(.replyOfType(response.contentType), isCut: false)
    }
    do {
      return try read(response)
    } catch {
      throw .unreadable(cause(of: error), isCut: false)
    }
  }

  private static func cause(of error: any Error) -> CodedText {
    (error as? DecodingError).map(CodedText.replyUnexpected) ?? .replyNotJSON
  }
}
