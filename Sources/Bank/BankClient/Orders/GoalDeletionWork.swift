import Bank
import Money
import ServiceBasics
import ServiceCalls
import ServiceOrders
import StarlingAPI

/// Deleting a goal.
///
/// The bank has no key for it, but what is gone cannot be deleted again.
struct GoalDeletionWork: BankOrderWork {
  /// What was known before.
  struct Basis: Codable, Sendable {
    /// The goal as it was.
    let goal: SavingsGoal
    /// The moves of the goal that the feed had shown by then; nil if it could not be read.
    let items: [String]?
  }

  static let kind = "deletion"
  static let repetition = OrderProgress.Repetition.isHarmless
  static let keyReused = GoalDeletionResult.refused(.keyReused)

  let bank: HTTPBank
  let order: GoalDeletion
  var budget: RetryBudget

  init(bank: HTTPBank, order: GoalDeletion) {
    self.bank = bank
    self.order = order
    budget = bank.makeBudget()
  }

  var key: String { order.key }
  var account: Account.ID { order.account }

  mutating func prepare() async throws -> OrderPreparation<Basis, GoalDeletionResult> {
    let account = try await bank.account(account)
    let goals = bank.goalList(
      try await bank.ask(Starling.GetSavingsGoals(account: account.id.text), about: account.id),
      in: account.currency)
    guard let goal = goals.elements.first(where: { $0.id == order.goal }) else {
      // It may be what cannot be read.
      guard goals.isComplete else {
        throw BankError.unreadableAnswer(cause: .incomplete("the goal"))
      }
      return .answered(.refused(.unknownGoal))
    }
    var items: [String]?
    if goal.totalSaved.isPositive {
      let now = Timestamp(bank.configuration.timing.now()).milliseconds + bank.memory.clockLead
      items = try await moves(since: now - TransferWork.clockSlack)?.elements.map(\.id.text)
    }
    return .ready(Basis(goal: goal, items: items), claims: [])
  }

  func request() async throws(CallFailure<Starling.Failure>) -> Starling.Nothing {
    try await bank.requester.once(
      Starling.DeleteSavingsGoal(account: account.text, goal: order.goal.text))
  }

  mutating func look(
    _ entry: OrderEntry, _ basis: Basis
  ) async throws -> OrderLookup<GoalDeletionResult> {
    let account = try await bank.account(account)
    let listed = try await bank.requester.ask(
      Starling.GetSavingsGoals(account: account.id.text), &budget)
    let goals = bank.goalList(listed, in: account.currency)
    let goal = goals.elements.first { $0.id == order.goal }
    guard goal != nil || goals.isComplete else { return .unreadable }
    // A bank may keep what is deleted in its archive.
    guard goal == nil || goal?.state == .archived && basis.goal.state != .archived else {
      return .none
    }
    return .found(try await made(by: Starling.Nothing(), entry, basis))
  }

  mutating func made(
    by reply: Starling.Nothing, _ entry: OrderEntry, _ basis: Basis
  ) async throws -> OrderMade<GoalDeletionResult> {
    let before = basis.goal.totalSaved
    guard before.isPositive, let known = basis.items else {
      return OrderMade(.deleted(returned: before.isPositive ? nil : before), id: nil)
    }
    // If there are other new moves, or may be, somebody moved money meanwhile, and what came back is
    // not known.
    let moves = try await moves(since: entry.orderedAt - TransferWork.clockSlack)
    let new = (moves?.elements ?? []).filter { !known.contains($0.id.text) }
    guard moves?.isComplete == true, new.count == 1, let item = new.first,
      item.direction == .incoming,
      item.amount == before
    else { return OrderMade(.deleted(returned: nil), id: nil) }
    return OrderMade(.deleted(returned: item.amount), id: item.id.text)
  }

  /// The moves between the account and the goal since a time; nil if the feed cannot be read.
  private mutating func moves(since: Int64) async throws -> PartialList<Payment>? {
    let account = try await bank.account(account)
    do throws(CallFailure<Starling.Failure>) {
      let changes = try await bank.requester.ask(
        Starling.GetFeedChanges(
          account: account.id.text, category: account.defaultCategory.text,
          since: Timestamp(milliseconds: since)), &budget)
      let payments = bank.paymentList(changes, of: account)
      let moves = payments.elements.filter {
        $0.source == .internalTransfer && $0.counterparty.id == order.goal.text
      }
      return PartialList(elements: moves, isComplete: payments.isComplete)
    } catch {
      if case .cancelled = error { throw error }
      return nil
    }
  }

  mutating func answer(to failure: Starling.Failure) async throws -> GoalDeletionResult? {
    if failure.codes.contains(.unknownAccount) { return nil }
    if failure.codes.contains(.unknownSavingsGoal) { return .refused(.unknownGoal) }
    let currency = try await bank.account(account).currency
    let goal = try await bank.currentGoal(order.goal, of: account, in: currency, &budget)
    return goal == nil ? .refused(.unknownGoal) : nil
  }
}
