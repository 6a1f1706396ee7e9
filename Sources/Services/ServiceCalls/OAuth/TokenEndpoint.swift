import FoundationEssentials
import ServiceBasics

/// Where a service gives tokens; each request is sent once.
struct TokenEndpoint: Sendable {
  /// What tokens are given for.
  enum Grant: Sendable {
    case code(OAuthCode, OAuthAttempt)
    case refresh(String)
  }

  let service: OAuthService
  let transport: any Transport
  let timing: Timing

  /// Asks for tokens.
  ///
  /// - Parameter grant: a code, or the token that brings the next ones.
  /// - Returns: the tokens; those before them may be dead once these are used.
  /// - Throws: why there are none. After `unavailable` the service may have given some.
  func tokens(for grant: Grant) async throws(OAuthFailure) -> OAuthTokens {
    let since = Timestamp(timing.now())
    let response: CallResponse
    do throws(TransportFailure) {
      response = try await transport.send(request(for: grant), to: service.address)
    } catch {
      switch error {
      case .invalid(let cause): throw .refused(cause)
      case .notSent(let cause), .noAnswer(let cause): throw .unavailable(cause)
      case .cancelled: throw .unavailable(.waitStopped)
      }
    }
    guard response.status == 200 else { throw failure(response, grant) }
    guard response.extent == .whole, response.mayBeJSON,
      let answer = try? JSONDecoder().decode(Answer.self, from: response.body),
      answer.type?.lowercased() ?? "bearer" == "bearer",
      let access = try? AccessToken(answer.access)
    else { throw .unavailable(.replyNotJSON) }
    var refresh = answer.refresh.flatMap { $0.isEmpty ? nil : $0 }
    // Without a new one the one before stays (RFC 6749, section 6).
    if refresh == nil, case .refresh(let before) = grant { refresh = before }
    return OAuthTokens(
      access: access, refresh: refresh, since: since,
      ends: answer.expiresIn.flatMap { $0 > 0 ? $0 : nil }
        .map { Timestamp(milliseconds: since.milliseconds + Int64(min($0, 1e10) * 1000)) })
  }

  private func request(for grant: Grant) -> CallRequest {
    var fields: [CallRequest.Field]
    switch grant {
    case .code(let code, let attempt):
      fields = [
        .init("grant_type", "authorization_code"), .init("code", code.secret),
        .init("redirect_uri", attempt.redirect),
      ]
      if let verifier = attempt.verifier { fields.append(.init("code_verifier", verifier)) }
    case .refresh(let token):
      fields = [.init("grant_type", "refresh_token"), .init("refresh_token", token)]
    }
    var headers: [CallRequest.Field] = [
      .init("Accept", "application/json"), .init("User-Agent", service.userAgent),
    ]
    switch service.credentialsPlace {
    case .header: headers.insert(.init("Authorization", service.client.header), at: 0)
    case .body:
      fields.append(.init("client_id", service.client.id))
      fields.append(.init("client_secret", service.client.secret))
    }
    return CallRequest(
      .post, path: service.tokenPath, headers: headers, body: .form(fields))
  }

  private func failure(_ response: CallResponse, _ grant: Grant) -> OAuthFailure {
    if response.status == 429 {
      return .busy(response.retryAfter ?? .seconds(Self.usualPause))
    }
    let refusal = try? JSONDecoder().decode(Refusal.self, from: response.body)
    let cause =
      refusal.map { CodedText.logInRefused(redacted($0.description ?? $0.error, grant)) }
      ?? .status(response.status)
    guard response.status < 500, response.status != 408 else { return .unavailable(cause) }
    switch (refusal?.error, grant) {
    case ("invalid_grant", .code): return .codeRefused(cause)
    case ("invalid_grant", .refresh): return .loggedOut(.refreshRefused)
    case ("invalid_client", _), ("unauthorized_client", _): return .unknownClient(cause)
    default: return .refused(cause)
    }
  }

  /// A service may send back what it was sent.
  private func redacted(_ words: String, _ grant: Grant) -> String {
    var secrets = [service.client.secret]
    switch grant {
    case .code(let code, let attempt):
      secrets.append(code.secret)
      if let verifier = attempt.verifier { secrets.append(verifier) }
    case .refresh(let token): secrets.append(token)
    }
    return secrets.reduce(words) { Redaction(secret: $1).redact($0) }
  }

  /// Seconds, if a service that is called too often does not say how long.
  private static let usualPause: Int64 = 60

  private struct Answer: Decodable {
    var access: String
    var type: String?
    var refresh: String?
    var expiresIn: Double?

    private enum CodingKeys: String, CodingKey {
      case access = "access_token"
      case type = "token_type"
      case refresh = "refresh_token"
      case expiresIn = "expires_in"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      access = try container.decode(String.self, forKey: .access)
      type = try container.decodeIfPresent(String.self, forKey: .type)
      refresh = try container.decodeIfPresent(String.self, forKey: .refresh)
      // Some services write the number as a text.
      expiresIn =
        (try? container.decode(Double.self, forKey: .expiresIn))
        ?? (try? container.decode(String.self, forKey: .expiresIn)).flatMap { Double($0) }
    }
  }

  private struct Refusal: Decodable {
    var error: String
    var description: String?

    private enum CodingKeys: String, CodingKey {
      case error
      case description = "error_description"
    }
  }
}
