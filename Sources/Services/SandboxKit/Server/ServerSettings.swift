public import Logging
public import ServerConnections
import ServiceBasics

/// The address at which a sandbox listens, and which clients it serves.
public struct ServerSettings: Sendable {
  /// The address to listen at: a numeric one, or `localhost`.
  public var host = "127.0.0.1"

  /// The port, or 0 for any that is free.
  public var port = 0

  /// Whether an address that others can reach is allowed.
  ///
  /// The controls ask for no token: others could change what the sandbox holds, see every request, and
  /// let themselves in.
  public var allowsRemote = false

  /// Names besides `localhost` and the address that requests may have in their `Host` header.
  public var hostNames: [String] = []

  /// How long the other side of a connection is waited for, and how much is taken from it.
  public var limits = ConnectionLimits()

  /// Lets the time of a `slow` fault pass before the request is carried out: really by default; tests
  /// say when it has passed.
  public var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  /// How long something has run that neither stops nor is set, by which calls are limited: the process
  /// by default; tests say how much time has passed.
  public var uptime: @Sendable () -> Duration = { SandboxClock.processUptime() }

  /// Receives requests and problems; by default they are dropped.
  ///
  /// Tokens are never logged.
  public var logger = Logger(label: "sandbox", factory: { _ in SwiftLogNoOpLogHandler() })

  /// The usual settings: any free port of this computer.
  public init() {}

  /// Refuses an address that others can reach, unless that is allowed.
  ///
  /// - Throws: a `SandboxError` with the code `remoteAddress`.
  public func check() throws(SandboxError) {
    guard allowsRemote || Loopback.contains(host) else {
      throw SandboxError(
        .remoteAddress,
        """
        other computers could reach \(host), and the sandbox’s controls need no token: anyone who \
        reaches them can change what it holds, see every request and let anybody in. Listen on \
        127.0.0.1, or pass --allow-remote.
        """)
    }
  }

  /// The address of a port, such as `http://127.0.0.1:8080`.
  func url(port: Int) -> String {
    "http://\(AddressText.host(host)):\(port)"
  }
}
