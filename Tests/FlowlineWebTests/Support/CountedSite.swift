import Flowline
import FlowlineHost
import FoundationEssentials
import Hummingbird
import HummingbirdTesting
import Synchronization

@testable import FlowlineWeb

/// A site and its API whose store counts how often it is asked for cookies and PINs.
struct CountedSite: Sendable {
  let values = CountedValues()
  let clock = ManualFlowClock(at: Date(timeIntervalSince1970: 1_795_176_000))
  let visitors: Visitors
  let lock: WebLock
  /// The session of the flow.
  let session = "6f2c7f55-8a3d-4a43-9a5e-0a5f8d1c2b3e"

  private struct PlaceFlow: Flow {
    let id: FlowID = "place"

    func run(_ context: FlowContext) async throws -> String {
      _ = try await context.run(TextScreen("name", "Your name?"))
      _ = try await context.run(TextScreen("street", "Your street?"))
      return try await context.run(TextScreen("town", "Your town?"))
    }
  }

  private init() {
    visitors = Visitors(keptIn: values, clock: clock)
    lock = WebLock(keptIn: values, now: { [clock] in clock.now })
  }

  /// Runs a test with a browser that has been at the site.
  static func test(
    _ body: @escaping @Sendable (CountedSite, VisitorBrowser) async throws -> Void
  ) async throws {
    let site = CountedSite()
    let (visitors, lock) = (site.visitors, site.lock)
    let host = SessionHost(keeping: MemoryJournalStore()) { _ in
      var catalog = FlowCatalog()
      catalog.add(PlaceFlow(), summary: "A place")
      return HostedWorld(catalog)
    }
    let known: FlowlineSite<BasicRequestContext>.UserLookup = { request, _ in
      try await visitors.user(of: request)
    }
    let pages = FlowlineSite<BasicRequestContext>(
      host, layout: WebLayout(serviceName: "Test"), lock: lock, visitors: visitors, user: known)
    let api = SessionAPI<BasicRequestContext>(host, lock: lock, visitors: visitors, user: known)
    let router = Router()
    router.add(middleware: visitors.middleware(for: BasicRequestContext.self))
    pages.addRoutes(to: router)
    api.addRoutes(to: router.group("api"))
    let name = try await visitors.cookieName()
    try await Application(router: router).test(.router) { client in
      let browser = VisitorBrowser(client, name: name)
      _ = try await browser.get("/")
      try await body(site, browser)
    }
  }

  /// How often the store was asked for cookies and for PINs meanwhile.
  func reads<Reply>(_ send: () async throws -> Reply) async throws -> (Reply, Reads) {
    let before = values.reads
    let reply = try await send()
    let after = values.reads
    return (
      reply, Reads(cookies: after.cookies - before.cookies, pins: after.pins - before.pins)
    )
  }
}

/// How often a store was asked for the two that each request is about.
struct Reads: Sendable, Hashable {
  var cookies = 0
  var pins = 0
}

/// A store of values that counts how often it is asked for cookies and PINs: each time is a statement of a database.
final class CountedValues: ValueStore {
  private let kept = MemoryValueStore()
  private let counts = Mutex(Reads())

  var reads: Reads { counts.withLock { $0 } }

  private func count(_ shelf: String) {
    counts.withLock { counts in
      switch shelf {
      case "visitor-renewals": counts.cookies += 1
      case "lock-pins": counts.pins += 1
      default: break
      }
    }
  }

  func make(_ value: KeptValue) async throws(StoreFailure) -> Bool { try await kept.make(value) }

  func value(named name: String, on shelf: String) async throws(StoreFailure) -> KeptValue? {
    count(shelf)
    return try await kept.value(named: name, on: shelf)
  }

  func values(
    of owner: UserID, on shelf: String, beginning prefix: String
  ) async throws(StoreFailure) -> [KeptValue] {
    count(shelf)
    return try await kept.values(of: owner, on: shelf, beginning: prefix)
  }

  func remove(named name: String, on shelf: String) async throws(StoreFailure) {
    try await kept.remove(named: name, on: shelf)
  }

  func removeValues(
    of owner: UserID, on shelf: String, beginning prefix: String
  ) async throws(StoreFailure) {
    try await kept.removeValues(of: owner, on: shelf, beginning: prefix)
  }

  func removeExpired(by moment: Date) async throws(StoreFailure) {
    try await kept.removeExpired(by: moment)
  }
}
