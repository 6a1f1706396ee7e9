import Books
public import DataSets
public import FreeAgentAPI
import ServiceBasics
public import ServiceOrders
import Synchronization

/// What one user reads and writes in the books of a company, as flows need it.
///
/// Writes happen exactly once: each is in an `OrderBook` before it is sent. No write of the API has a key;
/// one whose answer was lost is looked for in the books, and stays open until a sign settles it.
public final class Bookkeeper: Sendable {
  let service: any FreeAgent.Service
  let desk: OrderDesk
  let dataSets: Repository<BooksError>
  let memory = Mutex(Memory())

  /// Makes a bookkeeper.
  ///
  /// - Parameters:
  ///   - service: where the books are.
  ///   - desk: where its orders are carried out; all who write for one company on this computer share
  ///     its book.
  ///   - dataSets: what is read again only as far as it has changed, with its copies of earlier runs;
  ///     without them all is read in each run. They are this bookkeeper’s alone.
  public init(
    _ service: any FreeAgent.Service, desk: OrderDesk,
    dataSets: Repository<BooksError> = Repository()
  ) {
    self.service = service
    self.desk = desk
    self.dataSets = dataSets
  }

  /// Has a request answered.
  ///
  /// - Throws: a ``BooksError``, or a `CancellationError`.
  func ask<Request: FreeAgent.Endpoint>(_ request: Request) async throws -> Request.Answer {
    try await reply(to: request).answer
  }

  private func reply<Request: FreeAgent.Endpoint>(
    to request: Request
  ) async throws -> FreeAgent.Reply<Request.Answer> {
    do {
      return try await service.answer(request)
    } catch let problem as FreeAgent.CallProblem {
      throw BooksError(problem)
    }
  }

  /// One page of a list.
  func page<Target: FreeAgent.Listed>(
    of filter: Target.Filter, _ page: FreeAgent.PageRequest
  ) async throws -> (elements: [Target], total: Int?) {
    let reply = try await reply(to: FreeAgent.List<Target>(filter, page: page))
    return (reply.answer.elements, reply.links.total)
  }

  /// How many pages a list has at the most: a service that always names another must end, too.
  private static let mostPages = 1_000

  /// All elements of a list, page by page.
  ///
  /// The last page says how many there are on all of them: a list that ends before it has as many was cut,
  /// and is no list. What is added or deleted while it is read changes both numbers alike. A page that comes
  /// twice, or names a next one that was named before, leads round in a circle.
  ///
  /// - Parameter most: how many are wanted at the most, if the first ones are enough.
  /// - Throws: a ``BooksError``, of the code `unreadable` for a list without an end, as soon as it repeats itself,
  ///   and for one that ends too early.
  func list<Target: FreeAgent.Listed>(
    _ filter: Target.Filter = Target.Filter(), most: Int = .max
  ) async throws -> [Target] {
    var all: [Target] = []
    var seen = 0
    var page = FreeAgent.PageRequest()
    var before: [Target] = []
    var named: Set<String> = []
    while all.count < most {
      guard page.number <= Self.mostPages else {
        throw BooksError(.unreadable, cause: .listEndless)
      }
      let reply = try await reply(to: FreeAgent.List<Target>(filter, page: page))
      let isSame = !before.isEmpty && reply.answer.elements == before
      let isNamedTwice = reply.links.next.map { !named.insert($0).inserted } ?? false
      guard !isSame, !isNamedTwice else {
        throw BooksError(.unreadable, cause: .listEndless)
      }
      before = reply.answer.elements
      all += reply.answer.elements
      let count = reply.answer.elements.count + reply.answer.unread.count
      seen += count
      guard reply.links.next != nil, count > 0 else {
        try Self.requireWhole(seen, of: reply.links.total)
        break
      }
      page = page.next
    }
    return Array(all.prefix(most))
  }

  /// - Parameters:
  ///   - seen: how many elements a list had that is at its end.
  ///   - total: how many the service says that it has; nil if it does not say.
  private static func requireWhole(_ seen: Int, of total: Int?) throws {
    guard let total, seen < total else { return }
    throw BooksError(.unreadable, cause: .listCut(after: seen, of: total))
  }

  /// The same, empty if the company has no such things or the user may not see them.
  func listIfAny<Target: FreeAgent.Listed>(
    _ filter: Target.Filter = Target.Filter()
  ) async throws -> [Target] {
    do {
      return try await list(filter)
    } catch let error as BooksError where error.code == .gone || error.code == .notAllowed {
      return []
    }
  }
}
