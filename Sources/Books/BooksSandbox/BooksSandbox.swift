public import EmbeddedBooks
import FreeAgentAPI
import SandboxKit
import ServiceBasics
public import ServiceLifecycle

/// FreeAgent's API, version 2, on this computer, over embedded books.
///
/// For what it serves, a client cannot tell it from the service: people allow access on a page of its own,
/// tokens end and rotate, limits count. Beside the API it has controls, for time, faults and what else
/// happens outside. It is a service that runs until it is asked to shut down; `start` and `stop`
/// do both for programs without a service group.
public final class BooksSandbox: Service, Sendable {
  /// The books themselves, for code in the same process.
  public let books: EmbeddedBooks

  /// The id of the program that people may allow access.
  public let clientID: String

  /// The newest secret of that program, which stays the same as long as the folder does, unless a control adds
  /// another or revokes it.
  public var clientSecret: String { oauth.secrets(of: clientID).last ?? "" }

  private let oauth: OAuthServer
  private let server: SandboxServer<BooksAPI>
  private let lock: FileLock

  /// Opens the books in the configuration's folder, which no other sandbox may serve meanwhile.
  ///
  /// - Parameter configuration: how it is set up.
  /// - Throws: a `SandboxError` if the folder or a file in it cannot be used.
  public init(_ configuration: BooksSandboxConfiguration) throws {
    try configuration.server.check()
    lock = try SandboxFolder.lock(configuration.folder)
    let world = SandboxWorld(now: configuration.now, uptime: configuration.server.uptime)
    let books = try Self.books(in: configuration, world.clock)
    self.books = books
    clientID = configuration.clientID
    let secrets = ClientSecrets(in: configuration.folder)
    var program = OAuthProgram(
      id: configuration.clientID, name: "Flowline", secrets: try secrets.read())
    program.redirects = configuration.redirects
    oauth = try OAuthServer(
      file: "\(configuration.folder)/log-ins.sqlite",
      settings: .books(for: program) { all, _ in try secrets.keep(all) },
      clock: world.clock,
      people: { try await books.perform(writing: false) { try $0.users() }.map(OAuthPerson.init) })
    server = try SandboxServer(
      configuration.server, world: world,
      api: BooksAPI(
        books: books, oauth: oauth, clock: world.clock, logger: configuration.server.logger),
      controls: BooksControls(books: books, oauth: oauth))
  }

  private static func books(
    in configuration: BooksSandboxConfiguration, _ clock: SandboxClock
  ) throws(SandboxError) -> EmbeddedBooks {
    do {
      let books = try EmbeddedBooks(
        servedFrom: "\(configuration.folder)/books.sqlite", now: { clock.now })
      if let sample = configuration.sample {
        try SampleCompany.seed(
          into: books, variant: sample, includingPayroll: true, includingPast: true)
      } else {
        try SampleCompany.begin(in: books)
      }
      return books
    } catch {
      throw SandboxError(.folder, "the books cannot be used: \(error)")
    }
  }

  /// Gives a user's tokens out without asking anybody.
  ///
  /// - Parameter user: a user of the books.
  /// - Returns: an access token and a refresh token, for the program that people may allow access.
  /// - Throws: what SQLite throws.
  public func giveTokens(to user: BooksUser) throws -> (access: String, refresh: String) {
    try oauth.giveTokens(to: user.id.description, for: clientID)
  }

  /// Serves until the task is cancelled or a shutdown is asked for; what runs then is finished first.
  public func run() async throws { try await server.run() }

  /// The address, such as `http://127.0.0.1:8400`, as soon as it listens there; the API is below `/v2`.
  ///
  /// - Throws: a `SandboxError` if nothing can.
  public var address: String {
    get async throws { try await server.address }
  }

  /// Serves in a task of its own.
  ///
  /// - Returns: the address, once it listens there.
  @discardableResult
  public func start() async throws -> String { try await server.start() }

  /// Ends what `start` began, after what runs is finished.
  public func stop() async throws { try await server.stop() }
}
