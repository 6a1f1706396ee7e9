import BooksClient
import BooksConnection
import BooksFlows
import BooksHTTP
import Flowline
import Foundation
import SampleBooks
import ServiceBasics
import ServiceCalls

/// The books of many customers.
final class CustomerBooks: Sendable {
  /// Where the books are.
  enum Place: Sendable {
    /// Each customer has sample books in files.
    case sample
    /// All are at this service, each with a log-in of his or her own; the service knows the program by
    /// this client.
    case online(BooksAddress, ClientFile)
  }

  /// The path of the redirect address.
  static let returnPath = "books/returned"

  private let place: Place
  /// The folder of what the customers have.
  private let folder: String
  private let environment: @Sendable () -> FlowEnvironment
  /// The server's address, as browsers reach it.
  private let server: @Sendable () -> String
  private let samples: OpenBooks
  private let explaining: CategoryFirst
  private let notices: [Notice]
  /// Where it is kept who has hidden which notice.
  private let values: any ValueStore
  private let whenLoggedOut: LogOutObserver
  private let bankOrders: CustomerOrdersLookup
  /// What all nodes know; nil if there is one.
  private let logs: CustomerLogs?
  private let connections = RecentlyUsed<BooksConnection>(limit: 1_000)

  /// Makes the books; nothing is read yet.
  init(
    at place: Place, folder: String, explaining: CategoryFirst, notices: [Notice],
    hiddenIn values: any ValueStore, sharing logs: CustomerLogs?,
    whenLoggedOut: @escaping LogOutObserver, bankOrders: @escaping CustomerOrdersLookup,
    server: @escaping @Sendable () -> String,
    environment: @escaping @Sendable () -> FlowEnvironment
  ) {
    self.bankOrders = bankOrders
    self.place = place
    self.explaining = explaining
    self.notices = notices
    self.values = values
    self.logs = logs
    self.whenLoggedOut = whenLoggedOut
    self.folder = folder
    self.server = server
    self.environment = environment
    samples = OpenBooks(limit: 100, environment: environment)
  }

  /// The address of the service; nil for sample books.
  var address: String? {
    if case .online(let address, _) = place { address.description } else { nil }
  }

  /// Whether each customer has sample books.
  var isSample: Bool { address == nil }

  /// The flows over a customer's books.
  func catalog(of customer: Customer) throws -> FlowCatalog {
    let board =
      notices.isEmpty ? nil : NoticeBoard(notices, of: customer.user, hiddenIn: values)
    let start = explaining.start(of: customer.user)
    guard let connection = connection(of: customer) else {
      return BooksFlows.catalog(explaining: start, notices: board, namesFiles: false) { [samples] in
        try samples.keeper(in: "\(customer.folder)/books")
      }
    }
    let logIn = CustomerBooksLogIn(
      connection.logIn,
      orders: { [bankOrders] in
        let own = try Self.orders(at: connection)
        return [own] + [try bankOrders(customer.user)].compactMap(\.self)
      },
      whenLoggedOut: { [whenLoggedOut] in try await whenLoggedOut(customer.user) })
    return BooksFlows.catalog(
      logIn: logIn, explaining: start, notices: board, namesFiles: false,
      clock: SystemFlowClock()
    ) {
      try connection.keeper()
    }
  }

  /// The flows as they are shown to a customer, without those that the customer's access level forbids.
  ///
  /// Nothing is opened or asked for it. The level is known if it was read at this server in the last ten minutes;
  /// otherwise a flow that needs one is shown, and reads it before anything else.
  ///
  /// - Parameter user: the customer.
  /// - Returns: the flows; nil if nothing was opened for the customer, to whom the ``offers`` are shown.
  func shown(to user: UserID) -> FlowCatalog? {
    guard let connection = connections.known(Customer(user, in: folder).name),
      connection.openKeeper != nil
    else { return nil }
    return Self.shown(over: connection)
  }

  /// The flows as they are shown to those of whom nothing is known.
  var offers: FlowCatalog {
    guard case .online(let address, let client) = place else {
      return BooksFlows.catalog(namesFiles: false) { throw BooksError.notConnected }
    }
    // Nobody's: it is only looked at, which opens nothing.
    let nobody = Customer(UserID(""), in: folder)
    return Self.shown(over: makeConnection(to: address, as: client, of: nobody))
  }

  private static func shown(over connection: BooksConnection) -> FlowCatalog {
    BooksFlows.catalog(logIn: connection.logIn, namesFiles: false) {
      guard let keeper = connection.openKeeper else { throw BooksError.notConnected }
      return keeper
    }
  }

  /// Takes the redirect that a customer's browser brought back.
  ///
  /// It is compared with this customer's attempt alone, so that nobody can be tricked into allowing access
  /// for another's session.
  ///
  /// - Parameters:
  ///   - query: the query of the request.
  ///   - user: the user of the browser.
  /// - Returns: whether it is the first answer to the customer's attempt.
  func take(returned query: String, of user: UserID) async throws -> Bool {
    guard let connection = connection(of: Customer(user, in: folder)) else { return false }
    return try await connection.logIn.take(returned: "?\(query)")
  }

  /// What a customer ordered at books with an address; nil at sample books.
  func orders(of user: UserID) throws -> CustomerOrders? {
    try connection(of: Customer(user, in: folder)).map { try Self.orders(at: $0) }
  }

  private static func orders(at connection: BooksConnection) throws -> CustomerOrders {
    CustomerOrders(book: try connection.orderBook()) { try await connection.keeper().openOrder() }
  }

  /// Whether ``take(returned:of:)`` would take a redirect: any site may lead a browser to its address.
  func awaits(returned query: String, of user: UserID) async throws -> Bool {
    guard let connection = connection(of: Customer(user, in: folder)) else { return false }
    return try await connection.logIn.awaits(returned: "?\(query)")
  }

  /// Logs a customer out of books with an address: after too many wrong PINs, or a log-out of the bank.
  func logOut(_ user: UserID) async {
    try? await connection(of: Customer(user, in: folder))?.logIn.logOut()
  }

  /// A customer's connection; nil at sample books.
  ///
  /// The log-in is kept in the customer's folder, or for all nodes: after a connection was dropped the
  /// customer is still logged in. Only an attempt that no other node knows starts again.
  private func connection(of customer: Customer) -> BooksConnection? {
    guard case .online(let address, let client) = place else { return nil }
    return connections.find(customer.name) {
      makeConnection(to: address, as: client, of: customer)
    }
  }

  private func makeConnection(
    to address: BooksAddress, as client: ClientFile, of customer: Customer
  ) -> BooksConnection {
    BooksConnection(
      to: address, client: client, data: customer.folder, cache: "\(customer.folder)/copies",
      sharing: logs.map { logs in
        BooksLogs(
          orders: logs.orders(of: customer, at: "books \(address)"),
          // Each program has a log-in of its own.
          logIn: logs.logIn(of: customer, at: "books \(address) as \(client.client.id)"))
      },
      returningTo: .server { [server] in "\(server())/\(Self.returnPath)" },
      timing: Timing(now: { [environment] in environment().now }))
  }
}
