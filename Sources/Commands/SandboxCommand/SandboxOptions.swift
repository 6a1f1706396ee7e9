import ArgumentParser
import Bank
import BankSandbox
import FoundationEssentials
import Logging
import SandboxKit
import ServiceBasics

/// What the command line says.
struct SandboxOptions: ParsableArguments {
  enum Seed: String, ExpressibleByArgument, CaseIterable {
    case sample
  }

  @Option(help: ArgumentHelp("The data folder, created if it does not exist.", valueName: "folder"))
  var data: String

  @Option(help: ArgumentHelp("The port; 0 picks a free one.", valueName: "port"))
  var port = 8080

  @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
  var host = "127.0.0.1"

  @Flag(
    help: """
      Allow an address that other computers can reach. The controls need no token: anyone who \
      reaches them can create money, see every request and let anybody in.
      """)
  var allowRemote = false

  @Option(
    help: ArgumentHelp(
      "Another host name that clients may use, besides localhost and the address; may be repeated.",
      valueName: "name"))
  var hostName: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      A file of access tokens that only you can read; without it, those of the previous run. A \
      revoked token stays revoked.
      """,
      valueName: "file"))
  var tokenFile: String?

  @Option(help: "Data for an empty bank: “sample” adds three accounts with a history.")
  var seed: Seed?

  @Option(
    help: ArgumentHelp(
      "A fixed time for the bank’s clock, such as 2026-11-20T12:00:00Z.",
      valueName: "time"))
  var now: Moment?

  @Option(
    help: ArgumentHelp("The locale of the weeks in the sample.", valueName: "identifier"))
  var locale = LocaleName(text: "en_GB")

  @Option(
    help: ArgumentHelp("The time zone of the weeks in the sample.", valueName: "identifier"))
  var timeZone = ZoneName(
    text: "Europe/London", zone: TimeZone(identifier: "Europe/London") ?? .gmt)

  @Option(
    help: ArgumentHelp(
      """
      What to write to standard error; “info” includes requests. One of \
      \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")).
      """, valueName: "level"))
  var logLevel = LogLevel(.notice)

  func validate() throws {
    guard (0...65535).contains(port) else {
      throw ValidationError("The port must be between 0 and 65535, not \(port).")
    }
    guard !data.isEmpty else {
      throw ValidationError("The name of the data folder is empty. Pass --data FOLDER.")
    }
  }

  var logger: Logger {
    var logger = Logger(label: "flowline-sandbox") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = logLevel.level
    return logger
  }

  /// For what tells much of itself.
  var quietLogger: Logger {
    var logger = logger
    logger.logLevel = max(logLevel.level, .warning)
    return logger
  }

  func sandboxConfiguration(logger: Logger) throws -> SandboxConfiguration {
    var configuration = SandboxConfiguration(folder: data)
    configuration.host = host
    configuration.port = port
    configuration.allowsRemote = allowRemote
    configuration.server.hostNames = hostName
    configuration.now = now?.time.date
    configuration.logger = logger
    if let tokenFile { configuration.tokens = try Self.tokens(in: tokenFile) }
    return configuration
  }

  /// More than any number of tokens needs.
  private static let tokenFileLimit = 1_048_576

  private static func tokens(in path: String) throws -> [SandboxToken] {
    do {
      let bytes = try PrivateFile.read(path, upTo: tokenFileLimit + 1)
      guard bytes.count <= tokenFileLimit else {
        throw ValidationError("The token file \(path) cannot be read: it is larger than 1 MiB.")
      }
      return try SandboxToken.read(String(decoding: bytes, as: UTF8.self))
    } catch let error as PrivacyError {
      throw ValidationError("The token file cannot be read: \(error)")
    } catch let error as SandboxError {
      throw ValidationError("\(path): \(error.description)")
    }
  }
}
