import Bank
public import EmbeddedBank
import SandboxKit
import ServiceBasics
public import ServiceLifecycle

/// Starling's public API v2 on this computer, over the books of an embedded bank.
///
/// A client cannot tell it from the bank, as far as the API goes; beside the API it has controls, for
/// time, payments and faults. It is a service that runs until it is asked to shut down; `start` and
/// `stop` do both for programs without a service group.
public final class Sandbox: Service, Sendable {
  /// The bank itself, for code in the same process.
  public let bank: EmbeddedBank

  private let server: SandboxServer<APIService>
  private let lock: FileLock

  /// Opens the bank in the configuration's folder, which no other sandbox may serve meanwhile.
  ///
  /// - Throws: a `SandboxError`, or a `BankError` if the file cannot be used.
  public init(_ configuration: SandboxConfiguration) throws {
    try configuration.server.check()
    lock = try SandboxFolder.lock(configuration.folder)
    let world = SandboxWorld(now: configuration.now, uptime: configuration.server.uptime)
    let bank = try EmbeddedBank(
      servedFrom: "\(configuration.folder)/bank.sqlite", now: { world.clock.now.date },
      makeID: configuration.makeID)
    let customer = try bank.write { ledger in
      let customer = try ledger.customer(formerly: SandboxToken.formerCustomer)
      if let tokens = configuration.tokens {
        let grants = tokens.map { $0.grant(at: customer) }
        try ledger.replaceAccessGrants(grants, keepsRevoked: true)
      }
      return customer
    }
    server = try SandboxServer(
      configuration.server, world: world,
      api: APIService(bank: bank, lag: world.lag, logger: configuration.logger),
      controls: BankControls(bank: bank, customer: customer))
    self.bank = bank
  }

  /// Whether anybody can get in: there is a token that was not revoked, ended or not.
  public var hasTokens: Bool {
    get throws { try bank.read { try $0.accessGrantCount() } > 0 }
  }

  /// Serves until the task is cancelled or a shutdown is asked for; what runs then is finished first.
  public func run() async throws { try await server.run() }

  /// The address, such as `http://127.0.0.1:8080`, as soon as it listens there.
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
