import BankClient
import BankConnection
import BankFlows
import BankServices
import BooksFlows
import Flowline
import FlowlineHost
import FoundationEssentials
import SampleBank
import SampleBooks
import ServiceCalls
import Synchronization

/// The banks of many customers: flows over one customer's data never see another's.
///
/// A session says whose it is and at which bank, and is not continued with another's.
final class CustomerBanks: Sendable {
  /// Where the banks are.
  enum Place: Sendable, Hashable {
    /// Each customer has a sample bank in a file.
    case sample
    /// All are at this bank, each with the access token that he or she logs in with.
    case online(BankAddress)
  }

  private let place: Place
  /// The folder of the customers' banks, orders and copies, a folder each.
  private let folder: String
  private let environment: @Sendable () -> FlowEnvironment
  private let connections = Mutex(RecentConnections(limit: 1_000))
  /// A sample bank has three files open, of which a process may have only so many.
  private let openBanks = OpenBanks(limit: 200)
  private let books: OpenBooks

  /// Makes the banks; nothing is read yet.
  init(
    at place: Place, folder: String, environment: @escaping @Sendable () -> FlowEnvironment
  ) {
    self.place = place
    self.folder = folder
    self.environment = environment
    books = OpenBooks(limit: 100, environment: environment)
  }

  /// The flows of one customer.
  func world(of user: UserID) throws -> HostedWorld {
    let name =
      FileDigest(of: Array(user.rawValue.utf8)).description.split(separator: ":").last
      .map { String($0.prefix(32)) } ?? ""
    let own = "\(folder)/\(name)"
    try FileManager.default.createDirectory(
      atPath: own, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    switch place {
    case .sample:
      let bank = FileBank(
        path: "\(own)/bank.sqlite", patience: .upTo(.seconds(10)), onOpening: openBanks.note,
        environment: environment)
      var catalog = BankFlows.catalog(bank: ServedBank(bank), login: nil, asksInTurn: false)
      catalog.add(
        contentsOf: BooksFlows.catalog { [books] in try books.keeper(in: "\(own)/books") })
      return HostedWorld(catalog, name: "customer \(name)")
    case .online(let address):
      let services = try connection(to: address, of: name, folder: own).services
      let now = now
      return HostedWorld(
        BankFlows.catalog(services: services, asksInTurn: false, now: now),
        name: "customer \(name) at \(address.text)")
    }
  }

  private var now: @Sendable () -> Date {
    { [environment] in environment().now }
  }

  /// A customer's connection, which holds the token: a customer whose connection was dropped logs in
  /// again.
  private func connection(
    to address: BankAddress, of name: String, folder: String
  ) throws -> BankConnection {
    try connections.withLock { connections in
      if let known = connections.find(name) { return known }
      let connection = try BankConnection(
        to: address, token: .none, data: folder, cache: "\(folder)/copies", now: now)
      connections.add(connection, named: name)
      return connection
    }
  }
}

/// The connections of the customers seen most recently.
private struct RecentConnections: ~Copyable {
  private let limit: Int
  private var rows: [String: (connection: BankConnection, used: Int)] = [:]
  private var uses = 0

  init(limit: Int) { self.limit = limit }

  mutating func find(_ name: String) -> BankConnection? {
    uses += 1
    rows[name]?.used = uses
    return rows[name]?.connection
  }

  mutating func add(_ connection: BankConnection, named name: String) {
    if rows.count >= limit, let oldest = rows.min(by: { $0.value.used < $1.value.used }) {
      rows[oldest.key] = nil
    }
    rows[name] = (connection, uses)
  }
}
