public import Bank
import BankServices
public import BankSteps
public import Flowline
import Money

/// The texts of this feature.
let texts = TextCatalog(PackageResources.CreateGoal_xcstrings)

/// Makes a savings goal: asks for its account, name and target, and has it confirmed.
///
/// Saying no at the end cancels the flow as declined. If the bank refuses the goal, a page says why,
/// and what can be put right is asked again.
///
/// It has two variants, which differ only in front ends that have pages: one asks for name and target
/// on one page, the other asks one question at a time.
public struct CreateGoalFlow: Flow {
  /// How name and target are asked for.
  public enum Variant: FlowID, Sendable, CaseIterable {
    /// On one page.
    case onOnePage = "create-goal"
    /// One question at a time.
    case inTurn = "create-goal-in-turn"
  }

  public var id: FlowID { variant.rawValue }
  public var title: Text { texts("create-goal.title") }
  public var catalog: TextCatalog? { texts }
  /// The name, the target and the confirmation, after the account if it is not known.
  public var steps: ClosedRange<Int>? { access.steps(3...3) }

  private let access: BankAccess
  private let variant: Variant

  /// Makes the flow, about the account of the access.
  public init(at access: BankAccess, _ variant: Variant = .onOnePage) {
    self.access = access
    self.variant = variant
  }

  public func words(for goal: SavingsGoal) -> Text? { texts("result", goal.name, goal.savedText) }

  public func run(_ context: FlowContext) async throws -> SavingsGoal {
    let bank = context.at(access)
    let account = try await bank.account()
    while true {
      let goal = try await newGoal(for: account, context)
      try await context.confirm("confirm") {
        Row("name", goal.name)
        Row("target", goal.target)
        Row("account", account.name)
      }
      let order = GoalOrder(
        key: bank.makeOrderKey(), account: account.id, name: goal.name, target: goal.target)
      switch try await bank.order("goal", of: order, { try await $0.createGoal($1) }) {
      case .created(let goal): return goal
      case .refused(let refusal):
        try await context.show("refused") { Row(refusal.text, mark: .failure) }
        guard refusal.canBePutRight else { throw FlowCancelled(.declined) }
      }
    }
  }

  private func newGoal(for account: Account, _ context: FlowContext) async throws -> NewGoal {
    switch variant {
    case .onOnePage:
      try await context.run(
        Form("goal-details", title) { page in
          let name = page.ask(NewGoal.nameScreen)
          let target = page.ask(NewGoal.targetScreen(for: account))
          guard let name, let target else { return nil }
          return NewGoal(name: name, target: target)
        })
    case .inTurn:
      NewGoal(
        name: try await context.run(NewGoal.nameScreen),
        target: try await context.run(NewGoal.targetScreen(for: account)))
    }
  }
}

extension GoalRefusal {
  /// Whether another name or target may do.
  fileprivate var canBePutRight: Bool {
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
