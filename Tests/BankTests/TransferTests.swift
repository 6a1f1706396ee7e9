import Bank
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import Money
import Testing

struct TransferTests {
  @Test func `enters both legs, the total and the balance together`() async throws {
    let test = try TestBank()
    let goal = try await test.goal()
    let result = try await test.bank.move(test.order(1_58, goal.id))
    guard case .moved(let receipt) = result else { throw Unexpected() }
    #expect(receipt.key == uuid(1))
    #expect(receipt.account == test.account.id)
    #expect(receipt.goal == goal.id)
    #expect(receipt.goalName == "Trip")
    #expect(receipt.amount == test.money(1_58))
    #expect(receipt.totalSaved == test.money(1_58))
    #expect(receipt.movedAt == (try date(TestBank.noon)))

    let leg = try #require(try await test.feed().first)
    #expect(leg.id == receipt.payment)
    #expect(leg.category == test.account.defaultCategory)
    #expect(leg.direction == .outgoing)
    #expect(leg.amount == test.money(1_58))
    #expect(leg.source == .internalTransfer)
    #expect(leg.status == .settled)
    #expect(leg.settlementTime == leg.transactionTime)
    #expect(leg.counterparty == Counterparty(kind: .category, name: "Trip", id: goal.id.text))
    let mirror = try #require(try test.bank.feed(of: goal.id.category).first)
    #expect(mirror.direction == .incoming)
    #expect(mirror.source == .internalTransfer)
    #expect(mirror.amount == leg.amount)
    #expect(mirror.counterparty.id == test.account.defaultCategory.text)

    #expect(try await test.bank.balance(of: test.account.id).cleared == test.money(98_42))
    #expect(try await test.bank.goals(of: test.account.id).map(\.totalSaved) == [test.money(1_58)])
    try test.audited()
  }

  @Test func `moves once for a key, and answers the same again`() async throws {
    let test = try TestBank()
    let goal = try await test.goal()
    let payments = try [4_35, 5_20].map { try test.bank.post(test.payment($0)).id }
    let order = test.order(1_45, goal.id, key: uuid(10, "a"), covering: payments)
    let first = try await test.bank.move(order)
    let reordered = test.order(
      1_45, goal.id, key: uuid(10, "A"), covering: payments.reversed() + payments)
    #expect(try await test.bank.move(order) == first)
    #expect(try await test.bank.move(reordered) == first)
    #expect(try await test.available() == 100_00 - 9_55 - 1_45)
    try test.audited()
  }

  /// The ids of both feed items follow from the key, and from which ids are taken.
  @Test func `is entered whatever ids are taken, under the same ids at every bank`() async throws {
    let keys = ["41", "42", "43", "20"].map { "\($0)000000-0000-4000-8000-000000000000" }
    func items() async throws -> [Payment.ID] {
      let test = try TestBank()
      let goal = try await test.goal()
      var payment = try test.payment(1_00)
      payment.id = Payment.ID("21000000-0000-4000-8000-000000000000")
      try test.bank.post(payment)
      var moved: [TransferResult] = []
      for key in keys {
        moved.append(try await test.bank.move(test.order(1, goal.id, key: key)))
      }
      for (key, result) in zip(keys, moved) {
        guard case .moved(let receipt) = result else { throw Unexpected() }
        #expect(try await test.feed().count { $0.id == receipt.payment } == 1)
        #expect(try await test.bank.move(test.order(1, goal.id, key: key)) == result)
      }
      let items = try await test.feed() + test.bank.feed(of: goal.id.category)
      #expect(Set(items.map(\.id)).count == items.count)
      try test.audited()
      return items.map(\.id)
    }
    let made = try await items()
    #expect(made.count == 2 + 2 * keys.count)
    #expect(try await items() == made)
    // Those that nothing had taken are as they always were.
    #expect(made.contains { $0.text == "40000000-0000-4000-8000-000000000000" })
  }

