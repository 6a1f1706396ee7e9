import Flowline
import FlowlineMCP
import FlowlineWeb
import Foundation

/// Of which customers anything is kept: the cookies without a code that earlier versions gave them still count.
struct KnownCustomers: Sendable {
  /// The shelves on which something of customers is kept, under names that begin with the customer: any
  /// stranger can have them looked at, so that nobody else's values may be read for it.
  private static let shelves = WebLock.shelves + AgentTokens.shelves

  /// Keeps the sessions.
  let sessions: any JournalStore
  /// Keeps what is small.
  let values: any ValueStore
  /// The folder of the customers' folders.
  let folder: String

  func contain(_ user: UserID) async throws(StoreFailure) -> Bool {
    let own = Customer(user, in: folder).folder
    if FileManager.default.fileExists(atPath: own) { return true }
    let page = try await sessions.list(SessionQuery(of: user, limit: 1))
    guard page.items.isEmpty else { return true }
    // Logs are in databases alone, which find a customer's own.
    let places =
      CustomerLogs.shelves.map { ($0, "") } + Self.shelves.map { ($0, KeptValue.start(of: user)) }
    for (shelf, beginning) in places {
      let kept = try await values.values(of: user, on: shelf, beginning: beginning)
      if !kept.isEmpty { return true }
    }
    return false
  }
}
