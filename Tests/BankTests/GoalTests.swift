import Bank
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import Money
import ServiceBasics
import Testing

struct GoalTests {
  @Test func `is made once for a key`() async throws {
    let test = try TestBank()
    let order = GoalOrder(
      key: uuid(1), account: test.account.id, name: "Trip", target: test.money(500_00))
    let first = try await test.bank.createGoal(order)
    guard case .created(let goal) = first else { throw Unexpected() }
    #expect(goal.totalSaved == test.money(0))
    #expect(goal.target == test.money(500_00))
    #expect(goal.isActive)
    _ = try await test.bank.move(test.order(1_00, goal.id, key: uuid(2)))
    #expect(try await test.bank.createGoal(order) == first)
    #expect(try await test.bank.goals(of: test.account.id).map(\.id) == [goal.id])
    #expect(try roundTrip(first) == first)
    try test.audited()
  }

  @Test func `is not made with a key that was used for something else`() async throws {
    let test = try TestBank()
    let goal = try await test.goal(key: uuid(1))
    _ = try await test.bank.move(test.order(1_00, goal.id, key: uuid(2)))
    for (key, name, target) in [(1, "Other", 500_00), (1, "Trip", 1), (2, "Trip", 500_00)] {
      let order = GoalOrder(
        key: uuid(key), account: test.account.id, name: name, target: test.money(Int64(target)))
      #expect(try await test.bank.createGoal(order) == .refused(.keyReused))
    }
    #expect(try await test.bank.goals(of: test.account.id).count == 1)
    try test.audited()
  }

  @Test(arguments: [
    ("", 0), (String(repeating: "x", count: 256), 256), (String(repeating: " ", count: 256), 256),
    (String(repeating: "😀", count: 128), 256),
  ])
  func `must have a name of 1 to 255 units`(name: String, length: Int) async throws {
    let test = try TestBank()
    let order = GoalOrder(key: uuid(1), account: test.account.id, name: name, target: nil)
    let result = try await test.bank.createGoal(order)
    #expect(result == .refused(.nameLength(length: length, limit: 255)))
    #expect(
      try CanonicalJSON.text(result)
        == #"{"refused":{"nameLength":{"length":\#(length),"limit":255}}}"#)
    #expect(try await test.bank.goals(of: test.account.id).isEmpty)
  }

  @Test(arguments: [" ", "   ", "\n", "\u{a0}\u{2003}", String(repeating: " ", count: 255)])
  func `must not have a name of spaces alone`(name: String) async throws {
    let test = try TestBank()
    let order = GoalOrder(key: uuid(1), account: test.account.id, name: name, target: nil)
    let result = try await test.bank.createGoal(order)
    #expect(result == .refused(.nameBlank))
    #expect(try CanonicalJSON.text(result) == #"{"refused":{"nameBlank":{}}}"#)
    #expect(try roundTrip(result) == result)
    #expect(try await test.bank.goals(of: test.account.id).isEmpty)
  }

  @Test(arguments: [
    "x", "Поездка 🏔", "'; DROP TABLE goal; --", String(repeating: "x", count: 255), "👩‍👩‍👧 сёстры",
  ])
  func `may have any other name`(name: String) async throws {
    let test = try TestBank()
    let order = GoalOrder(key: uuid(1), account: test.account.id, name: name, target: nil)
    guard case .created(let goal) = try await test.bank.createGoal(order) else {
      throw Unexpected()
    }
    #expect(goal.name == name)
    #expect(try await test.bank.goals(of: test.account.id) == [goal])
  }

  @Test(arguments: ["a\nb", "\u{1B}[2J", "\u{0}a", "tab\t"])
  func `must not have a name with control characters`(name: String) async throws {
    let test = try TestBank()
    let order = GoalOrder(key: uuid(1), account: test.account.id, name: name, target: nil)
    #expect(try await test.bank.createGoal(order) == .refused(.nameUnprintable))
  }

  @Test(arguments: [0, -1] as [Int64])
  func `must have a target above zero, if any`(target: Int64) async throws {
    let test = try TestBank()
    let order = GoalOrder(
      key: uuid(1), account: test.account.id, name: "Trip", target: test.money(target))
    #expect(try await test.bank.createGoal(order) == .refused(.targetNotPositive))
  }

