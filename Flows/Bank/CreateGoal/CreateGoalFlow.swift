import Bank
import Flowline
import Money
import ServiceSteps

/// Makes a savings goal: asks for its account, name and target, and has it confirmed.
///
/// Saying no at the end cancels the flow as declined. If the bank refuses the goal, a page says why,
/// and what can be put right is asked again.
struct CreateGoalFlow: BankFlow {
  /// How name and target are asked for: it makes a difference only to front ends that have pages.
  enum Variant: FlowID, CaseIterable {
    case onOnePage = "create-goal"
    /// One question at a time.
    case inTurn = "create-goal-in-turn"
  }

  static let texts = TextCatalog(PackageResources.CreateGoal_xcstrings)
  var id: FlowID { variant.rawValue }
  var title: Text { texts("create-goal.title") }
  /// The name, the target and the confirmation, after the account if it is not known.
  var steps: ClosedRange<Int>? { access.steps(3...3) }
  let access: BankAccess
  var variant = Variant.onOnePage

  func words(for goal: SavingsGoal) -> Text? { texts("result", goal.name, goal.savedText) }

  func run(_ context: FlowContext) async throws -> SavingsGoal {
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
        try await context.show("refused") { Row(texts("refused", of: refusal), mark: .failure) }
        guard refusal.canBePutRight else { throw FlowCancelled(.declined) }
      }
    }
  }

  /// What is asked for a goal.
  private struct NewGoal: Codable {
    let name: String
    let target: Money
  }

  private func newGoal(for account: Account, _ context: FlowContext) async throws -> NewGoal {
    let nameScreen = TextScreen("name", length: GoalOrder.nameLengths).refusing(Self.longName)
    let targetScreen = AmountScreen("target", in: account.currency)
    switch variant {
    case .onOnePage:
      return try await context.run(
        Form("goal-details", title) { page in
          let name = page.ask(nameScreen)
          let target = page.ask(targetScreen)
          guard let name, let target else { return nil }
          return NewGoal(name: name, target: target)
        })
    case .inTurn:
      return NewGoal(
        name: try await context.run(nameScreen), target: try await context.run(targetScreen))
    }
  }

  /// The screen counts characters as people do; the bank counts UTF-16 units, which may be more.
  @Sendable private static func longName(_ name: String) -> Refusal? {
    let (count, most) = (name.utf16.count, GoalOrder.nameLengths.upperBound)
    guard count > most else { return nil }
    return Refusal(
      .tooLong, arguments: ["count": .integer(Int64(count)), "most": .integer(Int64(most))])
  }
}

extension GoalRefusal {
  /// Whether another name or target may do.
  fileprivate var canBePutRight: Bool { self != .keyReused && self != .unknownAccount }
}
