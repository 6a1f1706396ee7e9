import Flowline
import FlowlineHost
import FlowlineMCP
import FlowlineWeb
import Foundation
import Hummingbird
import Logging
import ServerConnections
import ServiceBasics
import ServiceLifecycle
import Synchronization

/// The flows over their stores, with all that they are served by.
struct ServedFlows {
  let options: ServeOptions
  let logger: Logger
  let host: SessionHost
  let hostService: HostService
  let person: LocalPerson
  let visitors: Visitors
  let lock: WebLock
  let mcp: MCPServer
  let environment: @Sendable () -> FlowEnvironment
  let readiness = Readiness()
  private let tokens: AgentTokens
  /// The customers' books; nil if there are none.
  private let books: CustomerBooks?
  /// Where the server listens, once it does.
  private let address: ServedAddress

  init(_ options: ServeOptions) async throws {
    self.options = options
    var logger = Logger(label: "flowline-serve") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = .warning
    self.logger = logger
    let environment = options.world.environment
    self.environment = environment
    let places = try ServedPlaces(options.world)
    let limits = options.limits.hostLimits
    let stores = try await ServedStores(options.store, limits, logger)
    let values = stores.values
    let address = ServedAddress(options.place)
    self.address = address
    tokens = AgentTokens(keptIn: values)
    visitors = stores.visitors(at: options.place, options.limits, revoking: tokens)
    let customers = ServedCustomers(
      at: places, explaining: options.world.switches.last ?? .off, in: stores,
      visitors: visitors, server: { address.text }, environment: environment)
    let (banks, usageLog) = (customers.banks, places.usageLog)
    books = customers.books
    let shown = try banks.shownFlows()
    host = SessionHost(
      keeping: stores.store, limits: limits, audit: stores.audit,
      onFault: { [faults = stores.faults] in faults.note($0, in: $1) },
      shownFlows: { shown.flows(for: $0) }
    ) { user in
      let world = try banks.world(of: user)
      return usageLog.map { world.observed(by: $0) } ?? world
    }
    hostService = HostService(
      host: host, store: stores.store, values: values, visitors: visitors)
    // By the computer's clock, whatever moment --now says: what is closed has to open again.
    lock = WebLock(
      keptIn: values, idleTime: .seconds(options.limits.lockAfter * 60),
      isSecure: options.place.isBehindTLS, forgotten: Visitors.forgottenPIN,
      logOut: customers.logOut)
    do throws(StoreFailure) {
      person = try LocalPerson(folder: "\(options.store.data)/agents")
      var settings = try await MCPSettings(over: values)
      settings.page = { key, token in address.text + AgentPages.path(of: key, token) }
      mcp = MCPServer(host, settings: settings, in: environment)
    } catch {
      throw ServeFailure("what agents need cannot be kept: \(error)", status: 1)
    }
  }

  /// The server.
  ///
  /// - Parameters:
  ///   - isForOthers: whether agents reach it by HTTP; if not, it is there for the person alone.
  ///   - isReady: is told the address once there is one.
  func application(
    isForOthers: Bool = true, isReady: @escaping @Sendable (String) -> Void
  ) -> some ApplicationProtocol {
    Application(
      router: router(isForOthers: isForOthers), server: .guarded(connections),
      configuration: ApplicationConfiguration(
        address: .hostname(options.place.boundHost, port: options.place.port), serverName: nil),
      onServerRunning: { [address, place = options.place] channel in
        let port = channel.localAddress?.port ?? place.port
        address.set(port: port)
        isReady("http://\(place.writtenHost):\(port)")
      }, logger: logger)
  }

  /// Runs services until they are asked to end.
  func run(_ services: ServiceGroupConfiguration) async throws {
    do {
      try await onServingThreads { try await ServiceGroup(configuration: services).run() }
    } catch let failure as ServeFailure {
      throw failure
    } catch {
      throw ServeFailure(
        listeningOn: options.place.host, port: options.place.port, error,
        advice: "Choose another port, or 0 for any free one.") ?? error
    }
  }

  private var connections: ConnectionLimits {
    var limits = ConnectionLimits()
    limits.leaveFiles(of: OpenFiles.raiseLimit())
    return limits
  }

