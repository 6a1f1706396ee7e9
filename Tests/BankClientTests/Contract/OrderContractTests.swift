import Bank
import BankClient
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import Money
import Testing

/// What every bank promises of orders: the embedded one, and one over HTTP.
@Suite struct OrderContractTests {
  @Test(arguments: World.Kind.allCases)
  func `a move goes out of the main category and into the goal`(_ kind: World.Kind) async throws {
    try await World.with(kind) { world in
      let goal = try await world.goal()
      let result = try await world.bank.move(world.order(1_58, goal.id))
      guard case .moved(let receipt) = result else { throw Unexpected() }
      #expect(receipt.key == uuid(1))
      #expect(receipt.account == world.account.id)
      #expect(receipt.goal == goal.id)
      #expect(receipt.goalName == "Trip")
      #expect(receipt.amount == world.money(1_58))
      #expect(receipt.totalSaved == world.money(1_58))
      #expect(receipt.movedAt == (try date(noon)))

      let item = try #require(try await world.feed().first)
      #expect(item.id == receipt.payment)
      #expect(item.direction == .outgoing)
      #expect(item.source == .internalTransfer)
      #expect(item.counterparty == Counterparty(kind: .category, name: "Trip", id: goal.id.text))
      #expect(try await world.bank.balance(of: world.account.id).effective == world.money(98_42))
      #expect(try await world.bank.goals(of: world.account.id).first?.totalSaved == receipt.amount)
    }
  }

  @Test(arguments: World.Kind.allCases)
  func `the same order again has the same answer, and moves nothing`(
    _ kind: World.Kind
  ) async throws {
    try await World.with(kind) { world in
      let goal = try await world.goal()
      let first = try await world.bank.move(world.order(1_58, goal.id))
      _ = try await world.bank.move(world.order(2_00, goal.id, key: uuid(2)))
      let shouted = world.order(1_58, goal.id, key: uuid(1).uppercased())
      #expect(try await world.bank.move(world.order(1_58, goal.id)) == first)
      #expect(try await world.bank.move(shouted) == first)
      #expect(try await world.moves().count == 2)
    }
  }

  @Test(arguments: World.Kind.allCases)
  func `a key is good for one order`(_ kind: World.Kind) async throws {
    try await World.with(kind) { world in
      let goal = try await world.goal()
      _ = try await world.bank.move(world.order(1_58, goal.id))
      let others = [
        world.order(1_59, goal.id), world.order(1_58, goal.id, direction: .outOfGoal),
      ]
      for other in others {
        #expect(try await world.bank.move(other) == .refused(.keyReused))
      }
      let named = GoalOrder(key: uuid(1), account: world.account.id, name: "Car", target: nil)
      #expect(try await world.bank.createGoal(named) == .refused(.keyReused))
      let deletion = GoalDeletion(key: uuid(1), account: world.account.id, goal: goal.id)
      #expect(try await world.bank.deleteGoal(deletion) == .refused(.keyReused))
      #expect(try await world.moves().count == 1)
      #expect(try await world.bank.goals(of: world.account.id).count == 1)
    }
  }

