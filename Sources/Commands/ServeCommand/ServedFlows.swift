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
    let environment = options.environment
    self.environment = environment
    let (bankPlace, booksPlace) = (try options.place(), try options.booksPlace())
    let (notices, usageLog) = (try options.noticeList(), try options.openUsageLog())
    let store = try await options.openStore()
    if let notice = await options.notice(of: store) { logger.warning("\(notice)") }
    let address = ServedAddress(options)
    self.address = address
    let customers = options.customersFolder
    let faults = FaultLog(logger)
    // What all servers over a database have in common is there as well.
    let shared = store as? any ValueStore
    let values = shared ?? FolderValueStore(folder: options.valuesFolder)
    let logs = shared.map {
      CustomerLogs(in: $0, isSealed: options.journalKey != nil, faults: faults)
    }
    let books = booksPlace.map { place in
      CustomerBooks(
        at: place, folder: customers, explaining: options.switches.last ?? .off,
        notices: notices, hiddenIn: values, sharing: logs,
        server: { address.text }, environment: environment)
    }
    self.books = books
    let banks = CustomerBanks(
      at: bankPlace, books: books, folder: customers, named: try options.folderName(),
      sharing: logs, environment: environment)
    let limits = options.limits
    let agents = "\(options.data)/agents"
    let audit: any AuditLog =
      shared.map { StoredAuditLog($0, keptFor: limits.longestKept) }
      ?? FileAuditLog(folder: options.auditFolder)
    let offers = try banks.offers()
    host = SessionHost(
      keeping: store, limits: limits, audit: audit, onFault: { faults.note($0, in: $1) },
      shownFlows: { _ in offers }
    ) { user in
      let world = try banks.world(of: user)
      return usageLog.map { world.observed(by: $0) } ?? world
    }
    hostService = HostService(host: host, store: store, values: values)
    visitors = Visitors(isSecure: options.behindTLS)
    let logOut: WebLock.LogOut = { user in
      await banks.logOut(user)
      await books?.logOut(user)
    }
    // By the computer's clock, whatever moment --now says: what is closed has to open again. At sample
    // banks and books nobody is logged in.
    lock = WebLock(
      keptIn: values, idleTime: .seconds(options.lockAfter * 60), isSecure: options.behindTLS,
      forgotten: Visitors.forgottenPIN,
      logOut: bankPlace != .sample || books?.address != nil ? logOut : nil)
    tokens = AgentTokens(keptIn: values)
    do throws(StoreFailure) {
      person = try LocalPerson(folder: agents)
      var settings = try await MCPSettings(over: values)
      settings.page = { [address] key, token in address.text + AgentPages.path(of: key, token) }
      mcp = MCPServer(host, settings: settings, in: environment)
    } catch {
      throw ServeFailure("what agents need cannot be kept: \(error)", status: 1)
    }
  }

  /// The server.
  ///
  /// - Parameters:
  ///   - port: the port; 0 for a free one.
  ///   - isForOthers: whether agents reach it by HTTP; if not, it is there for the person alone.
  ///   - isReady: is told the address once there is one.
  func application(
    port: Int, isForOthers: Bool = true, isReady: @escaping @Sendable (String) -> Void
  ) -> some ApplicationProtocol {
    Application(
      router: router(isForOthers: isForOthers), server: .guarded(connections),
      configuration: ApplicationConfiguration(
        address: .hostname(options.boundHost, port: port), serverName: nil),
      onServerRunning: { [address, options] channel in
        let port = channel.localAddress?.port ?? port
        address.set(port: port)
        isReady("http://\(options.writtenHost):\(port)")
      }, logger: logger)
  }

  /// Runs services until they are asked to end.
  func run(_ services: ServiceGroupConfiguration) async throws {
    do {
      try await ServiceGroup(configuration: services).run()
    } catch let failure as ServeFailure {
      throw failure
    } catch {
      throw ServeFailure(
        listeningOn: options.host, port: options.port ?? 8080, error,
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
    router.add(middleware: visitors.middleware(for: BasicRequestContext.self))
    let names = options.allowedHosts
    var layout = WebLayout(serviceName: Text(verbatim: options.name))
    if isForOthers { layout.footer = { AgentPages.link(on: $0) } }
    let site = FlowlineSite<BasicRequestContext>(
      host, layout: layout, hosts: names, isSecure: options.behindTLS, lock: lock, in: environment
    ) { [visitors] request, _ in visitors.user(of: request) }
    let api = SessionAPI<BasicRequestContext>(
      host, hosts: names, lock: lock, visitors: visitors, in: environment
    ) { [visitors] request, _ in visitors.user(of: request) }
    router.add(middleware: site.unknownAddresses)
    router.add(middleware: api.unknownAddresses(at: "api"))
    site.addRoutes(to: router)
    api.addRoutes(to: router.group("api"))
    let pages = AgentPages(
      host, tokens: isForOthers ? tokens : nil, person: isForOthers ? nil : person,
      visitors: visitors
    ) { [address] in address.text + "/mcp" }
    pages.addRoutes(of: site, to: router)
    if let books, books.address != nil {
      ReturnedPage(host: host, books: books).addRoutes(of: site, to: router)
    }
    if isForOthers {
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
    return router
  }

  /// What balancers ask for.
  private func addProbes(to router: Router<BasicRequestContext>) {
    router.get("health") { _, _ in "ok" }
    // A node that is about to stop, or whose store keeps nothing, gets no calls from its balancer.
    router.get("ready") { [readiness, store = hostService.store] _, _ in
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

  init(_ options: ServeOptions) {
    isPublic = options.behindTLS && !options.hostName.isEmpty
    base =
      isPublic
      ? "https://\(AddressText.host(options.hostName[0]))" : "http://\(options.nearHost)"
  }

  func set(port: Int) { self.port.withLock { $0 = port } }

  /// The address, without a slash at its end.
  var text: String {
    guard !isPublic, let port = port.withLock({ $0 }) else { return base }
    return "\(base):\(port)"
  }
}
