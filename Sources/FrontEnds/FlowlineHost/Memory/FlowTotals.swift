import Flowline
import Synchronization

/// How many sessions of each flow all users have together; see ``KeptTotals``.
final class FlowTotals: Sendable {
  private let totals = Mutex<[FlowID: KeptTotals]>([:])

  /// Those of one flow.
  subscript(flow: FlowID) -> KeptTotals {
    totals.withLock { totals in
      if let known = totals[flow] { return known }
      let made = KeptTotals()
      totals[flow] = made
      return made
    }
  }
}