  @Test func `that another order has made says so, and moves nothing`() async throws {
    let test = try TestBank()
    let goal = try await test.goal()
    func order(_ key: Int) -> TransferOrder {
      TransferOrder(
        key: uuid(key), transfer: uuid(7, "a"), account: test.account.id, goal: goal.id,
        amount: test.money(1_58))
    }
    guard case .moved(let first) = try await test.bank.move(order(1)),
      case .moved(let other) = try await test.bank.move(order(2)),
      case .moved(let again) = try await test.bank.move(order(1))
    else { throw Unexpected() }
    #expect([first, other, again].map(\.wasMovedBefore) == [false, true, false])
    #expect(other.payment == first.payment && other.totalSaved == test.money(1_58))
    #expect(try await test.bank.goals(of: test.account.id).map(\.totalSaved) == [test.money(1_58)])
    // It says what is in the goal now, or if that is gone, what was in it just after.
    _ = try await test.bank.move(test.order(1_00, goal.id, key: uuid(8)))
    guard case .moved(let late) = try await test.bank.move(order(3)) else { throw Unexpected() }
    #expect(late.wasMovedBefore && late.totalSaved == test.money(2_58))
    try test.bank.deleteGoal(goal.id)
    guard case .moved(let last) = try await test.bank.move(order(4)) else { throw Unexpected() }
    #expect(last.wasMovedBefore && last.totalSaved == test.money(1_58))
    try test.audited()
  }

  @Test func `answers the same again when the goal is long gone`() async throws {
    let test = try TestBank()
    let goal = try await test.goal()
    let first = try await test.bank.move(test.order(1_58, goal.id))
    try test.bank.deleteGoal(goal.id)
    #expect(try await test.bank.move(test.order(1_58, goal.id)) == first)
    try test.audited()
  }

  @Test func `refuses a key that was used for something else`() async throws {
    let test = try TestBank()
    let goal = try await test.goal(key: uuid(5))
    let other = try await test.goal("Rain", key: uuid(6))
    let payment = try test.bank.post(test.payment(4_35)).id
    _ = try await test.bank.move(test.order(1_58, goal.id))
    for order in [
      test.order(1_59, goal.id), test.order(1_58, other.id),
      test.order(1_58, goal.id, covering: [payment]),
      test.order(1_58, goal.id, key: uuid(5)),
    ] {
      #expect(try await test.bank.move(order) == .refused(.keyReused))
    }
    #expect(try await test.available() == 100_00 - 4_35 - 1_58)
    try test.audited()
  }

  @Test func `a refusal leaves no trace: the order goes through once it can, and then for good`()
    async throws
  {
    let test = try TestBank(balance: 1_00)
    let goal = try await test.goal()
    let refused = TransferResult.refused(
      .insufficientFunds(available: test.money(1_00), needed: test.money(1_01)))
    #expect(try await test.bank.move(test.order(1_01, goal.id)) == refused)
    try test.bank.post(test.payment(5_00, direction: .incoming))
    let moved = try await test.bank.move(test.order(1_01, goal.id))
    guard case .moved = moved else { throw Unexpected() }
    #expect(try await test.bank.move(test.order(1_01, goal.id)) == moved)
    #expect(try await test.bank.move(test.order(1_02, goal.id)) == .refused(.keyReused))
    try test.audited()
  }

