public import BooksClient
package import EmbeddedBooks
public import Flowline
import FoundationEssentials
package import FreeAgentAPI
public import ServiceBasics
import ServiceOrders
import Synchronization

/// The books of a sample company: in memory for playing scripts and for tests, or in a file.
public enum SampleBooks {
  /// Makes books as they are at the environment’s moment; the same world gives the same books, to the
  /// letter.
  ///
  /// - Throws: a `DatabaseFileError` if SQLite has no memory.
  public static func make(
    in environment: FlowEnvironment
  ) throws(DatabaseFileError) -> Bookkeeper {
    let now = Timestamp(environment.now)
    return try make(over: service(of: try EmbeddedBooks.inMemory(now: { now })), in: environment)
  }

  /// Finds the same books each time; they are made when they are first wanted.
  public static func lazy(
    in environment: FlowEnvironment
  ) -> @Sendable () throws -> Bookkeeper {
    let made = Lazy()
    return { try made.keeper(in: environment) }
  }

  private final class Lazy: Sendable {
    private let made = Mutex<Bookkeeper?>(nil)

    func keeper(in environment: FlowEnvironment) throws -> Bookkeeper {
      try made.withLock { made in
        let keeper = try made ?? make(in: environment)
        made = keeper
        return keeper
      }
    }
  }

  /// Makes a bookkeeper with a book of orders in memory, over any service.
  package static func make(
    over service: any FreeAgent.Service, in environment: FlowEnvironment
  ) throws(DatabaseFileError) -> Bookkeeper {
    let now = Timestamp(environment.now)
    return Bookkeeper(service, desk: desk(try OrderBook.inMemory(), now: { now }))
  }

  /// Books as a service for the sample company’s owner, filled with the sample when they are first asked
  /// for something.
  package static func service(of books: EmbeddedBooks) -> some FreeAgent.Service {
    EmbeddedService { books }
  }

  /// Makes a bookkeeper of books in a folder; they are neither made nor opened yet.
  ///
  /// - Parameters:
  ///   - folder: where the file is, and what was ordered.
  ///   - environment: the world that the books’ clock is of.
  /// - Throws: a `DatabaseFileError` if what was ordered cannot be used.
  public static func keeper(
    in folder: String, _ environment: @escaping @Sendable () -> FlowEnvironment
  ) throws(DatabaseFileError) -> Bookkeeper {
    let now: @Sendable () -> Timestamp = { Timestamp(environment().now) }
    let service = EmbeddedService { try EmbeddedBooks(path: "\(folder)/books.sqlite", now: now) }
    return Bookkeeper(service, desk: desk(try OrderBook(folder: folder), now: now))
  }

  /// What is asked of books on this computer is done when it returns: nothing arrives later.
  private static func desk(
    _ book: OrderBook, now: @escaping @Sendable () -> Timestamp
  ) -> OrderDesk {
    OrderDesk(
      book, OrderClock(now: now, uptime: { Uptime.now() }, settlingTime: .zero),
      longestWait: .seconds(10), timing: Timing())
  }
}
