import EmbeddedBooks
import FreeAgentAPI
import SandboxKit

extension OAuthSettings {
  /// The service's paths, lifetimes and limits.
  ///
  /// - Parameters:
  ///   - program: the program that people may allow access.
  ///   - keepSecrets: keeps its secrets.
  static func books(
    for program: OAuthProgram,
    keepingSecrets keepSecrets: @escaping @Sendable ([String], String) throws -> Void
  ) -> OAuthSettings {
    var settings = OAuthSettings(title: "the sandbox of FreeAgent’s API", programs: [program])
    settings.approvalPath = path(FreeAgent.approvalPath)
    settings.tokenPath = path(FreeAgent.tokenPath)
    settings.keepSecrets = keepSecrets
    // The service follows draft 22 of OAuth 2, which has no proofs: clients may send them.
    settings.checksChallenges = false
    settings.limits = [BooksLimits.tokens]
    settings.otherLimits = { BooksLimits.isTest($0) ? [BooksLimits.test] : nil }
    settings.throttled = BooksLimits.reply
    return settings
  }

  private static func path(_ segments: [String]) -> String {
    segments.map { "/\($0)" }.joined()
  }
}

extension OAuthPerson {
  init(_ user: BooksUser) {
    self.init(
      id: user.id.description, name: user.name,
      detail: "\(user.role.rawValue), level \(user.level.rawValue)")
  }
}

/// How often each user may call (the page “Introduction”).
enum BooksLimits {
  /// Of the API.
  static let calls = [CallLimit(120, per: 60), CallLimit(3600, per: 3600)]

  /// Of the token endpoint.
  static let tokens = CallLimit(15, per: 60)

  /// With the header `X-RateLimit-Test`, by which clients try their waiting.
  static let test = CallLimit(5, per: 60)

  /// Whether a request asks for the limit of tests: the header has any value but an empty one, `0` and
  /// `false`.
  static func isTest(_ head: IncomingHead) -> Bool {
    guard let value = head.headers["X-RateLimit-Test"] else { return false }
    return !["", "0", "false"].contains(value.lowercased())
  }

  /// What is over the limit is answered with: plain text, and after how many seconds to come back.
  static func reply(_ limit: CallLimit) -> WrittenReply {
    var reply = WrittenReply(
      status: 429, contentType: "text/plain; charset=utf-8",
      body: FreeAgent.Failure.throttled(limit))
    reply.retryAfter = String(limit.seconds)
    return reply
  }
}
