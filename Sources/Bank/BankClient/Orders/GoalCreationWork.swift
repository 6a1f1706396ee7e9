import Bank
import Money
import StarlingAPI

/// Making a goal. The bank has no key for it: a lost answer is found by what is new among the goals.
struct GoalCreationWork: OrderWork {
  /// The goals that there were before.
  typealias Known = [SavingsGoal.ID]

  static let kind = BookedOrder.Kind.goal
  static let keyReused = GoalCreation.refused(.keyReused)
  static let maySendAgain = false

  let bank: HTTPBank
  let order: GoalOrder

  var key: String { order.key }
  var account: Account.ID { order.account }

  func prepare() async throws -> Preparation<Known, GoalCreation> {
    let account: Account
    do {
      account = try await bank.account(order.account)
    } catch let error as BankError where error.code == .unknownAccount {
      return .answered(.refused(.unknownAccount))
    }
    if let refusal = order.refusal(in: account.currency) { return .answered(.refused(refusal)) }
    return .ready(try await bank.goals(of: account.id).map(\.id), covering: [])
  }

  func refusal(covered payments: [Payment.ID]) -> GoalCreation { Self.keyReused }

  func send() async throws(Trouble) -> SavingsGoal.ID {
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
      throw .unreadable("the goal's id is not in it", isCut: false)
    }
    return id
  }

  func look(
    _ booked: BookedOrder, _ known: Known, _ tally: inout PatienceTally
  ) async throws -> Look<GoalCreation> {
    let account = try await bank.account(account)
    let listed = try await bank.requester.ask(
      Starling.GetSavingsGoals(account: account.id.text), &tally)
    let like = bank.goals(listed, of: account).filter { goal in
      !known.contains(goal.id) && goal.name == order.name && goal.target == order.target
    }
    let taken = try bank.orders.made(among: like.map(\.id.text))
    guard let goal = like.first(where: { !taken.contains($0.id.text) }) else { return .notThere }
    return .found(Made(answer: .created(goal), id: goal.id.text))
  }

  func made(
    by id: SavingsGoal.ID, _ booked: BookedOrder, _ known: Known, _ tally: inout PatienceTally
  ) async throws -> Made<GoalCreation> {
    let currency = try await bank.account(account).currency
    let goal: SavingsGoal?
    do throws(Trouble) {
      let answer = try await bank.requester.ask(
        Starling.GetSavingsGoal(account: account.text, goal: id.text), &tally)
      goal = SavingsGoal(answer, currency: currency)
    } catch {
      // It is made; that it cannot be read is the next reader's trouble.
      goal = nil
    }
    let made =
      goal
      ?? SavingsGoal(
        id: id, name: order.name, target: order.target, totalSaved: .zero(currency), state: .active)
    return Made(answer: .created(made), id: id.text)
  }

  func answer(
    to failure: Starling.Failure, _ tally: inout PatienceTally
  ) async throws -> GoalCreation? {
    guard failure.codes.contains(.currencyMismatch) else { return nil }
    return .refused(.currencyMismatch(expected: try await bank.account(account).currency))
  }
}
