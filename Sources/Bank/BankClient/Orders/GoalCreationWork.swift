import Bank
import Money
import ServiceBasics
import ServiceCalls
import ServiceOrders
import StarlingAPI

/// Making a goal.
///
/// The bank has no key for it: a lost answer is found by what is new among the goals.
struct GoalCreationWork: BankOrderWork {
  /// The goals that there were before.
  typealias Basis = [SavingsGoal.ID]

  static let kind = "goal"
  static let repetition = OrderProgress.Repetition.doubles
  static let keyReused = GoalCreation.refused(.keyReused)

  let bank: HTTPBank
  let order: GoalOrder
  var budget: RetryBudget

  init(bank: HTTPBank, order: GoalOrder) {
    self.bank = bank
    self.order = order
    budget = bank.makeBudget()
  }

  var key: String { order.key }
  var account: Account.ID { order.account }

  func prepare() async throws -> OrderPreparation<Basis, GoalCreation> {
    let account: Account
    do {
      account = try await bank.account(order.account)
    } catch let error as BankError where error.code == .unknownAccount {
      return .answered(.refused(.unknownAccount))
    }
    if let refusal = order.refusal(in: account.currency) { return .answered(.refused(refusal)) }
    let listed = try await bank.ask(
      Starling.GetSavingsGoals(account: account.id.text), about: account.id)
    // One that cannot be read now is not new if it can be read later.
    let unread = listed.unread.compactMap { $0.id.flatMap { SavingsGoal.ID($0) } }
    return .ready(bank.goals(listed, in: account.currency).map(\.id) + unread, claims: [])
  }

  func request() async throws(CallFailure<Starling.Failure>) -> SavingsGoal.ID {
    let currency = order.target?.currency ?? bank.memory.currency(of: account)
    let reply = try await bank.requester.once(
      Starling.CreateSavingsGoal(
        account: account.text,
        request: Starling.SavingsGoalRequest(
          name: order.name, currency: currency?.code ?? "", target: order.target?.starling)))
    guard reply.success != false else {
      throw .refused(Starling.Failure(status: 200, kind: .codes([])))
    }
    guard let id = reply.savingsGoalUid.flatMap({ SavingsGoal.ID($0) }) else {
      throw .unreadable(.incomplete("the goal’s id"), isCut: false)
    }
    return id
  }

  mutating func look(
    _ entry: OrderEntry, _ basis: Basis
  ) async throws -> OrderLookup<GoalCreation> {
    let account = try await bank.account(account)
    let listed = try await bank.requester.ask(
      Starling.GetSavingsGoals(account: account.id.text), &budget)
    let goals = bank.goalList(listed, in: account.currency)
    let like = goals.elements.filter { goal in
      !basis.contains(goal.id) && goal.name == order.name && goal.target == order.target
    }
    let taken = try await bank.orders.made(among: like.map(\.id.text))
    let free = like.filter { !taken.contains($0.id.text) }
    guard let goal = free.first else { return goals.isComplete ? .none : .unreadable }
    guard free.count == 1 else { return .severalAlike }
    return goals.isComplete ? .found(OrderMade(.created(goal), id: goal.id.text)) : .oneAlike
  }

  mutating func made(
    by id: SavingsGoal.ID, _ entry: OrderEntry, _ basis: Basis
  ) async throws -> OrderMade<GoalCreation> {
    let currency = try await bank.account(account).currency
    let goal: SavingsGoal?
    do throws(CallFailure<Starling.Failure>) {
      let answer = try await bank.requester.ask(
        Starling.GetSavingsGoal(account: account.text, goal: id.text), &budget)
      goal = SavingsGoal(answer, currency: currency)
    } catch {
      // It is made, even if it cannot be read now.
      goal = nil
    }
    let made =
      goal
      ?? SavingsGoal(
        id: id, name: order.name, target: order.target, totalSaved: .zero(currency), state: .active)
    bank.memory.note([made])
    return OrderMade(.created(made), id: id.text)
  }

  func answer(to failure: Starling.Failure) async throws -> GoalCreation? {
    guard failure.codes.contains(.currencyMismatch) else { return nil }
    return .refused(.currencyMismatch(expected: try await bank.account(account).currency))
  }
}
