/// How a sandbox lets people allow access by OAuth 2 (RFC 6749).
public struct OAuthSettings: Sendable {
  /// What the service calls itself on its page.
  public var title: String

  /// The path of the page on which people allow access.
  public var approvalPath = "/oauth/authorize"

  /// The path at which tokens are given.
  public var tokenPath = "/oauth/token"

  /// The programs there are.
  public var programs: [OAuthProgram]

  /// How long codes are good.
  public var codeSeconds = 900

  /// How long access tokens are good.
  public var accessSeconds = 3600

  /// How long refresh tokens are good, each from its issue.
  public var refreshSeconds = 631_151_957

  /// Whether a code that was asked for with a challenge needs its proof (RFC 7636).
  public var checksChallenges = true

  /// Keeps the secrets of a program, by its id, whenever one comes or goes: what cannot be kept does not change.
  public var keepSecrets: @Sendable (_ secrets: [String], _ program: String) throws -> Void = {
    _, _ in
  }

  /// How often tokens may be asked for, for each person.
  public var limits: [CallLimit] = []

  /// How often instead, depending on the headers of a request; nil for the usual.
  public var otherLimits: @Sendable (IncomingHead) -> [CallLimit]? = { _ in nil }

  /// What somebody is answered who asks too often.
  public var throttled: @Sendable (CallLimit) -> WrittenReply = { limit in
    var reply = WrittenReply(status: 429)
    reply.retryAfter = String(limit.seconds)
    return reply
  }

  /// Makes the usual settings.
  public init(title: String, programs: [OAuthProgram]) {
    self.title = title
    self.programs = programs
  }
}

/// A program that people may allow access.
///
/// Described and printed without its secrets.
public struct OAuthProgram: Sendable {
  /// The program's `client_id`.
  public var id: String

  /// What people know it by.
  public var name: String

  /// Its secrets when the sandbox starts, the oldest first: two while one takes the other's place.
  public var secrets: [String]

  /// The addresses to which browsers may be led back.
  public var redirects: [String] = []

  /// Whether any address of the person's own computer will do besides (RFC 8252, section 7.3).
  public var takesLoopback = true

  /// Describes a program.
  public init(id: String, name: String, secrets: [String]) {
    self.id = id
    self.name = name
    self.secrets = secrets
  }
}

extension OAuthProgram: CustomStringConvertible, CustomReflectable {
  /// The id alone.
  public var description: String { "program \(id)" }

  /// The id alone.
  public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}

/// Somebody who may allow access.
public struct OAuthPerson: Sendable, Hashable {
  /// How the books know them.
  public var id: String
  /// What the page on which they allow access calls them.
  public var name: String
  /// What they may do, in words.
  public var detail: String

  /// Describes a person.
  public init(id: String, name: String, detail: String) {
    self.id = id
    self.name = name
    self.detail = detail
  }
}
