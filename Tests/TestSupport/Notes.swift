import Synchronization

/// What something tells while it works, in order.
package final class Notes<Note: Sendable>: Sendable {
  private let notes = Mutex<[Note]>([])

  /// Makes an empty list.
  package init() {}

  /// What was told so far.
  package var all: [Note] { notes.withLock { $0 } }

  /// Adds one.
  package func add(_ note: Note) { notes.withLock { $0.append(note) } }
}
