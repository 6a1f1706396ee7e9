import FoundationEssentials
import GRDB
import ServiceBasics
import ServiceStorage
import Synchronization

/// Lets people allow programs access, and gives out tokens, as a provider does by OAuth 2.
///
/// Log-ins are in a SQLite file of their own, and outlive the sandbox; tokens and codes are in it as
/// digests. Refresh tokens rotate: the tokens before stay good until the new ones are used, so that a
/// client whose answer was lost can ask again; after that they are dead.
public final class OAuthServer: Sendable {
  /// What a bearer token says.
  public enum Bearer: Sendable, Hashable {
    /// It speaks for a person.
    case person(String)
    /// It has ended.
    case ended
    /// It is none, or access was taken back.
    case unknown
  }

  /// A request that is for this server.
  public enum Operation: Sendable, Hashable {
    /// The page is asked for, or its answer comes.
    case approval
    /// Tokens are asked for.
    case tokens
  }

  let settings: OAuthSettings
  let clock: SandboxClock
  let people: @Sendable () async throws -> [OAuthPerson]
  let queue: DatabaseQueue
  let counter: CallCounter
  let lifetimes: Mutex<(access: Int, refresh: Int)>
  /// The secrets that are good now, the oldest first, by the ids of their programs.
  let goodSecrets: Mutex<[String: [String]]>

  /// Opens the log-ins, in a file that is made if need be.
  ///
  /// - Parameters:
  ///   - file: the path of the SQLite file.
  ///   - settings: the paths, programs and lifetimes.
  ///   - clock: the sandbox's clock, by which tokens end and calls are counted.
  ///   - people: who there is, for the page.
  /// - Throws: a `SandboxError` if the file cannot be used.
  public init(
    file: String, settings: OAuthSettings, clock: SandboxClock,
    people: @escaping @Sendable () async throws -> [OAuthPerson]
  ) throws(SandboxError) {
    self.settings = settings
    self.clock = clock
    self.people = people
    counter = CallCounter(by: clock)
    lifetimes = Mutex((settings.accessSeconds, settings.refreshSeconds))
    goodSecrets = Mutex(
      Dictionary(
        settings.programs.map { ($0.id, $0.secrets) }, uniquingKeysWith: { first, _ in first }))
    do throws(DatabaseFileError) {
      queue = try DatabaseFile.open(file, for: OAuthSchema.contents)
    } catch {
      throw SandboxError(.folder, "the log-ins cannot be used: \(error)")
    }
  }

  /// Looks at a request before its body is read; nil if it is for somebody else.
  public func admit(_ head: IncomingHead) -> Admitted<Operation>? {
    let path = "/" + head.target.segments.joined(separator: "/")
    switch path {
    case settings.approvalPath:
      return ["GET", "HEAD", "POST"].contains(head.method)
        ? .admitted(.approval, bodyLimit: head.method == "POST" ? Self.bodyLimit : 0)
        : .refused(notAllowed("GET, HEAD, POST"))
    case settings.tokenPath:
      return head.method == "POST"
        ? .admitted(.tokens, bodyLimit: Self.bodyLimit) : .refused(notAllowed("POST"))
    default: return nil
    }
  }

  /// Answers a request that was admitted.
  public func reply(to call: IncomingCall, _ operation: Operation) async throws -> WrittenReply {
    switch operation {
    case .approval: try await approvalReply(to: call)
    case .tokens: try await tokenReply(to: call)
    }
  }

  /// Whom a token speaks for; the first use of new tokens ends those before them.
  public func bearer(_ token: String) throws -> Bearer {
    let now = clock.now
    let named = try queue.read { try OAuthBook(db: $0, now: now).named(token, kind: "access") }
    guard let named, !named.isRevoked else { return .unknown }
    guard named.isGood(at: now) else { return .ended }
    if !named.isUsed, named.generation == named.current {
      try queue.write { try OAuthBook(db: $0, now: now).noteUse(of: named) }
    }
    return .person(named.person)
  }

  /// Gives a person's tokens out without asking anybody: for those who start a sandbox.
  ///
  /// - Parameters:
  ///   - person: the person's id.
  ///   - program: the id of the program that may use them.
  /// - Returns: both tokens.
  public func giveTokens(
    to person: String, for program: String
  ) throws -> (access: String, refresh: String) {
    let pair = try queue.write { try newLogIn(of: person, with: program, $0) }
    return (pair.access, pair.refresh)
  }

  /// Begins a log-in, with its first tokens.
  func newLogIn(
    of person: String, with program: String, _ db: Database
  ) throws -> OAuthBook.Pair {
    let book = OAuthBook(db: db, now: clock.now)
    return try give(book, try book.addLogIn(program: program, person: person), generation: 1)
  }

  /// Adds new tokens.
  func give(_ book: OAuthBook, _ logIn: Int64, generation: Int) throws -> OAuthBook.Pair {
    let pair = OAuthBook.Pair(access: RandomSecret.make(), refresh: RandomSecret.make())
    let (access, refresh) = lifetimes.withLock { $0 }
    try book.addTokens(
      pair, of: logIn, generation: generation, accessSeconds: access, refreshSeconds: refresh)
    return pair
  }

  private func notAllowed(_ methods: String) -> WrittenReply {
    var reply = WrittenReply(status: 405)
    reply.allow = methods
    return reply
  }

  /// More than any form of OAuth has.
  private static let bodyLimit = 64 * 1024
}
