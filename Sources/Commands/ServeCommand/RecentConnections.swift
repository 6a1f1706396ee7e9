import Synchronization

/// The connections of the customers seen most recently.
final class RecentConnections<Connection: Sendable>: Sendable {
  private struct State {
    var rows: [String: (connection: Connection, used: Int)] = [:]
    var uses = 0
  }

  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int) { self.limit = limit }

  /// A customer's connection, made if it is not there.
  func find(_ name: String, orMake make: () throws -> Connection) rethrows -> Connection {
    try state.withLock { state in
      state.uses += 1
      if let known = state.rows[name]?.connection {
        state.rows[name]?.used = state.uses
        return known
      }
      let connection = try make()
      if state.rows.count >= limit,
        let oldest = state.rows.min(by: { $0.value.used < $1.value.used })
      {
        state.rows[oldest.key] = nil
      }
      state.rows[name] = (connection, state.uses)
      return connection
    }
  }
}
