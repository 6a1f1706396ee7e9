import ArgumentParser
import Logging
import SandboxKit

/// What the command line says about serving, whatever is served.
struct ServingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The data folder, created if it does not exist; one that does must be closed to everybody \
      else (mode 700).
      """, valueName: "folder"))
  var data: String

  @Option(help: ArgumentHelp("The port; 0 picks a free one.", valueName: "port"))
  var port = 8080

  @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
  var host = "127.0.0.1"

  @Flag(
    help: """
      Allow an address that other computers can reach. The controls need no token: anyone who \
      reaches them can change the data, see every request and let anybody in.
      """)
  var allowRemote = false

  @Option(
    help: ArgumentHelp(
      "Another host name that clients may use, besides localhost and the address; may be repeated.",
      valueName: "name"))
  var hostName: [String] = []

  @Option(
    help: ArgumentHelp(
      "A fixed time for the clock, such as 2026-11-20T12:00:00Z, or a day, for its noon in UTC.",
      valueName: "time"))
  var now: Moment?

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

  var server: ServerSettings {
    var settings = ServerSettings()
    settings.host = host
    settings.port = port
    settings.allowsRemote = allowRemote
    settings.hostNames = hostName
    settings.logger = logger
    return settings
  }

  var logger: Logger {
    var logger = Logger(label: "flowline-sandbox") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = logLevel.level
    return logger
  }

  /// A logger for code that logs much: warnings at least.
  var quietLogger: Logger {
    var logger = logger
    logger.logLevel = max(logLevel.level, .warning)
    return logger
  }
}
