public import Bank
public import BankDesk
import BankServices
public import Flowline

/// Makes a savings goal: asks for its account, name and target, and has it confirmed.
///
/// Saying no at the end cancels the flow as declined. Where the bank refuses the goal, a page says
/// why, and what can be put right is asked again.
public struct CreateGoalFlow: Flow {
  public let id: FlowID = "create-goal"
  public var title: Text { texts("flow.title") }
  /// One line about what the flow is for.
  public static var summary: Text { texts("flow.summary") }
  /// The account where it is not known, the name, the target and the confirmation.
  public var steps: ClosedRange<Int>? { account == nil ? 4...4 : 3...3 }

  private let desk: Desk
  private let account: Account?

  /// Makes the flow.
  ///
  /// - Parameter account: the account that the goal is for; asked for where none is given.
  public init(at desk: Desk, account: Account? = nil) {
    self.desk = desk
    self.account = account
  }

  public func run(_ context: FlowContext) async throws -> SavingsGoal {
    let account = try await givenOrChosenAccount(context)
    while true {
      let goal = try await context.run(GoalForm.make(for: account))
      guard try await context.run(ConfirmPage.make(of: goal, for: account)) else {
        throw FlowCancelled(.declined)
      }
      let order = GoalOrder(
        key: context.makeOrderKey(), account: account.id, name: goal.name, target: goal.target)
      let creation = try await context.order(
        "goal", title: texts("goal.making"), of: order, at: desk
      ) { [desk] order in
        try await desk.services.bank.createGoal(order)
      }
      switch creation {
      case .created(let goal): return goal
      case .refused(let refusal):
        _ = try await context.run(RefusalPage.make(of: refusal))
        guard refusal.canBePutRight else { throw FlowCancelled(.declined) }
      }
    }
  }

  private func givenOrChosenAccount(_ context: FlowContext) async throws -> Account {
    if let account { return account }
    return try await context.chooseAccount(at: desk, asking: texts("account.question"))
  }
}
