import Bank
import BankClient
import BankFlows
import BankServices
import DataSetsSQLite
import Flowline
import FoundationEssentials
import ServiceBasics
import ServiceCalls
import ServiceOrders
import Synchronization

@testable import BankConnection

/// One run of the program: its client, its data sets, its flows.
///
/// It ends as a process does, by being released.
final class AppProcess: Sendable {
  let client: HTTPBank
  let orders: OrderBook
  let services: BankServices
  let catalog: FlowCatalog

  /// Starts one.
  ///
  /// - Parameters:
  ///   - bank: the bank that is served.
  ///   - home: the folders of the customer's data.
  ///   - isPatient: whether the bank is asked again by itself.
  ///   - hasCache: whether copies are kept.
  ///   - now: the clock of this computer; nobody sleeps by it.
  ///   - whileWaiting: what happens when the client waits.
  ///   - events: is called with what the client does.
  /// - Throws: what the client throws.
  init(
    at bank: ServedBank, home: AppHome, isPatient: Bool = true, hasCache: Bool = false,
    now: @escaping @Sendable () -> Date,
    whileWaiting: @escaping @Sendable () async throws -> Void = {},
    events: @escaping @Sendable (HTTPBank.Event) -> Void = { _ in }
  ) throws {
    // Nobody waits, but what was to be waited for has passed.
    let waited = WaitedTime()
    let timing = Timing(
      now: now,
      sleep: { duration in
        try Task.checkCancellation()
        waited.add(duration)
        try await whileWaiting()
      },
      expire: { [late = bank.lateAnswers] limit in
        // Requests may take long; between two looks at a lock there are milliseconds.
        if limit < .seconds(1) { return try await Timing().expire(limit) }
        try await late.expire()
      },
      random: { 0.5 }, uptime: { waited.uptime })
    orders = try OrderBook(folder: home.book)
    client = HTTPBank(
      HTTPBank.Configuration(
        address: bank.address, patience: isPatient ? Patience() : .none, timing: timing),
      token: .file(home.tokenFile), orders: orders, events: events)
    services = BankServices(
      TellingBank(client), login: client,
      copies: hasCache ? SQLiteCopyStore(folder: home.cache, now: now) : nil, now: now)
    catalog = BankFlows.catalog(services: services, now: now)
  }
}

/// How long a process would have waited.
private final class WaitedTime: Sendable {
  private let total = Mutex(Duration.zero)

  func add(_ duration: Duration) { total.withLock { $0 += duration } }

  var uptime: Uptime {
    Uptime(boot: "the test's", milliseconds: Int64(total.withLock { $0 } / .milliseconds(1)))
  }
}
