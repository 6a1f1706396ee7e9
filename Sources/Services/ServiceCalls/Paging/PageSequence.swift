import FoundationEssentials
import ServiceBasics

/// The pages of a list, each asked for when it is wanted, along the header `Link` (RFC 8288).
public struct PageSequence<Answer: Sendable, Refusal: ServiceRefusal>: AsyncSequence, Sendable {
  fileprivate let caller: ServiceCaller<Refusal>
  fileprivate let first: Call<Answer>
  fileprivate let budget: RetryBudget
  fileprivate let limit: Int

  /// Asks for one page after the other.
  public struct Iterator: AsyncIteratorProtocol {
    private let list: PageSequence
    private var following: Result<CallRequest, PageFailure<Refusal>>?
    private var budget: RetryBudget
    private var number = 0
    private var read: Set<CallRequest> = []

    fileprivate init(_ list: PageSequence) {
      self.list = list
      following = .success(list.first.request)
      budget = list.budget
    }

    /// The next page; nil after the last one.
    ///
    /// - Throws: a ``PageFailure``; after it there are no more pages.
    public mutating func next() async throws -> Page<Answer>? { try await next(isolation: nil) }

    /// The next page; nil after the last one.
    ///
    /// - Throws: a ``PageFailure``; after it there are no more pages.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(PageFailure<Refusal>) -> Page<Answer>? {
      guard let request = try following.take()?.get() else { return nil }
      guard number < list.limit else { throw .tooMany(limit: list.limit) }
      number += 1
      read.insert(request)
      let page: (answer: Answer, next: String?, total: Int?)
      do throws(CallFailure<Refusal>) {
        page = try await list.caller.ask(list.first.page(request), &budget)
      } catch {
        throw .call(error)
      }
      // What was read is returned in any case; why it does not go on is told after it.
      following = page.next.map { url in
        guard let request = list.caller.address.request(for: url) else {
          return .failure(.elsewhere(url))
        }
        return read.contains(request) ? .failure(.circle(url)) : .success(request)
      }
      return Page(answer: page.answer, number: number, total: page.total)
    }
  }

  /// Begins at the first page.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }
}

extension ServiceCaller {
  /// The pages of a list, from one on.
  ///
  /// - Parameters:
  ///   - first: asks for the first page.
  ///   - budget: how often and how long is waited for all pages together.
  ///   - limit: how many pages are read at the most; one more is a failure.
  /// - Returns: the pages; nothing is sent before the first is wanted.
  public func pages<Answer>(
    _ first: Call<Answer>, _ budget: RetryBudget, limit: Int = 1000
  ) -> PageSequence<Answer, Refusal> {
    PageSequence(caller: self, first: first, budget: budget, limit: limit)
  }
}

extension Call {
  /// The same for another page, with what its headers say.
  fileprivate func page(
    _ request: CallRequest
  ) -> Call<(answer: Answer, next: String?, total: Int?)> {
    let reading = reading
    var request = request
    request.headers = self.request.headers
    return Call<(answer: Answer, next: String?, total: Int?)>(
      request, route: route, isRepeatable: isRepeatable,
      reading: .response { response in
        let links = response.header("Link").map { LinkHeader($0) }
        let next = links?.first { $0.relations.contains("next") }?.url
        let total = response.header("X-Total-Count").flatMap { Int($0) }
        switch reading {
        case .none(let answer): return (answer, next, total)
        case .json(let read): return (try read(response.body), next, total)
        case .response(let read): return (try read(response), next, total)
        }
      })
  }
}