  @Test(arguments: World.Kind.allCases)
  func `money comes out of a goal again`(_ kind: World.Kind) async throws {
    try await World.with(kind) { world in
      let goal = try await world.goal()
      _ = try await world.bank.move(world.order(10_00, goal.id))
      let result = try await world.bank.move(
        world.order(4_00, goal.id, key: uuid(2), direction: .outOfGoal))
      guard case .moved(let receipt) = result else { throw Unexpected() }
      #expect(receipt.totalSaved == world.money(6_00))
      let item = try #require(try await world.feed().first { $0.id == receipt.payment })
      #expect(item.direction == .incoming)
      #expect(
        try await world.bank.move(
          world.order(6_01, goal.id, key: uuid(3), direction: .outOfGoal))
          == .refused(
            .insufficientFunds(available: world.money(6_00), needed: world.money(6_01))))
    }
  }

  @Test(arguments: World.Kind.allCases)
  func `what may be expected to be refused comes as a value`(_ kind: World.Kind) async throws {
    try await World.with(kind) { world in
      let goal = try await world.goal()
      let archived = try await world.goal("Old", key: uuid(2, "e"))
      try world.books.archiveGoal(archived.id)
      let unknown = try #require(SavingsGoal.ID(uuid(9, "c")))
      let euro = TransferOrder(
        key: uuid(7), account: world.account.id, goal: goal.id,
        amount: Money(minorUnits: 1, currency: try currency("EUR")))
      let expected: [(TransferOrder, TransferRefusal)] = [
        (
          world.order(100_01, goal.id, key: uuid(1)),
          .insufficientFunds(available: world.money(100_00), needed: world.money(100_01))
        ),
        (world.order(1, unknown, key: uuid(2)), .unknownGoal),
        (world.order(1, archived.id, key: uuid(3)), .goalNotActive(state: .archived)),
        (world.order(0, goal.id, key: uuid(4)), .amountMustBePositive),
        (world.order(-1, goal.id, key: uuid(5)), .amountMustBePositive),
        (euro, .currencyMismatch(expected: world.account.currency)),
      ]
      for (order, refusal) in expected {
        #expect(try await world.bank.move(order) == .refused(refusal))
        #expect(try await world.bank.move(order) == .refused(refusal))
      }
      #expect(try await world.moves().isEmpty)
      #expect(try await world.available() == 100_00)
    }
  }

  @Test(arguments: World.Kind.allCases)
  func `a refusal leaves no trace: the order goes through once it can`(
    _ kind: World.Kind
  ) async throws {
    try await World.with(kind, balance: 1_00) { world in
      let goal = try await world.goal()
      guard case .refused = try await world.bank.move(world.order(1_01, goal.id)) else {
        throw Unexpected()
      }
      try world.books.post(world.payment(50_00, direction: .incoming))
      let moved = try await world.bank.move(world.order(1_01, goal.id))
      guard case .moved = moved else { throw Unexpected() }
      #expect(try await world.bank.move(world.order(1_01, goal.id)) == moved)
      #expect(try await world.moves().count == 1)
    }
  }

  @Test(arguments: World.Kind.allCases)
  func `of orders that share a transfer one is carried out, whatever they cover`(
    _ kind: World.Kind
  ) async throws {
    try await World.with(kind) { world in
      let goal = try await world.goal()
      let shared = uuid(7, "a")
      func order(_ key: Int, _ amount: Int64) -> TransferOrder {
        TransferOrder(
          key: uuid(key), transfer: shared, account: world.account.id, goal: goal.id,
          amount: world.money(amount))
      }
      guard case .moved(let receipt) = try await world.bank.move(order(1, 1_58)) else {
        throw Unexpected()
      }
      #expect(receipt.amount == world.money(1_58))
      #expect(try await world.bank.move(order(2, 2_00)) == .refused(.keyReused))
      guard case .moved = try await world.bank.move(order(3, 1_58)) else { throw Unexpected() }
      #expect(try await world.moves().count == 1)
    }
  }

  @Test(arguments: World.Kind.allCases)
  func `no payment is covered twice, whatever the key`(_ kind: World.Kind) async throws {
    try await World.with(kind) { world in
      let goal = try await world.goal()
      let ids = try [4_35, 5_20, 87].map { try world.books.post(world.payment($0)).id }
      let all: Range<Date> = .distantPast ..< .distantFuture
      let first = try await world.bank.move(world.order(1_45, goal.id, covering: [ids[1], ids[0]]))
      guard case .moved = first else { throw Unexpected() }
      let covered = try await world.bank.coveredPayments(of: world.account.id, in: all)
      #expect(covered == [ids[0], ids[1]])
      #expect(
        try await world.bank.move(world.order(93, goal.id, key: uuid(2), covering: ids))
          == .refused(.alreadyCovered(payments: [ids[0], ids[1]].sorted())))
      guard
        case .moved = try await world.bank.move(
          world.order(13, goal.id, key: uuid(3), covering: [ids[2]]))
      else { throw Unexpected() }
      // The order of what is covered is of no meaning.
      #expect(
        try await world.bank.move(world.order(1_45, goal.id, covering: [ids[0], ids[1]])) == first)
      #expect(try await world.bank.coveredPayments(of: world.account.id, in: all) == Set(ids))
      let early = all.lowerBound..<(try date("2026-11-19T10:00:00Z"))
      #expect(try await world.bank.coveredPayments(of: world.account.id, in: early) == [])
    }
  }

  @Test(arguments: World.Kind.allCases)
  func `a refused round-up covers nothing`(_ kind: World.Kind) async throws {
    try await World.with(kind, balance: 5_00) { world in
      let goal = try await world.goal()
      let id = try world.books.post(world.payment(4_35)).id
      let refused = try await world.bank.move(world.order(70, goal.id, covering: [id]))
      #expect(
        refused
          == .refused(.insufficientFunds(available: world.money(65), needed: world.money(70))))
      guard
        case .moved = try await world.bank.move(
          world.order(65, goal.id, key: uuid(2), covering: [id]))
      else { throw Unexpected() }
    }
  }

  @Test(arguments: World.Kind.allCases)
  func `only payments of the main category are covered`(_ kind: World.Kind) async throws {
    try await World.with(kind) { world in
      let goal = try await world.goal()
      let stranger = try #require(Payment.ID(uuid(9, "d")))
      let id = try world.books.post(world.payment(4_35)).id
      #expect(
        try await world.bank.move(world.order(65, goal.id, covering: [id, stranger]))
          == .refused(.unknownPayments(payments: [stranger])))
      let nowhere = try #require(SavingsGoal.ID(uuid(9, "c")))
      #expect(
        try await world.bank.move(world.order(65, nowhere, key: uuid(2), covering: [stranger]))
          == .refused(.unknownGoal))
    }
  }

  @Test(arguments: World.Kind.allCases)
  func `an account that is not there is an error`(_ kind: World.Kind) async throws {
    try await World.with(kind) { world in
      let stranger = try #require(Account.ID(uuid(9, "a")))
      let goal = try #require(SavingsGoal.ID(uuid(9, "c")))
      func check(_ work: () async throws -> Void) async {
        let error = await #expect(throws: BankError.self) { try await work() }
        #expect(error?.code == .unknownAccount)
        #expect(error?.account == stranger)
      }
      let order = TransferOrder(
        key: uuid(1), account: stranger, goal: goal, amount: world.money(1))
      await check { _ = try await world.bank.balance(of: stranger) }
      await check {
        _ = try await world.bank.payments(of: stranger, in: .distantPast ..< .distantFuture)
      }
      await check {
        _ = try await world.bank.coveredPayments(of: stranger, in: .distantPast ..< .distantFuture)
      }
      await check { _ = try await world.bank.goals(of: stranger) }
      await check { _ = try await world.bank.move(order) }
      await check {
        _ = try await world.bank.deleteGoal(
          GoalDeletion(key: uuid(2), account: stranger, goal: goal))
      }
      #expect(
        try await world.bank.createGoal(
          GoalOrder(key: uuid(3), account: stranger, name: "Trip", target: nil))
          == .refused(.unknownAccount))
    }
  }
}
