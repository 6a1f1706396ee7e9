import Bank
import BankTestSupport
import EmbeddedBank
import Money
import Testing

struct SavingsGoalTests {
  @Test(
    arguments: [
      (0, 500_00, 0), (120_70, 500_00, 24), (499_99, 500_00, 99), (500_00, 500_00, 100),
      (700_00, 500_00, 100), (Int64.max - 1, Int64.max, 99), (Int64.max, 1, 100),
    ] as [(Int64, Int64, Int)])
  func `caps its percentage at the target`(saved: Int64, target: Int64, percentage: Int) throws {
    let goal = try goal(saved: saved, target: try pounds(target))
    #expect(goal.savedPercentage == percentage)
  }

  @Test func `has no percentage without a target`() throws {
    #expect(try goal(saved: 1, target: nil).savedPercentage == nil)
    #expect(try goal(saved: 1, target: try pounds(0)).savedPercentage == nil)
  }

  @Test func `is open to money only while it is active`() throws {
    #expect(try goal(saved: 0, target: nil).isActive)
    #expect(try !goal(saved: 0, target: nil, state: .archived).isActive)
    #expect(try !goal(saved: 0, target: nil, state: .init(rawValue: "NEW_WORD")).isActive)
  }

  private func goal(
    saved: Int64, target: Money?, state: SavingsGoal.State = .active
  ) throws -> SavingsGoal {
    SavingsGoal(
      id: try #require(SavingsGoal.ID(uuid(1))), name: "Trip", target: target,
      totalSaved: try pounds(saved), state: state)
  }
}
