import Bank
import EmbeddedBank
public import FoundationEssentials
public import Logging
public import SandboxKit

/// How a sandbox is set up.
public struct SandboxConfiguration: Sendable {
  /// The folder of its data; made if there is none.
  public var folder: String

  /// The address at which it listens, and which clients it serves.
  public var server = ServerSettings()

  /// The access tokens there are, or `nil` for those that the data has.
  public var tokens: [SandboxToken]?

  /// The moment at which the bank's clock is stopped; nil for the computer's clock.
  public var now: Date?

  /// Gives a new UUID at every call: of the folder's customer, and of what the bank makes.
  public var makeID: @Sendable () -> String = EmbeddedBank.randomID

  /// Makes a configuration over a folder; everything else as it is if nothing is said.
  public init(folder: String) {
    self.folder = folder
  }
}

extension SandboxConfiguration {
  /// The address to listen at: a numeric one, or `localhost`.
  public var host: String {
    get { server.host }
    set { server.host = newValue }
  }

  /// The port, or 0 for any that is free.
  public var port: Int {
    get { server.port }
    set { server.port = newValue }
  }

  /// Whether an address that others can reach is allowed.
  public var allowsRemote: Bool {
    get { server.allowsRemote }
    set { server.allowsRemote = newValue }
  }

  /// Receives requests and problems; by default they are dropped.
  ///
  /// Tokens are never logged.
  public var logger: Logger {
    get { server.logger }
    set { server.logger = newValue }
  }
}
