import FreeAgentAPI
import ServiceBasics
import ServiceOrders

/// An order at a bookkeeping service: a request, what its answers mean, and how it is looked for.
protocol BookWork: BookedWork {
  /// The request that carries it out.
  associatedtype Request: FreeAgent.Endpoint

  var keeper: Bookkeeper { get }

  /// The request.
  func request(_ basis: Basis) throws -> Request

  /// What it made, by the answer of a success.
  ///
  /// - Throws: if the answer does not say.
  func made(by answer: Request.Answer, _ basis: Basis) throws -> OrderMade<Answer>

  /// What to tell of a refusal; nil if it was none of the order’s own.
  func answer(to failure: FreeAgent.Failure) -> Answer?
}

extension BookWork {
  static var keyReused: Answer {
    get throws {
      throw BooksError(
        .refused, cause: CodedText("key-reused", "another order has the same key"))
    }
  }

  mutating func send(_ entry: OrderEntry, _ basis: Basis) async -> OrderAttempt<Answer> {
    let request: Request
    do { request = try self.request(basis) } catch { return .notSent(error) }
    do {
      return .done(try made(by: try await keeper.service.answer(request).answer, basis))
    } catch let problem as FreeAgent.CallProblem {
      if problem.mayHaveBeenDone { return .none(problem) }
      guard case .refused(let failure) = problem, !failure.isInvalidToken, !failure.isThrottled
      else { return .notSent(problem) }
      return .refused(answer(to: failure), problem)
    } catch let error as CancellationError {
      return .notSent(error)
    } catch {
      return .none(error)
    }
  }

  /// The service’s own patience has passed by then; a person decides what comes next.
  mutating func wait(
    after error: (any Error)?, attempt: Int, least: Duration
  ) async throws -> Bool {
    guard error == nil, attempt < 3 else { return false }
    try await keeper.desk.timing.sleep(least)
    return true
  }
}

extension Bookkeeper {
  /// Carries an order out, once for its key.
  ///
  /// - Throws: a ``BooksError``: of the code `outcomeUnknown` if it may have been carried out.
  func carryOut<Work: BookWork>(_ work: Work) async throws -> Work.Answer {
    do {
      return try await desk.carryOut(work) { try await user().id.text }
    } catch let problem as FreeAgent.CallProblem {
      throw BooksError(problem)
    } catch let error as DatabaseFileError {
      throw BooksError(error)
    } catch let error as OrderDeskError {
      throw BooksError(error)
    }
  }
}

extension BooksError {
  /// Makes the error that a caller gets for an order that the desk did not carry out.
  init(_ error: OrderDeskError) {
    switch error {
    case .outcomeUnknown(let doubt): self.init(.outcomeUnknown, cause: doubt.cause)
    case .earlierOrder(let key): self.init(.earlierOrder, order: key)
    case .underWay: self.init(.orderUnderWay)
    case .storage(let path, let cause): self.init(.storage, at: path, cause: cause)
    }
  }
}

extension OrderDoubt {
  /// Why it is not known what became of an order.
  fileprivate var cause: CodedText? {
    switch self {
    case .refusedAgain(let error), .failed(let error):
      switch error {
      case let problem as FreeAgent.CallProblem: BooksError(problem).reason
      case let error as BooksError: error.reason
      // Where the file is must not be among the words of an error that is told without it.
      case let error as DatabaseFileError: .orderFileUnusable(error.reason)
      case OrderDeskError.storage(_, let cause): .orderFileUnusable(cause)
      case is CancellationError: nil
      default: .unexpected(error)
      }
    case .unclear: CodedText("unclear", "what the books show does not settle it")
    case .givenUp: CodedText("given-up", "it was given up, and is not sent any more")
    }
  }
}
