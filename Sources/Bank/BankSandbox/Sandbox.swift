public import Bank
import FoundationEssentials
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import SandboxKit
import ServiceBasics
public import ServiceLifecycle
import Synchronization

/// Starling's public API v2 on this computer, over the books of an embedded bank.
///
/// A client cannot tell it from the bank, as far as the API goes; beside the API it has controls, for
/// time, payments and faults. It is a service that runs until it is told to shut down; `start` and
/// `stop` do both for whoever has no services.
public final class Sandbox: Service, Sendable {
  /// The bank, for whoever is in the same process.
  public let bank: EmbeddedBank

  private let configuration: SandboxConfiguration
  private let responder: SandboxResponder
  private let lock: FileLock
  private let running = Mutex<Running?>(nil)
  private let listening = Mutex<Listening>(.notYet([]))

  private struct Running {
    let group: ServiceGroup
    let task: Task<Void, any Error>
  }

  private enum Listening {
    case notYet([CheckedContinuation<String, any Error>])
    case at(String)
    case failed(any Error)
  }

  /// Opens the bank in the configuration's folder, which no other sandbox may serve meanwhile.
  ///
  /// - Throws: a `SandboxError`, or a `BankError` where the file cannot be used.
  public init(_ configuration: SandboxConfiguration) throws {
    guard configuration.allowsRemote || Loopback.contains(configuration.host) else {
      throw SandboxError(
        .remoteAddress,
        """
        others could reach \(configuration.host), and the sandbox's controls ask nobody for a token: \
        whoever reaches them makes money, sees every request and lets anybody in. Listen at \
        127.0.0.1, or allow it with --allow-remote.
        """)
    }
    lock = try SandboxFolder.lock(configuration.folder)
    let clock = SandboxClock(standingAt: configuration.now)
    let bank = try EmbeddedBank(
      servedFrom: "\(configuration.folder)/bank.sqlite", now: { clock.now.date },
      makeID: configuration.makeID)
    let customer = try bank.write { ledger in
      let customer = try ledger.customer(formerly: SandboxToken.formerCustomer)
      if let tokens = configuration.tokens {
        let grants = tokens.map { $0.grant(at: customer) }
        try ledger.replaceAccessGrants(grants, keepsRevoked: true)
      }
      return customer
    }
    let (faults, lag, requests) = (FaultBook(), FeedLag(), RequestLog())
    let api = APIService(bank: bank, lag: lag, logger: configuration.logger)
    let late = LateRequests(api: api)
    responder = SandboxResponder(
      api: api,
      controls: ControlService(
        bank: bank, customer: customer, clock: clock, faults: faults, lag: lag, late: late,
        requests: requests),
      faults: faults, late: late, requests: requests,
      hosts: HostRule(listeningAt: configuration.host, names: configuration.hostNames),
      logger: configuration.logger)
    self.bank = bank
    self.configuration = configuration
  }

  /// Whether anybody can get in: there is a token, valid or not.
  public var hasTokens: Bool {
    get throws { try bank.read { try $0.accessGrantCount() } > 0 }
  }

  /// Serves until the task is cancelled or a shutdown is asked for; what runs then is finished first.
  public func run() async throws {
    var quiet = configuration.logger
    quiet.logLevel = max(quiet.logLevel, .warning)
    let application = Application(
      responder: responder, server: .guarded(configuration.limits),
      configuration: ApplicationConfiguration(
        address: .hostname(configuration.host, port: configuration.port)),
      onServerRunning: { [self] channel in became(.at(url(of: channel.localAddress))) },
      logger: quiet)
    do {
      try await application.run()
    } catch {
      let error = SandboxError(
        .address,
        """
        nothing can listen at \(configuration.host) port \(configuration.port): \(error). \
        Another program may; name another port, or 0 for any that is free.
        """)
      became(.failed(error))
      throw error
    }
  }

  /// The address, such as `http://127.0.0.1:8080`, as soon as it listens there.
  ///
  /// - Throws: a `SandboxError` where nothing can.
  public var address: String {
    get async throws {
      try await withCheckedThrowingContinuation { continuation in
        listening.withLock { state in
          switch state {
          case .at(let url): continuation.resume(returning: url)
          case .failed(let error): continuation.resume(throwing: error)
          case .notYet(let others): state = .notYet(others + [continuation])
          }
        }
      }
    }
  }

  /// Serves in a task of its own.
  ///
  /// - Returns: the address, once it listens there.
  @discardableResult
  public func start() async throws -> String {
    try running.withLock { running in
      guard running == nil else {
        throw SandboxError(.started, "the sandbox has been started already.")
      }
      let group = ServiceGroup(services: [self], logger: responder.logger)
      running = Running(group: group, task: Task { try await group.run() })
    }
    return try await address
  }

  /// Ends what `start` began, after what runs is finished.
  public func stop() async throws {
    guard let running = running.withLock({ $0 }) else { return }
    await running.group.triggerGracefulShutdown()
    try await running.task.value
  }

  private func became(_ state: Listening) {
    let waiting = listening.withLock { now in
      defer { now = state }
      if case .notYet(let waiting) = now { return waiting }
      return []
    }
    for continuation in waiting {
      switch state {
      case .at(let url): continuation.resume(returning: url)
      case .failed(let error): continuation.resume(throwing: error)
      case .notYet: break
      }
    }
  }

  private func url(of address: SocketAddress?) -> String {
    let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
    return "http://\(host):\(address?.port ?? configuration.port)"
  }
}
