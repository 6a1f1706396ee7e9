import Bank
import BankClient
import BankTestSupport
import FoundationEssentials
import Money
import Testing

/// What every bank promises of goals.
@Suite struct GoalContractTests {
  @Test(arguments: World.Kind.allCases)
  func `a goal is made once for a key`(_ kind: World.Kind) async throws {
    try await World.with(kind) { world in
      let order = GoalOrder(
        key: uuid(1), account: world.account.id, name: "Trip 🏔", target: world.money(500_00))
      let made = try await world.bank.createGoal(order)
      guard case .created(let goal) = made else { throw Unexpected() }
      #expect(goal.name == "Trip 🏔")
      #expect(goal.target == world.money(500_00))
      #expect(goal.totalSaved == world.money(0))
      #expect(goal.isActive)
      _ = try await world.bank.move(world.order(1, goal.id))
      // As it was just after it was made.
      #expect(try await world.bank.createGoal(order) == made)
      #expect(try await world.bank.goals(of: world.account.id).map(\.id) == [goal.id])
    }
  }

  @Test(arguments: World.Kind.allCases)
  func `two goals of one name are two, and the oldest comes first`(_ kind: World.Kind) async throws
  {
    try await World.with(kind) { world in
      let made = [
        try await world.goal("Trip", key: uuid(1, "e")),
        try await world.goal("Trip", key: uuid(2, "e")),
        try await world.goal("Car", key: uuid(3, "e")),
      ]
      #expect(Set(made.map(\.id)).count == 3)
      #expect(try await world.bank.goals(of: world.account.id) == made)
    }
  }

  @Test(arguments: World.Kind.allCases)
  func `an open-ended goal has no target`(_ kind: World.Kind) async throws {
    try await World.with(kind) { world in
      let order = GoalOrder(key: uuid(1), account: world.account.id, name: "Someday", target: nil)
      guard case .created(let goal) = try await world.bank.createGoal(order) else {
        throw Unexpected()
      }
      #expect(goal.target == nil)
      #expect(try await world.bank.goals(of: world.account.id) == [goal])
    }
  }

  @Test(arguments: World.Kind.allCases)
  func `what no goal can be is refused`(_ kind: World.Kind) async throws {
    try await World.with(kind) { world in
      let euro = Money(minorUnits: 1, currency: try currency("EUR"))
      let long = String(repeating: "x", count: 256)
      let refused: [(String, Money?, GoalRefusal)] = [
        ("", nil, .nameLength(length: 0, limit: 255)),
        ("  ", nil, .nameBlank),
        (long, nil, .nameLength(length: 256, limit: 255)),
        ("a\nb", nil, .nameUnprintable),
        ("Trip", world.money(0), .targetNotPositive),
        ("Trip", euro, .currencyMismatch(expected: world.account.currency)),
      ]
      for (number, (name, target, refusal)) in refused.enumerated() {
        let order = GoalOrder(
          key: uuid(number), account: world.account.id, name: name, target: target)
        #expect(try await world.bank.createGoal(order) == .refused(refusal))
        #expect(try await world.bank.createGoal(order) == .refused(refusal))
      }
      let longest = GoalOrder(
        key: uuid(100), account: world.account.id, name: String(long.dropLast()), target: nil)
      guard case .created = try await world.bank.createGoal(longest) else { throw Unexpected() }
      #expect(try await world.bank.goals(of: world.account.id).count == 1)
    }
  }

  @Test(arguments: World.Kind.allCases)
  func `what is in a deleted goal comes back, once`(_ kind: World.Kind) async throws {
    try await World.with(kind) { world in
      let goal = try await world.goal()
      _ = try await world.bank.move(world.order(30_00, goal.id))
      let order = GoalDeletion(key: uuid(2), account: world.account.id, goal: goal.id)
      let deleted = try await world.bank.deleteGoal(order)
      #expect(deleted == .deleted(returned: world.money(30_00)))
      #expect(try await world.bank.deleteGoal(order) == deleted)
      #expect(try await world.bank.goals(of: world.account.id).isEmpty)
      #expect(try await world.bank.balance(of: world.account.id).effective == world.money(100_00))
      let again = GoalDeletion(key: uuid(3), account: world.account.id, goal: goal.id)
      #expect(try await world.bank.deleteGoal(again) == .refused(.unknownGoal))
      #expect(
        try await world.bank.move(world.order(1, goal.id, key: uuid(4))) == .refused(.unknownGoal))
      #expect(try await world.moves().count == 2)
    }
  }

  @Test(arguments: World.Kind.allCases)
  func `an empty goal is deleted as well`(_ kind: World.Kind) async throws {
    try await World.with(kind) { world in
      let goal = try await world.goal()
      let order = GoalDeletion(key: uuid(2), account: world.account.id, goal: goal.id)
      #expect(try await world.bank.deleteGoal(order) == .deleted(returned: world.money(0)))
      #expect(try await world.moves().isEmpty)
    }
  }
}
