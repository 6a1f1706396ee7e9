import Flowline
import FlowlineMCP
import FlowlineWeb
import Foundation

/// Of which customers anything is kept: the cookies without a code that earlier versions gave them still count.
struct KnownCustomers: Sendable {
  /// The shelves on which something of customers is kept.
  private static let shelves = CustomerLogs.shelves + WebLock.shelves + AgentTokens.shelves

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
    for shelf in Self.shelves {
      let kept = try await values.values(of: user, on: shelf, beginning: "")
      if !kept.isEmpty { return true }
    }
    return false
  }
}
