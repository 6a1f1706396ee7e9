import Bank
import BankClient
import BankConnection
import BankFlows
import BankServices
import Flowline
import FlowlineHost
import FoundationEssentials
import SampleBank
import ServiceBasics
import ServiceCalls

/// The banks of many customers, and their books: flows over one customer's data never see another's.
///
/// A session says whose it is and at which bank and books, and is not continued with another's.
final class CustomerBanks: Sendable {
  /// Where the banks are.
  enum Place: Sendable, Hashable {
    /// Each customer has a sample bank in a file.
    case sample
    /// All are at this bank, each with the access token that he or she logs in with.
    case online(BankAddress)
  }

  private let place: Place
  private let books: CustomerBooks?
  /// The folder of the customers' banks, orders and copies, a folder each.
  private let folder: String
  /// How sessions call it; nil if they are kept beside it.
  private let folderName: String?
  /// What all nodes know; nil if there is one.
  private let logs: CustomerLogs?
  private let environment: @Sendable () -> FlowEnvironment
  private let whenLoggedOut: LogOutObserver
  private let connections = RecentlyUsed<BankConnection>(limit: 1_000)
  /// A sample bank has three files open, of which a process may have only so many.
  private let openBanks = OpenBanks(limit: 200)

  /// Makes the banks; nothing is read yet.
  ///
  /// - Parameters:
  ///   - place: where they are.
  ///   - books: the customers' books; nil if there are none.
  ///   - folder: the folder of what the customers have.
  ///   - folderName: how sessions call it, if nodes with other folders see them, too: a node with another has other
  ///     sample banks and books; nil if sessions are kept beside it.
  ///   - logs: what all nodes know of orders and log-ins; nil if there is one node.
  ///   - whenLoggedOut: is called once a customer has logged out of a bank with an address.
  ///   - environment: the world that clocks are of.
  init(
    at place: Place, books: CustomerBooks?, folder: String, named folderName: String?,
    sharing logs: CustomerLogs?, whenLoggedOut: @escaping LogOutObserver,
    environment: @escaping @Sendable () -> FlowEnvironment
  ) {
    self.place = place
    self.books = books
    self.folder = folder
    self.folderName = folderName
    self.logs = logs
    self.whenLoggedOut = whenLoggedOut
    self.environment = environment
  }

  /// The flows of one customer.
  func world(of user: UserID) throws -> HostedWorld {
    let customer = Customer(user, in: folder)
    var name = "customer \(customer.name)"
    // What has an address has no data in the folder.
    if let folderName, place == .sample || books?.isSample == true {
      name += " in folder \(folderName)"
    }
    var catalog: FlowCatalog
    switch place {
    case .sample:
      let bank = FileBank(
        path: "\(customer.folder)/bank.sqlite", patience: .upTo(.seconds(10)),
        onOpening: openBanks.note, environment: environment)
      catalog = BankFlows.catalog(bank: ServedBank(bank), login: nil, asksInTurn: false)
    case .online(let address):
      let services = try connection(to: address, of: customer).services
      catalog = BankFlows.catalog(services: services, asksInTurn: false, now: now)
      name += " at \(address.text)"
    }
    if let books {
      catalog.add(contentsOf: try books.catalog(of: customer))
      if let address = books.address { name += " with books at \(address)" }
    }
    return HostedWorld(catalog, name: name)
  }

  /// The flows as customers are shown them.
  func shownFlows() throws -> ShownFlows {
    let bank: FlowCatalog
    switch place {
    case .sample:
      bank = BankFlows.catalog(bank: LazyBank { throw BankError.notConnected })
    case .online(let address):
      // Nobody's, which makes no file: it is never asked.
      let connection = try BankConnection(
        to: address, token: .none, data: folder, ordersIn: MemorySharedLog(), now: now)
      bank = BankFlows.catalog(services: connection.services, now: now)
    }
    return ShownFlows(bank: bank, books: books)
  }

  /// Forgets a customer's access token for a bank with an address.
  ///
  /// After too many wrong PINs, or a log-out of the books: the bank accepts it as before, and all others, as
  /// nobody has said that it is to end them.
  func forgetToken(of user: UserID) async {
    guard case .online(let address) = place,
      let connection = try? connection(to: address, of: Customer(user, in: folder))
    else { return }
    try? await connection.client.forgetToken()
  }

  /// What a customer ordered at a bank with an address; nil at sample banks.
  func orders(of user: UserID) throws -> CustomerOrders? {
    guard case .online(let address) = place else { return nil }
    let connection = try connection(to: address, of: Customer(user, in: folder))
    return CustomerOrders(book: connection.orders) {
      try await connection.client.openOrders().first?.id
    }
  }

  private var now: @Sendable () -> Date {
    { [environment] in environment().now }
  }

  /// A customer's connection.
  ///
  /// It holds the token unless all nodes know it: a customer whose connection was dropped logs in again.
  private func connection(
    to address: BankAddress, of customer: Customer
  ) throws -> BankConnection {
    try connections.find(customer.name) {
      let orders = logs?.orders(of: customer, at: "bank \(address.text)")
      let token = logs?.logIn(of: customer, at: "bank \(address.text)")
      return try BankConnection(
        to: address, token: token.map { .shared($0) } ?? .none, data: customer.folder,
        ordersIn: orders, cache: "\(customer.folder)/copies",
        endingAtLogOut: ending(of: customer.user), now: now)
    }
  }

  private func ending(of user: UserID) -> LogOutEnding {
    LogOutEnding(
      otherOrders: { [books] in try books?.orders(of: user)?.book },
      end: { [whenLoggedOut] () async throws(BankError) in
        do throws(StoreFailure) {
          try await whenLoggedOut(user)
        } catch {
          // It is tried again, and the bank says then that it knows no token.
          throw BankError.outcomeUnknown(cause: .begunNotClosed)
        }
      })
  }
}

/// A cause that only a server knows.
extension CodedText {
  static let begunNotClosed = CodedText(
    "begun-not-closed", "what was begun could not be closed")
}
