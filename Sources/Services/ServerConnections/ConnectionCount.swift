import Synchronization

/// How many connections of a server are open, against how many there may be.
final class ConnectionCount: Sendable {
  /// What becomes of a connection.
  enum Place: Hashable {
    case served
    /// Its first request is told that there are too many.
    case refused
    /// There are too many even to tell it so.
    case closed
  }

  private let limit: Int
  private let number = Atomic(0)

  init(limit: Int) { self.limit = limit }

  /// Counts a connection that was opened.
  func open() -> Place {
    let number = self.number.add(1, ordering: .relaxed).newValue
    if number <= limit { return .served }
    // A refused one is there for moments only; each takes a file that others may need.
    return number <= limit + max(1, limit / 8) ? .refused : .closed
  }

  /// Counts a connection that was closed.
  func close() { number.subtract(1, ordering: .relaxed) }

  /// Whether three quarters of the connections are open that there may be.
  var isCrowded: Bool { number.load(ordering: .relaxed) > limit / 4 * 3 }
}
