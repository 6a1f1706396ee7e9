import Flowline
import ServiceOrders

/// Is called once a customer has logged out, before the customer is told so.
typealias LogOutObserver = @Sendable (UserID) async throws(StoreFailure) -> Void

/// What a customer ordered at a service with an address.
struct CustomerOrders: Sendable {
  /// The book that it is in.
  let book: OrderBook
  /// The key of an order that was never answered; nil if there is none.
  let firstOpen: @Sendable () async throws -> String?
}

/// Finds what a customer ordered at a service; nil if that has no address.
typealias CustomerOrdersLookup = @Sendable (UserID) throws -> CustomerOrders?

/// A customer under an anonymous name, with the folder of the customer's data.
struct Customer: Sendable {
  let user: UserID
  let name: String
  /// The folder of the customer's own; it is made with the first file in it.
  let folder: String

  init(_ user: UserID, in folder: String) {
    self.user = user
    name = Self.anonymous(user.rawValue)
    self.folder = "\(folder)/\(name)"
  }

  /// A name that tells a text from others and does not show it.
  static func anonymous(_ text: String) -> String {
    FileDigest(of: text.utf8).digits(32)
  }
}
