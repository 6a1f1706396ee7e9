public import BooksClient
public import Flowline
import ServiceBasics
import Synchronization

/// Books in folders, those open that were used last: each takes files that the system has only so many of.
public final class OpenBooks: Sendable {
  private struct Entry {
    let keeper: Bookkeeper
    var used: Int
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var uses = 0
  }

  private let limit: Int
  private let environment: @Sendable () -> FlowEnvironment
  private let state = Mutex(State())

  /// Makes books of which none is open.
  ///
  /// - Parameters:
  ///   - limit: how many are kept open at the most, besides those that are in use.
  ///   - environment: the world that their clocks are of.
  public init(limit: Int = 1, environment: @escaping @Sendable () -> FlowEnvironment) {
    self.limit = limit
    self.environment = environment
  }

  /// The books in a folder, opened if they are not.
  ///
  /// - Throws: a `DatabaseFileError` if what was ordered cannot be used.
  public func keeper(in folder: String) throws -> Bookkeeper {
    try state.withLock { state in
      state.uses += 1
      if let known = state.entries[folder]?.keeper {
        state.entries[folder]?.used = state.uses
        return known
      }
      let keeper = try SampleBooks.keeper(in: folder, environment)
      if state.entries.count >= limit,
        let oldest = state.entries.min(by: { $0.value.used < $1.value.used })
      {
        state.entries[oldest.key] = nil
      }
      state.entries[folder] = Entry(keeper: keeper, used: state.uses)
      return keeper
    }
  }
}