  @Test func `must have the account's currency and an account`() async throws {
    let test = try TestBank()
    let euro = Money(minorUnits: 1, currency: try currency("EUR"))
    let abroad = GoalOrder(key: uuid(1), account: test.account.id, name: "Trip", target: euro)
    #expect(
      try await test.bank.createGoal(abroad)
        == .refused(.currencyMismatch(expected: test.account.currency)))
    let nobody = GoalOrder(
      key: uuid(2), account: try #require(Account.ID(uuid(9))), name: "Trip", target: nil)
    #expect(try await test.bank.createGoal(nobody) == .refused(.unknownAccount))
  }

  @Test func `has an id that follows from its account, and is the next one if that is taken`()
    async throws
  {
    /// The ids of goals of two accounts whose ids differ in what counts the goals.
    func ids() async throws -> [SavingsGoal.ID] {
      let test = try TestBank()
      let id = test.account.id.text.replacing("-0000-4000-", with: "-0001-4000-")
      let other = try test.bank.open(
        NewAccount(
          id: Account.ID(id), handle: "other", name: "Other",
          currency: test.account.currency))
      var ids: [SavingsGoal.ID] = []
      for (number, account) in [test.account, other, test.account, other].enumerated() {
        for part in 0..<3 {
          let order = GoalOrder(
            key: uuid(10 * number + part), account: account.id, name: "Trip", target: nil)
          guard case .created(let goal) = try await test.bank.createGoal(order) else {
            throw Unexpected()
          }
          ids.append(goal.id)
        }
      }
      try test.audited()
      return ids
    }
    let made = try await ids()
    #expect(Set(made).count == 12)
    #expect(try await ids() == made)
    #expect(made.first?.text == "13000000-0001-4000-8000-000000000001")
  }

  @Test func `is never of an account's own category`() async throws {
    let test = try TestBank()
    let main = test.account.defaultCategory
    // The id from which that of a first goal would follow.
    let id = main.text.replacing("10000000-0000-", with: "13000000-0001-")
    let other = try test.bank.open(
      NewAccount(
        id: Account.ID(id), handle: "other", name: "Other",
        currency: test.account.currency))
    let order = GoalOrder(key: uuid(1), account: other.id, name: "Trip", target: nil)
    guard case .created(let goal) = try await test.bank.createGoal(order) else {
      throw Unexpected()
    }
    #expect(goal.id.category != main)
    let error = #expect(throws: BankError.self) {
      try test.bank.open(
        NewAccount(
          defaultCategory: goal.id.category, handle: "third", name: "Third",
          currency: test.account.currency))
    }
    #expect(error?.code == .invalidRecord)
    try test.audited()
  }

  @Test(arguments: [true, false])
  func `gives its money back when it is closed`(isDeleted: Bool) async throws {
    let test = try TestBank()
    let goal = try await test.goal()
    _ = try await test.bank.move(test.order(60_00, goal.id))
    #expect(try await test.available() == 40_00)
    try isDeleted ? test.bank.deleteGoal(goal.id) : test.bank.archiveGoal(goal.id)
    #expect(try await test.available() == 100_00)
    let back = try #require(try await test.feed().first)
    #expect(back.direction == .incoming)
    #expect(back.source == .internalTransfer)
    #expect(back.counterparty.name == "Trip")
    #expect(back.amount == test.money(60_00))
    let left = try await test.bank.goals(of: test.account.id)
    #expect(left.map(\.state) == (isDeleted ? [] : [.archived]))
    #expect(left.allSatisfy { $0.totalSaved == test.money(0) })
    try test.audited()
  }

  @Test func `is closed once`() async throws {
    let test = try TestBank()
    let goal = try await test.goal()
    try test.bank.deleteGoal(goal.id)
    #expect(throws: BankError.self) { try test.bank.deleteGoal(goal.id) }
    #expect(throws: BankError.self) { try test.bank.archiveGoal(goal.id) }
    try test.audited()
  }
}
