import BooksClient
import BooksFlows
import ServiceBasics

/// A customer's log-in at books with an address, which tells when the customer has logged out.
struct CustomerBooksLogIn: BooksLogIn {
  private let logIn: any BooksLogIn
  private let openOrder: @Sendable () async throws -> String?
  private let whenLoggedOut: @Sendable () async throws -> Void

  /// Makes a log-in.
  ///
  /// - Parameters:
  ///   - logIn: the log-in itself.
  ///   - openOrder: the key of an order of the customer's that was never answered; nil if there is none.
  ///   - whenLoggedOut: is called once the customer has logged out.
  init(
    _ logIn: any BooksLogIn, openOrder: @escaping @Sendable () async throws -> String?,
    whenLoggedOut: @escaping @Sendable () async throws -> Void
  ) {
    self.logIn = logIn
    self.openOrder = openOrder
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
  /// - Throws: `earlierOrder` if an order was never answered: the customer could not look into it afterwards.
  func logOut() async throws {
    // A log-in that is of no use is forgotten as well, and the flow continues.
    guard BooksLogOut.isAskedFor else { return try await logIn.logOut() }
    if let order = try await firstOpenOrder() { throw BooksError(.earlierOrder, order: order) }
    try await logIn.logOut()
    do {
      try await whenLoggedOut()
    } catch {
      throw BooksError(.unavailable, cause: "what was begun could not be closed")
    }
  }

  private func firstOpenOrder() async throws -> String? {
    do {
      return try await openOrder()
    } catch let error as BooksError {
      throw error
    } catch {
      throw BooksError(.unavailable, cause: "what was ordered could not be read")
    }
  }
}