  @Test func `never overdraws, and counts what is pending as gone`() async throws {
    let test = try TestBank(balance: 10_00)
    let goal = try await test.goal()
    try test.bank.post(test.payment(4_00, status: .pending))
    try test.bank.post(test.payment(50_00, direction: .incoming, status: .pending))
    try test.bank.post(test.payment(3_00, status: .upcoming))
    #expect(
      try await test.bank.move(test.order(6_01, goal.id))
        == .refused(.insufficientFunds(available: test.money(6_00), needed: test.money(6_01))))
    guard case .moved = try await test.bank.move(test.order(6_00, goal.id, key: uuid(2))) else {
      throw Unexpected()
    }
    #expect(try await test.available() == 0)
    try test.audited()
  }

  @Test func `refuses when the account is overdrawn already`() async throws {
    let test = try TestBank(balance: 1_00)
    let goal = try await test.goal()
    try test.bank.post(test.payment(3_00))
    #expect(
      try await test.bank.move(test.order(1, goal.id))
        == .refused(.insufficientFunds(available: test.money(-2_00), needed: test.money(1))))
    try test.audited()
  }

  @Test(arguments: [0, -1, .min] as [Int64])
  func `refuses amounts that are not positive`(amount: Int64) async throws {
    let test = try TestBank()
    let goal = try await test.goal()
    #expect(
      try await test.bank.move(test.order(amount, goal.id)) == .refused(.amountMustBePositive))
    try test.audited()
  }

  @Test func `refuses other currencies, unknown goals and goals not in use`() async throws {
    let test = try TestBank()
    let goal = try await test.goal()
    let euro = TransferOrder(
      key: uuid(2), account: test.account.id, goal: goal.id,
      amount: Money(minorUnits: 1, currency: try currency("EUR")))
    #expect(
      try await test.bank.move(euro)
        == .refused(.currencyMismatch(expected: test.account.currency)))
    let nowhere = try #require(SavingsGoal.ID(uuid(99)))
    #expect(
      try await test.bank.move(test.order(1, nowhere, key: uuid(3))) == .refused(.unknownGoal))
    try test.bank.archiveGoal(goal.id)
    #expect(
      try await test.bank.move(test.order(1, goal.id, key: uuid(4)))
        == .refused(.goalNotActive(state: .archived)))
    try test.bank.deleteGoal(goal.id)
    #expect(
      try await test.bank.move(test.order(1, goal.id, key: uuid(5))) == .refused(.unknownGoal))
    try test.audited()
  }

  @Test func `refuses the goal of another account`() async throws {
    let test = try TestBank()
    let other = try test.bank.open(
      NewAccount(handle: "other", name: "Other", currency: test.account.currency))
    let order = GoalOrder(key: uuid(7), account: other.id, name: "Theirs", target: nil)
    guard case .created(let goal) = try await test.bank.createGoal(order) else {
      throw Unexpected()
    }
    #expect(try await test.bank.move(test.order(1, goal.id)) == .refused(.unknownGoal))
    try test.audited()
  }

  @Test func `never covers a payment twice, whatever the key`() async throws {
    let test = try TestBank()
    let goal = try await test.goal()
    let payments = try [4_35, 5_20, 87].map { try test.bank.post(test.payment($0)).id }
    _ = try await test.bank.move(
      test.order(1_45, goal.id, covering: Array(payments.prefix(2))))
    let all: Range<Date> = .distantPast ..< .distantFuture
    let covered = try await test.bank.coveredPayments(of: test.account.id, in: all)
    #expect(covered == Set(payments.prefix(2)))
    #expect(
      try await test.bank.move(
        test.order(93, goal.id, key: uuid(2), covering: [payments[2], payments[1]]))
        == .refused(.alreadyCovered(payments: [payments[1]])))
    #expect(try await test.bank.coveredPayments(of: test.account.id, in: all) == covered)
    try test.audited()
  }

  @Test func `covers none but payments of the account's main category`() async throws {
    let test = try TestBank()
    let goal = try await test.goal()
    _ = try await test.bank.move(test.order(1_00, goal.id))
    let inGoal = try #require(try test.bank.feed(of: goal.id.category).first).id
    let nowhere = try #require(Payment.ID(uuid(99)))
    #expect(
      try await test.bank.move(
        test.order(1, goal.id, key: uuid(2), covering: [nowhere, inGoal]))
        == .refused(.unknownPayments(payments: [inGoal, nowhere].sorted())))
    try test.audited()
  }

  @Test func `throws where there is no such account`() async throws {
    let test = try TestBank()
    let nobody = try #require(Account.ID(uuid(99)))
    let goal = try #require(SavingsGoal.ID(uuid(98)))
    let order = TransferOrder(key: uuid(1), account: nobody, goal: goal, amount: test.money(1))
    await #expect(throws: BankError.unknownAccount(nobody)) { try await test.bank.move(order) }
    await #expect(throws: BankError.unknownAccount(nobody)) {
      try await test.bank.balance(of: nobody)
    }
    await #expect(throws: BankError.unknownAccount(nobody)) {
      try await test.bank.goals(of: nobody)
    }
    await #expect(throws: BankError.unknownAccount(nobody)) {
      try await test.bank.payments(of: nobody, in: .distantPast ..< .distantFuture)
    }
  }
}
