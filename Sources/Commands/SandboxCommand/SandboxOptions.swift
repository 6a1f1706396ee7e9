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

  @Option(help: ArgumentHelp("The folder of the data, made if need be.", valueName: "folder"))
  var data: String

  @Option(help: ArgumentHelp("The port, or 0 for any that is free.", valueName: "port"))
  var port = 8080

  @Option(help: ArgumentHelp("The address to listen at.", valueName: "address"))
  var host = "127.0.0.1"

  @Flag(
    help: """
      Allow an address that others can reach. The controls ask for no token: whoever reaches them \
      makes money, sees every request and lets anybody in.
      """)
  var allowRemote = false

  @Option(
    help: ArgumentHelp(
      "A name besides localhost and the address that clients may use for it; may be repeated.",
      valueName: "name"))
  var hostName: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      The access tokens, in a file that only you can read; without it, those of the last time. A \
      token that was logged out stays so.
      """,
      valueName: "file"))
  var tokenFile: String?

  @Option(help: "Fill a bank that has no accounts: \"sample\" has three of them with a past.")
  var seed: Seed?

  @Option(
    help: ArgumentHelp(
      "The moment at which the bank's clock stands, such as 2026-11-20T12:00:00Z.",
      valueName: "time"))
  var now: Moment?

  @Option(
    help: ArgumentHelp("The locale whose weeks the sample has.", valueName: "identifier"))
  var locale = LocaleName(text: "en_GB")

  @Option(
    help: ArgumentHelp("The time zone whose weeks the sample has.", valueName: "identifier"))
  var timeZone = ZoneName(
    text: "Europe/London", zone: TimeZone(identifier: "Europe/London") ?? .gmt)

  @Option(
    help: ArgumentHelp(
      """
      What is told on standard error: requests from \"info\" on. One of \
      \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")).
      """, valueName: "level"))
  var logLevel = LogLevel(.notice)

  func validate() throws {
    guard (0...65535).contains(port) else {
      throw ValidationError("A port is between 0 and 65535, and \(port) is not.")
    }
    guard !data.isEmpty else { throw ValidationError("The data's folder has no name.") }
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
        throw ValidationError("The token file \(path) cannot be read: it has more than 1 MiB.")
      }
      return try SandboxToken.read(String(decoding: bytes, as: UTF8.self))
    } catch let error as PrivacyError {
      throw ValidationError("The token file cannot be read: \(error)")
    } catch let error as SandboxError {
      throw ValidationError("\(path): \(error.description)")
    }
  }
}
