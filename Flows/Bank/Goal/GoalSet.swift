import Bank
import BankServices
import BankSteps
import DataSets
import Flowline

/// The goals of an account, as a flow reads and shows them.
struct GoalSet {
  let access: BankAccess
  let account: Account
  let context: FlowContext

  private var service: BankDataSet<[SavingsGoal]> { access.services.goals(of: account.id) }

  /// Reads the goals, as the step `goals`.
  nonisolated(nonsending) func read(
    orShowing earlier: BankSnapshot<[SavingsGoal]>? = nil,
    _ read:
      @escaping @Sendable (
        BankDataSet<[SavingsGoal]>
      ) async throws -> BankSnapshot<[SavingsGoal]>
  ) async throws -> BankSnapshot<[SavingsGoal]> {
    try await context.read(
      "goals", at: access, orShowing: earlier
    ) { [service] in try await read(service) }
  }

  /// Shows a goal and asks what is to be done; nothing where all is to be read again.
  nonisolated(nonsending) func choose(
    _ goal: SavingsGoal, of known: inout BankSnapshot<[SavingsGoal]>
  ) async throws -> DetailsPage.Choice? {
    try await context.choose(
      from: &known, at: access, whichChanges: { [service] in try await service.change(after: $0) }
    ) { known, mark in
      let goal = known.value.first { $0.id == goal.id } ?? goal
      return DetailsPage(goal: goal, account: account, mark: mark).screen
    }
  }

  /// The goal that is given, or one that is asked for.
  ///
  /// - Throws: ``FlowCancelled`` if there is none, after a page that says so.
  nonisolated(nonsending) func goal(
    _ given: SavingsGoal.ID?, of known: inout BankSnapshot<[SavingsGoal]>
  ) async throws -> SavingsGoal.ID {
    if let given { return given }
    while !known.value.isEmpty {
      let chosen: SavingsGoal.ID? = try await context.choose(
        from: &known, at: access, whichChanges: { [service] in try await service.change(after: $0) }
      ) { known, mark in
        let menu = Menu(known.value.map { Menu.Thing($0.name, detail: $0.savedText, means: $0.id) })
        return ChoiceScreen("goal", options: menu.options(in: context.environment), page: mark)
      }
      if let chosen { return chosen }
      known = try await read { try await $0.reload(.soft) }
    }
    try await context.show("no-goals") { Row("make-one") }
    throw FlowCancelled(.declined)
  }
}
