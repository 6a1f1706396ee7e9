import Synchronization

/// Values by name, of which those that were used last are kept: each is made when it is asked for and is not
/// there.
///
/// One that is not kept any more lives on where it is in use.
package final class RecentlyUsed<Value: Sendable>: Sendable {
  private struct State {
    var rows: [String: (value: Value, used: Int)] = [:]
    var uses = 0

    /// The value of a name, which counts as used then; nil if it is not there.
    mutating func use(_ name: String) -> Value? {
      uses += 1
      rows[name]?.used = uses
      return rows[name]?.value
    }
  }

  private let limit: Int
  private let state = Mutex(State())

  /// Makes a collection of none.
  ///
  /// - Parameter limit: how many are kept at the most.
  package init(limit: Int) { self.limit = limit }

  /// The value of a name, made if it is not there.
  package func find(_ name: String, orMake make: () throws -> Value) rethrows -> Value {
    try state.withLock { state in
      if let known = state.use(name) { return known }
      let value = try make()
      if state.rows.count >= limit,
        let oldest = state.rows.min(by: { $0.value.used < $1.value.used })
      {
        state.rows[oldest.key] = nil
      }
      state.rows[name] = (value, state.uses)
      return value
    }
  }

  /// The value of a name, which counts as a use of it; nil if it is not there.
  package func known(_ name: String) -> Value? { state.withLock { $0.use(name) } }
}
