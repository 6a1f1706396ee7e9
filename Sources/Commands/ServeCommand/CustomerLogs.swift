import Flowline
import ServiceBasics

/// What all nodes over a database know of their customers: what they ordered, and how they are logged in.
struct CustomerLogs: Sendable {
  private static let orderShelf = "orders"
  private static let logInShelf = "log-ins"
  /// The shelves that they are on.
  static let shelves = [orderShelf, logInShelf]

  private let store: any ValueStore
  private let isSealed: Bool
  private let faults: FaultLog

  /// Makes the logs; nothing is read yet.
  ///
  /// - Parameters:
  ///   - store: keeps them.
  ///   - isSealed: whether it keeps secrets from those who have the database.
  ///   - faults: gets what is wrong with the store, which customers are not told.
  init(in store: any ValueStore, isSealed: Bool, faults: FaultLog) {
    self.store = store
    self.isSealed = isSealed
    self.faults = faults
  }

  /// What a customer ordered at a place.
  func orders(of customer: Customer, at place: String) -> any SharedLog {
    ValueLog(
      in: store, on: Self.orderShelf, of: customer, at: place, forgets: false, faults: faults)
  }

  /// A customer's log-in at a place; nil if it cannot be kept there, as it would be readable.
  func logIn(of customer: Customer, at place: String) -> (any SharedLog)? {
    guard isSealed else { return nil }
    return ValueLog(
      in: store, on: Self.logInShelf, of: customer, at: place, forgets: true, faults: faults)
  }
}
