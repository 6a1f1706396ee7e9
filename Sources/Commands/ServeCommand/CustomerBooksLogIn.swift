import BooksClient
import BooksFlows
import ServiceBasics
import ServiceOrders

/// A customer's log-in at books with an address, which tells when the customer has logged out.
struct CustomerBooksLogIn: BooksLogIn {
  private let logIn: any BooksLogIn
  private let orders: @Sendable () throws -> [CustomerOrders]
  private let whenLoggedOut: @Sendable () async throws -> Void

  /// Makes a log-in.
  ///
  /// - Parameters:
  ///   - logIn: the log-in itself.
  ///   - orders: what the customer ordered, at each service with an address.
  ///   - whenLoggedOut: is called once the customer has logged out.
  init(
    _ logIn: any BooksLogIn, orders: @escaping @Sendable () throws -> [CustomerOrders],
    whenLoggedOut: @escaping @Sendable () async throws -> Void
  ) {
    self.logIn = logIn
    self.orders = orders
    self.whenLoggedOut = whenLoggedOut
  }

  var waitsForReturnEvent: Bool { logIn.waitsForReturnEvent }

  func begin() async throws -> String { try await logIn.begin() }

  func returned(from page: String) async throws -> BooksLogInEnd {
    try await logIn.returned(from: page)
  }

  func fault(in text: String, for page: String) -> BooksLogInFault? {
    logIn.fault(in: text, for: page)
  }

  func finish(with text: String, for page: String) async throws -> BooksLogInEnd {
    try await logIn.finish(with: text, for: page)
  }

  /// Logs out, and ends what ends with it if the customer asked for the log-out.
  ///
  /// No order is begun meanwhile, nor afterwards by what is still under way.
  ///
  /// - Throws: `earlierOrder` if an order was never answered: the customer could not look into it afterwards.
  func logOut() async throws {
    // A log-in that is of no use is forgotten as well, and the flow continues.
    guard BooksLogOut.isAskedFor else { return try await logIn.logOut() }
    let orders: [CustomerOrders]
    do { orders = try self.orders() } catch { throw Self.unread }
    do {
      try await ClosedOrderBooks.closing(orders.map(\.book)) { closed in
        try await refuseIfOpen(orders)
        try await logIn.logOut()
        // What keeps the log-in may have taken its time.
        try await closed.renew()
        try await refuseIfOpen(orders)
        do {
          try await whenLoggedOut()
        } catch {
          throw BooksError(.unavailable, cause: .begunNotClosed)
        }
      }
    } catch is DatabaseFileError {
      throw Self.unread
    }
  }

  private func refuseIfOpen(_ orders: [CustomerOrders]) async throws {
    for orders in orders {
      let order: String?
      do {
        order = try await orders.firstOpen()
      } catch {
        throw (error as? BooksError) ?? Self.unread
      }
      if let order { throw BooksError(.earlierOrder, order: order) }
    }
  }

  private static var unread: BooksError {
    BooksError(.unavailable, cause: .openOrdersUnread)
  }
}