  private func router(isForOthers: Bool) -> Router<BasicRequestContext> {
    let router = Router(options: .autoGenerateHeadEndpoints)
    // Before what makes each browser a visitor: those who ask are no browsers.
    addProbes(to: router)
    router.add(middleware: RefusedHosts(log: FaultLog(logger, linesPerMinute: 1)))
    // Agents are known by their tokens: they are no visitors, and take the room of none.
    if isForOthers { addAgents(to: router) }
    router.add(
      middleware: visitors.middleware(for: BasicRequestContext.self, leadingTo: oneAddress))
    let names = options.place.allowedHosts
    var layout = WebLayout(serviceName: Text(verbatim: options.world.name))
    if isForOthers { layout.footer = { AgentPages.link(on: $0) } }
    let site = FlowlineSite<BasicRequestContext>(
      host, layout: layout, hosts: names, isSecure: options.place.isBehindTLS, lock: lock,
      visitors: visitors, in: environment
    ) { [visitors] request, _ in try await visitors.user(of: request) }
    let api = SessionAPI<BasicRequestContext>(
      host, hosts: names, lock: lock, visitors: visitors, in: environment
    ) { [visitors] request, _ in try await visitors.user(of: request) }
    router.add(
      middleware: site.unknownAddresses(
        besides: Probe.allCases.map { (method: .get, path: $0.rawValue) }))
    router.add(middleware: api.unknownAddresses(at: "api"))
    site.addRoutes(to: router)
    api.addRoutes(to: router.group("api"))
    let pages = AgentPages(
      host, tokens: isForOthers ? tokens : nil, person: isForOthers ? nil : person,
      visitors: visitors
    ) { [address] in address.text + "/mcp" }
    pages.addRoutes(of: site, to: router)
    if let books, books.address != nil {
      let place = LoopbackAddress { [address] in address.text }
      ReturnedPage(host: host, books: books, at: place).addRoutes(of: site, to: router)
    }
    return router
  }

  private func addAgents(to router: Router<BasicRequestContext>) {
    let names = options.place.allowedHosts
    let user: MCPEndpoint<BasicRequestContext>.UserLookup = { [tokens] request, _ in
      guard let token = AgentTokens.bearer(in: request) else { return nil }
      return try await tokens.user(of: token)
    }
    let endpoint = MCPEndpoint<BasicRequestContext>(
      mcp, hosts: names,
      authorization: { [address] in
        .init(resource: address.text + "/mcp", documentation: address.text + "/agents")
      }, user: user)
    endpoint.addRoutes(to: router)
    AGUIEndpoint<BasicRequestContext>(AGUIFlows(mcp), hosts: names, user: user)
      .addRoutes(to: router)
  }

  /// Where browsers are led that come by another name of this computer; nil if names were told.
  private var oneAddress: LoopbackAddress? {
    guard !options.place.isNamed else { return nil }
    return LoopbackAddress(
      { [address] in address.text }, besides: ["api", "assets", "mcp", "ag-ui", ".well-known"])
  }

  /// What balancers ask for, each at an address of its name.
  private enum Probe: String, CaseIterable {
    case health, ready

    var path: RouterPath { RouterPath(rawValue) }
  }

  private func addProbes(to router: Router<BasicRequestContext>) {
    router.get(Probe.health.path) { _, _ in "ok" }
    // A node that is about to stop, or whose store keeps nothing, gets no calls from its balancer.
    router.get(Probe.ready.path) { [readiness, store = hostService.store] _, _ in
      guard !readiness.isStopping else {
        return EditedResponse(status: .serviceUnavailable, response: "the server is stopping")
      }
      do throws(StoreFailure) {
        try await store.check()
        return EditedResponse(status: .ok, response: "ready")
      } catch {
        return EditedResponse(
          status: .serviceUnavailable,
          response: error.code == .unavailable
            ? "the store does not answer" : "the store takes no changes")
      }
    }
  }
}

/// The address that people's browsers reach the server by.
final class ServedAddress: Sendable {
  private let base: String
  private let isPublic: Bool
  private let port = Mutex<Int?>(nil)

  init(_ place: ListeningPlace) {
    isPublic = place.isBehindTLS && !place.otherHosts.isEmpty
    base =
      isPublic
      ? "https://\(AddressText.host(place.otherHosts[0]))" : "http://\(place.nearHost)"
  }

  func set(port: Int) { self.port.withLock { $0 = port } }

  /// The address, without a slash at its end.
  var text: String {
    guard !isPublic, let port = port.withLock({ $0 }) else { return base }
    return "\(base):\(port)"
  }
}
