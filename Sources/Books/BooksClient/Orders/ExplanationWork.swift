import Books
public import FreeAgentAPI
import Money
import ServiceBasics
import ServiceOrders
import Synchronization

/// Explaining a transaction.
///
/// The API has no key for it. One whose answer was lost is recognised among the explanations of its
/// transaction: one that was not there before, of the same kind, amount, day, category and target. If
/// anything else was explained since, it is not sent again.
struct ExplanationWork: BookWork {
  typealias Request = FreeAgent.Create<FreeAgent.BankTransactionExplanation>

  /// The explanations that were there before.
  typealias Basis = [BookID<FreeAgent.BankTransactionExplanation>]

  static let kind = "explanation"
  static let repetition = OrderProgress.Repetition.doubles

  let keeper: Bookkeeper
  let order: ExplanationOrder
  /// The contents of the receipt; nil if there is none, or it is not at hand.
  let receipt: [UInt8]?

  var key: String { order.key }
  var scope: String { "transaction-\(order.transaction.text)" }

  func prepare() async throws -> OrderPreparation<Basis, ExplanationResult> {
    let transaction: BookTransaction
    do {
      transaction = try await current()
    } catch let error as BooksError where error.code == .gone {
      return .answered(.gone)
    }
    guard transaction.unexplained == order.unexplained else {
      return .answered(.changed(unexplained: transaction.unexplained))
    }
    return .ready(transaction.explanations.map(\.id), claims: [])
  }

  private func current() async throws -> BookTransaction {
    try await keeper.transaction(order.transaction, in: order.contents.amount.currency)
  }

  func request(_ basis: Basis) throws -> Request {
    let root = keeper.service.root
    var explanation = order.contents.explanation(at: root)
    explanation.bankTransaction = order.transaction.link(at: root)
    explanation.attachment = try order.receipt?.attachment(of: receipt)
    return FreeAgent.Create(explanation)
  }

  func made(
    by answer: FreeAgent.BankTransactionExplanation, _ basis: Basis
  ) throws -> OrderMade<ExplanationResult> {
    guard let made = BookExplanation(answer, in: order.contents.amount.currency) else {
      throw FreeAgent.CallProblem.unreadable(.incomplete("the explanation has no address"))
    }
    return OrderMade(.explained(made: made), id: made.id.text)
  }

  func answer(to failure: FreeAgent.Failure) -> ExplanationResult? {
    ExplanationResult(failure)
  }

  func look(_ entry: OrderEntry, _ basis: Basis) async throws -> OrderLookup<ExplanationResult> {
    let transaction = try await current()
    let new = transaction.explanations.filter { !basis.contains($0.id) }
    let taken = try await keeper.desk.book.made(among: new.map(\.id.text))
    let others = new.filter { !taken.contains($0.id.text) }
    let alike = others.filter { order.contents.isLike($0) }
    guard let found = alike.first else {
      return others.isEmpty && transaction.unexplained == order.unexplained ? .none : .oneAlike
    }
    // Another person may have explained it in the same way at the same moment; it is explained either way.
    return alike.count == 1
      ? .found(OrderMade(.explained(made: found), id: found.id.text)) : .severalAlike
  }
}

extension ExplanationResult {
  /// What the service's refusal of an explanation means; nil if it was none of the explanation's own.
  fileprivate init?(_ failure: FreeAgent.Failure) {
    switch failure.status {
    case 403: return nil
    case 404 where failure.saysNotFound: self = .gone
    default: self = .refused(reasons: failure.reasons)
    }
  }
}

extension Bookkeeper {
  /// Explains a transaction, or a part of it, once for the order’s key.
  ///
  /// - Parameters:
  ///   - order: what it is explained as.
  ///   - receipt: the contents of the order’s receipt; nil if it has none.
  ///   - text: what the bank wrote; the next suggestions learn from it.
  ///   - account: the account in which it happened.
  /// - Returns: what became of it.
  /// - Throws: a ``BooksError``: of the code `outcomeUnknown` if it may have been carried out; the same
  ///   order finds out.
  public func explain(
    _ order: ExplanationOrder, receipt: [UInt8]? = nil, written text: String,
    in account: BookID<FreeAgent.BankAccount>
  ) async throws -> ExplanationResult {
    let result =
      if let replaced = order.replaced {
        try await replace(replaced, by: order, receipt: receipt)
      } else {
        try await carryOut(ExplanationWork(keeper: self, order: order, receipt: receipt))
      }
    if case .explained = result, let code = order.contents.category {
      memory.withLock {
        $0.habits[account]?.value.learn(
          text, was: code, isOut: order.contents.amount.isNegative, on: order.contents.day)
      }
    }
    return result
  }

  /// Finds out what became of an explanation that was never answered; it is not sent again.
  func settleExplanation(_ entry: OrderEntry) async throws -> OpenOrderOutcome {
    let order: ExplanationOrder = try CanonicalJSON.value(entry.contents)
    return try await settle(ExplanationWork(keeper: self, order: order, receipt: nil), entry)
  }
}
