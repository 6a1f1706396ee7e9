import Flowline
import FlowlineHost
import FoundationEssentials
import Synchronization

/// The connections of clients that begin one, by the names that they send with each request.
///
/// A name is no proof of who somebody is: a connection is found by its own user alone. What has not been
/// used for long is forgotten; its sessions are not.
final class ConnectionTable: Sendable {
  private struct Row {
    let connection: MCPConnection
    var used: Date
  }

  private let rows = Mutex<[String: Row]>([:])
  private let clock: any FlowClock

  /// How many connections there are at the most, and of one user.
  private static let most = 10_000
  private static let mostOfUser = 100
  /// How long one is kept without a request, in seconds.
  private static let lifetime = 3_600.0

  init(clock: any FlowClock) { self.clock = clock }

  /// Keeps a connection, and returns its name.
  func add(_ connection: MCPConnection) -> String {
    let name = UUID().text
    let now = clock.now
    let gone = rows.withLock { rows -> [Row] in
      var gone = rows.filter { $0.value.used.addingTimeInterval(Self.lifetime) < now }
      let own = rows.filter { $0.value.connection.user == connection.user && gone[$0.key] == nil }
      if own.count >= Self.mostOfUser { gone.merge(Self.oldest(of: own)) { $1 } }
      if rows.count - gone.count >= Self.most { gone.merge(Self.oldest(of: rows)) { $1 } }
      for key in gone.keys { rows[key] = nil }
      rows[name] = Row(connection: connection, used: now)
      return Array(gone.values)
    }
    for row in gone { row.connection.close() }
    return name
  }

  private static func oldest(of rows: [String: Row]) -> [String: Row] {
    rows.min { $0.value.used < $1.value.used }.map { [$0.key: $0.value] } ?? [:]
  }

  /// The connection of a user by its name; nil if there is none.
  func find(_ name: String, of user: UserID) -> MCPConnection? {
    let now = clock.now
    return rows.withLock { rows in
      guard let row = rows[name], row.connection.user == user,
        row.used.addingTimeInterval(Self.lifetime) >= now
      else { return nil }
      rows[name]?.used = now
      return row.connection
    }
  }

  /// Ends a connection; false if there is none.
  func remove(_ name: String, of user: UserID) -> Bool {
    let row = rows.withLock { rows -> Row? in
      guard rows[name]?.connection.user == user else { return nil }
      return rows.removeValue(forKey: name)
    }
    row?.connection.close()
    return row != nil
  }
}
