import Flowline
import Foundation

/// Of which customers anything is kept: the cookies without a code that earlier versions gave them still count.
struct KnownCustomers: Sendable {
  /// Keeps the sessions.
  let sessions: any JournalStore
  /// What servers over a database share; nil if there is one server.
  let values: (any ValueStore)?
  /// The folder of the customers' folders.
  let folder: String

  func contain(_ user: UserID) async throws(StoreFailure) -> Bool {
    let own = Customer(user, in: folder).folder
    if FileManager.default.fileExists(atPath: own) { return true }
    let page = try await sessions.list(SessionQuery(of: user, limit: 1))
    guard page.items.isEmpty, let values else { return !page.items.isEmpty }
    for shelf in CustomerLogs.shelves {
      let kept = try await values.values(of: user, on: shelf, beginning: "")
      if !kept.isEmpty { return true }
    }
    return false
  }
}
