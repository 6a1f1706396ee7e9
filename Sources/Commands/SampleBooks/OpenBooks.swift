public import BooksClient
public import Flowline
import ServiceBasics

/// Books in folders, those open that were used last: each takes files that the system has only so many of.
public final class OpenBooks: Sendable {
  private let environment: @Sendable () -> FlowEnvironment
  private let keepers: RecentlyUsed<Bookkeeper>

  /// Makes books of which none is open.
  ///
  /// - Parameters:
  ///   - limit: how many are kept open at the most, besides those that are in use.
  ///   - environment: the world that their clocks are of.
  public init(limit: Int = 1, environment: @escaping @Sendable () -> FlowEnvironment) {
    self.environment = environment
    keepers = RecentlyUsed(limit: limit)
  }

  /// The books in a folder, opened if they are not.
  ///
  /// - Throws: a `DatabaseFileError` if what was ordered cannot be used.
  public func keeper(in folder: String) throws -> Bookkeeper {
    try keepers.find(folder) { try SampleBooks.keeper(in: folder, environment) }
  }
}
