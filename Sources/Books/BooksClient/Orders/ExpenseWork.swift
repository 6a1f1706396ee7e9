import Days
import FreeAgentAPI
import Money
import ServiceBasics
import ServiceOrders

/// Claiming an expense or a journey.
///
/// The API has no key for it. One whose answer was lost is recognised among the claimant’s expenses of the
/// day: one that was not there before, of the same amount and category, or of the same distance and vehicle.
struct ExpenseWork: BookWork {
  typealias Request = FreeAgent.Create<FreeAgent.Expense>

  /// What there was before it was sent.
  struct Basis: Codable, Sendable {
    /// The claimant’s expenses of the day.
    let expenses: [BookID<FreeAgent.Expense>]
    /// The company’s currency.
    let native: Currency
  }

  static let kind = "expense"
  static let repetition = OrderProgress.Repetition.doubles

  let keeper: Bookkeeper
  let order: ExpenseOrder
  /// The contents of the receipt; nil if there is none, or it is not at hand.
  let receipt: [UInt8]?

  var key: String { order.key }
  var scope: String { "expense-\(order.contents.claimant.text)" }

  func prepare() async throws -> OrderPreparation<Basis, ExpenseResult> {
    let native = try await keeper.company().currency
    return .ready(Basis(expenses: try await current().map(\.id), native: native), claims: [])
  }

  private func current() async throws -> [BookExpense] {
    let contents = order.contents
    return try await keeper.expenses(of: contents.claimant, in: contents.day...contents.day)
  }

  func request(_ basis: Basis) throws -> Request {
    var expense = order.contents.expense(at: keeper.service.root)
    expense.attachment = try order.receipt?.attachment(of: receipt)
    return FreeAgent.Create(expense)
  }

  func made(by answer: FreeAgent.Expense, _ basis: Basis) throws -> OrderMade<ExpenseResult> {
    guard let made = BookExpense(answer, native: basis.native) else {
      throw FreeAgent.CallProblem.unreadable(.incomplete("the expense has no address"))
    }
    return OrderMade(.claimed(made: made), id: made.id.text)
  }

  func answer(to failure: FreeAgent.Failure) -> ExpenseResult? {
    failure.status == 403 ? nil : .refused(reasons: failure.reasons)
  }

  func look(_ entry: OrderEntry, _ basis: Basis) async throws -> OrderLookup<ExpenseResult> {
    let new = try await current().filter { !basis.expenses.contains($0.id) }
    let taken = try await keeper.desk.book.made(among: new.map(\.id.text))
    let alike = new.filter { !taken.contains($0.id.text) && order.contents.isLike($0) }
    guard let found = alike.first else { return .none }
    guard alike.count == 1 else { return .severalAlike }
    // With other words it may be somebody else’s doing, and nothing may be claimed twice.
    guard found.text == order.contents.description else { return .oneAlike }
    return .found(OrderMade(.claimed(made: found), id: found.id.text))
  }
}

extension Bookkeeper {
  /// Claims an expense or a journey, once for the order’s key.
  ///
  /// - Parameters:
  ///   - order: what is claimed.
  ///   - receipt: the contents of the receipt; nil if the order has none.
  /// - Returns: what became of it.
  /// - Throws: a ``BooksError``: of the code `outcomeUnknown` if it may have been claimed; the same order
  ///   finds out.
  public func claim(_ order: ExpenseOrder, receipt: [UInt8]? = nil) async throws -> ExpenseResult {
    try await carryOut(ExpenseWork(keeper: self, order: order, receipt: receipt))
  }

  /// Finds out what became of a claim that was never answered; it is not sent again.
  func settleExpense(_ entry: OrderEntry) async throws -> OpenOrderOutcome {
    let order: ExpenseOrder = try CanonicalJSON.value(entry.contents)
    return try await settle(ExpenseWork(keeper: self, order: order, receipt: nil), entry)
  }
}
