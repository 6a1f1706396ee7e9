public import Bank
import BankServices
public import BankSteps
public import Flowline
import Money

/// Makes a savings goal: asks for its account, name and target, and has it confirmed.
///
/// Saying no at the end cancels the flow as declined. If the bank refuses the goal, a page says why,
/// and what can be put right is asked again.
public struct CreateGoalFlow: Flow {
  /// The name under which links, scripts and journals have the flow.
  public let id: FlowID = "create-goal"
  /// The texts of `CreateGoal.xcstrings`.
  public var catalog: TextCatalog? { texts }
  /// The account if it is not known, the name, the target and the confirmation.
  public var steps: ClosedRange<Int>? { account == nil ? 4...4 : 3...3 }

  private let access: BankAccess
  private let account: Account?

  /// Makes the flow.
  ///
  /// - Parameter account: the account that the goal is for; asked for if it is nil.
  public init(at access: BankAccess, account: Account? = nil) {
    self.access = access
    self.account = account
  }

  /// The goal's name, and how much is saved of its target.
  public func words(for goal: SavingsGoal) -> Text? { texts("result", goal.name, goal.savedText) }

  /// Asks for the goal, has it confirmed and orders it; asks again for what the bank refused.
  public func run(_ context: FlowContext) async throws -> SavingsGoal {
    let account = try await context.account(account, at: access)
    while true {
      let goal = try await context.run(GoalForm.make(for: account))
      try await context.confirm("confirm") {
        Row("name", goal.name)
        Row("target", goal.target)
        Row("account", account.name)
      }
      let order = GoalOrder(
        key: context.makeOrderKey(), account: account.id, name: goal.name, target: goal.target)
      switch try await context.order("goal", of: order, at: access, { try await $0.createGoal($1) })
      {
      case .created(let goal): return goal
      case .refused(let refusal):
        try await context.show("refused") { refusal.text }
        guard refusal.canBePutRight else { throw FlowCancelled(.declined) }
      }
    }
  }
}

/// What the form of a goal asks for.
struct NewGoal: Sendable, Hashable, Codable {
  let name: String
  let target: Money
}

/// Asks for what a goal is: one page in a front end that has pages.
enum GoalForm {
  static func make(for account: Account) -> Form<NewGoal> {
    Form("goal-details", texts("create-goal.title")) { page in
      let name = page.ask(
        TextScreen("name", length: GoalOrder.nameLengths).refusing(lengthRefusal))
      let target = page.ask(AmountScreen("target", in: account.currency))
      guard let name, let target else { return nil }
      return NewGoal(name: name, target: target)
    }
  }

  /// The screen counts characters as people do; the bank counts UTF-16 units, which may be more.
  @Sendable private static func lengthRefusal(of name: String) -> Refusal? {
    let (count, most) = (name.utf16.count, GoalOrder.nameLengths.upperBound)
    guard count > most else { return nil }
    return Refusal(
      .tooLong, arguments: ["count": .integer(Int64(count)), "most": .integer(Int64(most))])
  }
}

extension GoalRefusal {
  /// Whether another name or target may do.
  var canBePutRight: Bool {
    switch self {
    case .nameLength, .nameUnprintable, .targetNotPositive, .currencyMismatch: true
    case .keyReused, .unknownAccount: false
    }
  }

  fileprivate var text: Text {
    switch self {
    case .nameLength(_, let limit): texts("refused.name-length", limit)
    case .nameUnprintable: texts("refused.name-unprintable")
    case .targetNotPositive: texts("refused.target-not-positive")
    case .currencyMismatch(let expected): texts("refused.currency", expected.code)
    case .keyReused: texts("refused.key-reused")
    case .unknownAccount: texts("refused.unknown-account")
    }
  }
}
