import Glibc
import Hummingbird
import HummingbirdCore
import Logging
import ServerConnections
import ServiceBasics
public import ServiceLifecycle
import Synchronization

/// Serves a provider's API and the controls beside it, until it is asked to end.
public final class SandboxServer<API: ProviderAPI>: Service, Sendable {
  private let settings: ServerSettings
  private let responder: SandboxResponder<API>
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

  /// Makes a server; it listens from `run()` or `start()` on.
  ///
  /// - Throws: a `SandboxError` if others could reach it and that is not allowed.
  public init(
    _ settings: ServerSettings, world: SandboxWorld, api: API, controls: any ProviderControls
  ) throws(SandboxError) {
    try settings.check()
    self.settings = settings
    responder = SandboxResponder(
      api: api, controls: ControlService(world: world, others: controls), world: world,
      hosts: HostRule(listeningAt: settings.host, names: settings.hostNames),
      sleep: settings.sleep, logger: settings.logger)
  }

  /// Serves until the task is cancelled or a shutdown is asked for; what runs then is finished first.
  public func run() async throws {
    var quiet = settings.logger
    quiet.logLevel = max(quiet.logLevel, .warning)
    let application = Application(
      responder: responder, server: .guarded(settings.limits),
      configuration: ApplicationConfiguration(
        address: .hostname(AddressText.bareHost(settings.host), port: settings.port)),
      onServerRunning: { [self] channel in
        became(.at(settings.url(port: channel.localAddress?.port ?? settings.port)))
      },
      logger: quiet)
    do {
      try await application.run()
    } catch {
      let error = SandboxError(
        .address,
        """
        cannot listen on \(settings.host), port \(settings.port): \(Self.reason(error)). Choose \
        another port, or 0 for any free one.
        """)
      became(.failed(error))
      throw error
    }
  }

  /// Why nothing can listen.
  private static func reason(_ error: any Error) -> String {
    switch ListeningError.number(of: error) {
    case EADDRINUSE?: return "another program listens there"
    case let number?: return String(cString: strerror(number))
    case nil: return "\(error)"
    }
  }

  /// The address, such as `http://127.0.0.1:8080`, as soon as it listens there.
  ///
  /// - Throws: a `SandboxError` if nothing can.
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
        throw SandboxError(.started, "the sandbox has already been started.")
      }
      let group = ServiceGroup(services: [self], logger: settings.logger)
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
}
