import Bank
public import FoundationEssentials
public import Logging
public import SandboxKit

/// How a sandbox is set up.
public struct SandboxConfiguration: Sendable {
  /// The folder of its data; made where there is none.
  public var folder: String

  /// The address to listen at: a numeric one, or `localhost`.
  public var host = "127.0.0.1"

  /// The port, or 0 for any that is free.
  public var port = 0

  /// Whether an address that others can reach is allowed.
  ///
  /// The controls ask for no token: whoever reaches them makes money, sees every request and lets
  /// anybody in.
  public var allowsRemote = false

  /// Names besides `localhost` and the address that requests may bear in their `Host` header.
  public var hostNames: [String] = []

  /// How long the other side of a connection is waited for, and how much is taken from it.
  public var limits = ConnectionLimits()

  /// The access tokens there are, or `nil` for those that the data has.
  public var tokens: [SandboxToken]?

  /// The moment at which the bank's clock stands, or `nil` for the computer's clock.
  public var now: Date?

  /// Gives a new UUID at every call: of the folder's customer, and of what the bank makes.
  public var makeID: @Sendable () -> String = EmbeddedBank.randomID

  /// What is told of requests and troubles; nothing if nothing is said. Tokens are never told.
  public var logger = Logger(label: "flowline-sandbox", factory: { _ in SwiftLogNoOpLogHandler() })

  /// Makes a configuration over a folder; everything else as it is if nothing is said.
  public init(folder: String) {
    self.folder = folder
  }
}
