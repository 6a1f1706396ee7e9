import Books
public import FreeAgentAPI
import Money
import ServiceBasics
import ServiceOrders

/// Explaining a transaction.
///
/// The API has no key for it. One whose answer was lost is recognised among the explanations of its
/// transaction: one that was not there before, of the same amount, day and target.
struct ExplanationWork: BookWork {
  typealias Request = FreeAgent.Create<FreeAgent.BankTransactionExplanation>

  /// The explanations that were there before.
  typealias Basis = [BookID<FreeAgent.BankTransactionExplanation>]

  static let kind = "explanation"
  static let repetition = OrderProgress.Repetition.doubles
  static let keyReused = ExplanationResult.keyReused

  let keeper: Bookkeeper
  let order: ExplanationOrder
  /// What is sent along; the order has its digest alone.
  let attachment: FreeAgent.Attachment?

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

  func request(_ basis: Basis) -> Request {
    var explanation = order.contents.explanation(
      of: order.transaction, at: keeper.service.root)
    explanation.attachment = attachment
    return FreeAgent.Create(explanation)
  }

  func made(
    by answer: FreeAgent.BankTransactionExplanation
  ) throws -> OrderMade<ExplanationResult> {
    guard let made = BookExplanation(answer, in: order.contents.amount.currency) else {
      throw FreeAgent.CallProblem.unreadable("the explanation has no address")
    }
    return OrderMade(.explained(made: made), id: made.id.text)
  }

  func answer(to failure: FreeAgent.Failure) -> ExplanationResult? {
    switch failure.status {
    case 403: nil
    case 404: .gone
    default:
      .refused(reasons: failure.sentences.isEmpty ? [failure.snippet ?? ""] : failure.sentences)
    }
  }

  func look(_ entry: OrderEntry, _ basis: Basis) async throws -> OrderLookup<ExplanationResult> {
    let explanations = try await current().explanations.filter { !basis.contains($0.id) }
    let taken = try keeper.desk.book.made(among: explanations.map(\.id.text))
    let wanted = order.contents
    let alike = explanations.filter { made in
      !taken.contains(made.id.text) && made.amount == wanted.amount && made.day == wanted.day
        && (wanted.category == nil || made.category == wanted.category?.description)
        && (made.kind == nil || made.kind == wanted.kind.rawValue)
    }
    guard let found = alike.first else { return .none }
    // Another person may have explained it in the same way at the same moment; it is explained either way.
    return alike.count == 1
      ? .found(OrderMade(.explained(made: found), id: found.id.text)) : .severalAlike
  }
}

extension Bookkeeper {
  /// Explains a transaction, or a part of it, once for the order’s key.
  ///
  /// - Parameters:
  ///   - order: what it is explained as.
  ///   - attachment: a receipt that is sent along.
  /// - Returns: what became of it.
  /// - Throws: a ``BooksError``: of the code `outcomeUnknown` if it may have been carried out; the same
  ///   order finds out.
  public func explain(
    _ order: ExplanationOrder, attachment: FreeAgent.Attachment? = nil
  ) async throws -> ExplanationResult {
    let result = try await carryOut(
      ExplanationWork(keeper: self, order: order, attachment: attachment))
    if case .explained = result { learn(from: order) }
    return result
  }
}
