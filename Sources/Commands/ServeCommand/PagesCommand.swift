import ArgumentParser
import Foundation
import Logging
import Metrics
import ServerConnections
import ServiceBasics
import ServiceLifecycle
import UnixSignals

/// Serves pages, the API and the tools over HTTP.
struct PagesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pages",
    abstract: "Serve the flows as pages for people and as an API for programs.",
    discussion: """
      Pages are at /, the API at /api, its OpenAPI document at /api/openapi.json, the tools for \
      agents at /mcp, the page that gives agents their tokens at /agents. A balancer asks /health and \
      /ready; --metrics-port has the figures that a monitoring system reads. When it is ready it \
      prints one line with its address to standard output, and with --metrics-port a second one with \
      that address; everything else goes to standard error. It stops after SIGTERM, SIGINT or SIGHUP: \
      /ready answers 503 for --drain-seconds, then no more connections are taken and open requests are \
      finished; nothing is lost. A second signal ends the time of --drain-seconds at once.

      Each browser is a customer of its own: with a sample bank and sample books of its own, or, with \
      --bank, with the access token that is typed in the flow log-in. It is kept in memory alone; with \
      --store and --journal-key in the database, sealed, for all servers. \
      Sessions, sample banks and books, orders and copies are kept in the data folder.

      Exit codes: 0 stopped, 1 cannot serve, 2 usage.
      """)

  @OptionGroup var listening: ListeningOptions
  @OptionGroup var names: HostNameOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var world: WorldOptions
  @OptionGroup var limits: LimitOptions

  @Option(
    help: ArgumentHelp(
      """
      A port of 127.0.0.1 that tells at /metrics what the server does, in Prometheus's text format: \
      calls, sessions, effects, the database, memory. 0 takes any free port. By default nothing is \
      told.
      """, valueName: "port"))
  var metricsPort: Int?

  @Option(
    help: ArgumentHelp(
      """
      For how many seconds it serves on when it is asked to stop, while /ready answers 503, so that a \
      balancer sends it no more calls: longer than the balancer takes to ask and act. By default 5 with \
      --store, otherwise 0.
      """, valueName: "seconds"))
  var drainSeconds: Int?

  /// The time of draining.
  private var drainTime: Duration { .seconds(drainSeconds ?? (store.database == nil ? 0 : 5)) }

  func validate() throws {
    try (0...3_600).check(drainSeconds ?? 0, of: "--drain-seconds")
    try (0...65_535).check(metricsPort ?? 0, of: "--metrics-port")
  }

  func run() async throws {
    guard listening.allowRemote || Loopback.contains(listening.host) else {
      throw ServeFailure(
        "other computers could reach \(listening.host). Listen on 127.0.0.1, or pass --allow-remote.",
        status: 2)
    }
    let metrics = metricsPort.map { port in (port: port, text: TextMetrics()) }
    if let metrics { MetricsSystem.bootstrap(metrics.text) }
    let service = try await ServedFlows(
      ServeOptions(
        place: listening.place(as: names), store: store, world: world, limits: limits))
    let lines = ListeningLines(count: metrics == nil ? 1 : 2)
    let application = service.application { address in
      lines.note(0, "listening on \(address)")
    }
    var services: [ServiceGroupConfiguration.ServiceConfiguration] = [
      .init(service: service.hostService),
      .init(service: application, failureTerminationBehavior: .gracefullyShutdownGroup),
    ]
    if let (port, text) = metrics {
      let page = MetricsPage(
        port: port, metrics: text, store: service.hostService.store, logger: service.logger
      ) { address in
        lines.note(1, "metrics on \(address)")
      }
      services.append(.init(service: page, failureTerminationBehavior: .gracefullyShutdownGroup))
    }
    let signals = await UnixSignalsSequence(trapping: StopSignals.all)
    services.append(
      .init(
        service: DrainService(readiness: service.readiness, signals: signals, time: drainTime),
        successTerminationBehavior: .gracefullyShutdownGroup))
    var configuration = ServiceGroupConfiguration(services: services, logger: service.logger)
    configuration.maximumGracefulShutdownDuration = .seconds(40)
    try await service.run(configuration)
    // Until here one more signal does nothing.
    withExtendedLifetime(signals) {}
  }
}
