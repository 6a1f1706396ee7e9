import ArgumentParser
import Flowline
import FlowlineHost
import FlowlineSQLite
import FlowlineWeb
import Foundation
import Glibc
import Hummingbird
import Logging
import ServerConnections
import ServiceBasics
import ServiceLifecycle
import UnixSignals

/// The command `flowline-serve`.
@main
struct ServeProgram: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flowline-serve",
    abstract: "Serve the flows as pages for people and as an API for programs.",
    discussion: """
      Pages are at /, the API at /api, its OpenAPI document at /api/openapi.json. When it is ready it \
      prints one line with its address to standard output; everything else goes to standard error. \
      It stops after SIGTERM or SIGINT, once open requests are finished; nothing is lost.

      Each browser is a customer of its own: with a sample bank and sample books of its own, or, with \
      --bank, with the access token that is typed in the flow log-in, which is kept in memory alone. \
      Sessions, sample banks and books, orders and copies are kept in the data folder.

      Exit codes: 0 stopped, 1 cannot serve, 2 usage.
      """,
    version: "0.1.0")

  @OptionGroup var options: ServeOptions

  func run() async throws {
    guard options.allowRemote || Loopback.contains(options.host) else {
      throw ServeFailure(
        "other computers could reach \(options.host). Listen on 127.0.0.1, or pass --allow-remote.",
        status: 2)
    }
    var logger = Logger(label: "flowline-serve") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = .warning
    try await serve(logger)
  }

  private func serve(_ logger: Logger) async throws {
    let environment = environment
    let store: SQLiteJournalStore
    do throws(StoreFailure) {
      store = try SQLiteJournalStore(path: "\(options.data)/sessions.sqlite")
    } catch {
      throw ServeFailure("the sessions cannot be kept: \(error)", status: 1)
    }
    let banks = CustomerBanks(
      at: try options.place(), folder: "\(options.data)/customers", environment: environment)
    var limits = HostLimits()
    limits.sessionsInMemory = options.sessionsInMemory
    limits.callsPerMinute = options.callsPerMinute
    let host = SessionHost(keeping: store, limits: limits) { user in try banks.world(of: user) }
    let application = Application(
      router: router(host, environment), server: .guarded(connections),
      configuration: ApplicationConfiguration(
        address: .hostname(options.host, port: options.port), serverName: nil),
      onServerRunning: { channel in
        let port = channel.localAddress?.port ?? options.port
        print("flowline-serve: listening on http://\(options.host):\(port)")
        fflush(nil)
      }, logger: logger)
    var services = ServiceGroupConfiguration(
      services: [
        .init(service: HostService(host: host, store: store)), .init(service: application),
      ], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    services.maximumGracefulShutdownDuration = .seconds(40)
    do {
      try await ServiceGroup(configuration: services).run()
    } catch let error where "\(error)".contains("ddress") {
      throw ServeFailure(
        """
        cannot listen on \(options.host), port \(options.port): \(error). Another program may be \
        using it. Choose another port, or 0 for any free one.
        """, status: 1)
    }
  }

  private var connections: ConnectionLimits {
    var limits = ConnectionLimits()
    limits.leaveFiles(of: OpenFiles.raiseLimit())
    return limits
  }

  private func router(
    _ host: SessionHost, _ environment: @escaping @Sendable () -> FlowEnvironment
  ) -> Router<BasicRequestContext> {
    let router = Router(options: .autoGenerateHeadEndpoints)
    let visitors = Visitors(isSecure: options.behindTLS)
    router.add(middleware: visitors.middleware(for: BasicRequestContext.self))
    let names = ["localhost", "127.0.0.1", "[::1]", options.host] + options.hostName
    let site = FlowlineSite<BasicRequestContext>(
      host, layout: WebLayout(serviceName: Text(verbatim: options.name)),
      hosts: names, isSecure: options.behindTLS, in: environment
    ) { request, _ in visitors.user(of: request) }
    let api = SessionAPI<BasicRequestContext>(host, hosts: names, in: environment) { request, _ in
      visitors.user(of: request)
    }
    router.add(middleware: site.unknownAddresses)
    router.add(middleware: api.unknownAddresses(at: "api"))
    site.addRoutes(to: router)
    api.addRoutes(to: router.group("api"))
    router.get("health") { _, _ in "ok" }
    return router
  }

  private var environment: @Sendable () -> FlowEnvironment {
    let locale = Locale(identifier: options.locale)
    let zone = options.timeZone.flatMap { TimeZone(identifier: $0) } ?? .current
    let moment = options.moment
    return { FlowEnvironment(locale: locale, timeZone: zone, now: moment ?? Date()) }
  }

  static func main() async {
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let failure as ServeFailure {
      fail(failure.message, status: failure.status)
    } catch {
      // The parser's own number for a wrong command line is another than ours.
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      fail(fullMessage(for: error), status: 2)
    }
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    let text = message.hasPrefix("Error") ? message : "Error: \(message)"
    FileHandle.standardError.write(Data("\(text)\n".utf8))
    Glibc.exit(status)
  }
}

/// Why nothing is served.
struct ServeFailure: Error {
  let message: String
  let status: Int32

  init(_ message: String, status: Int32) {
    self.message = message
    self.status = status
  }
}
