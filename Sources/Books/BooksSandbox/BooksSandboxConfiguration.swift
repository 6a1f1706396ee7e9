public import EmbeddedBooks
public import FoundationEssentials
public import SandboxKit

/// How a sandbox of a bookkeeping service is set up.
public struct BooksSandboxConfiguration: Sendable {
  /// The folder of its data; made if there is none.
  public var folder: String

  /// The address at which it listens, and which clients it serves.
  public var server = ServerSettings()

  /// The company that empty books are filled with; nil for a company with its owner and nothing else.
  public var sample: SampleCompany.Variant? = .limited

  /// The moment at which the service's clock is stopped; nil for the computer's clock.
  public var now: Date?

  /// The id of the program that people allow access.
  public var clientID = "flowline"

  /// The addresses to which browsers may be led back beside those of this computer, such as
  /// `https://app.example/callback`, each as the program sends it.
  public var redirects: [String] = []

  /// Makes a configuration with the defaults, over a folder.
  public init(folder: String) {
    self.folder = folder
  }
}
