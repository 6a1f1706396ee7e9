import Bank
import BankServices
import BankSteps
import CreateGoalFeature
import Flowline
import FlowlineTesting
import SampleBank
import Testing

/// A flow that ships, in two variants that nobody can tell apart.
struct ParityTests {
  /// Makes a goal inside another flow, in a place of its own.
  private struct NestedCreateGoal: Flow {
    let id: FlowID = "nested"
    let access: BankAccess

    func run(_ context: FlowContext) async throws -> SavingsGoal {
      try await context.run(CreateGoalFlow(at: access).presented(.modal))
    }
  }

  @Test(arguments: try ScriptCase.all(in: "../../Flows/Bank/CreateGoal/Scripts"))
  func `a goal is made in the same way by itself and inside another flow`(script: ScriptCase) {
    script.expectParity(between: "create-goal", and: "nested") { environment in
      let access = BankAccess(BankServices(try SampleBank.make(in: environment)))
      var catalog = FlowCatalog()
      catalog.add(
        "create-goal", title: "create-goal", summary: "",
        variants: [CreateGoalFlow(at: access), NestedCreateGoal(access: access)],
        choosing: VariantRule { _ in "create-goal" })
      return catalog
    }
  }
}
