import Bank
import BankTestSupport
import EmbeddedBank
import FlowlineTesting
import FoundationEssentials
import Money
import ServiceOrders
import Synchronization
import TestSupport
import Testing

@testable import BankClient

/// Eight clients order from one account at once, some by the same book and some by their own.
@Suite(.timeLimit(.minutes(30)))
struct ConcurrencyTests {
  private static let now = "2026-11-20T12:00:00Z"

  /// What the clients were told was done, all together.
  private struct Told: Sendable {
    var into: [SavingsGoal.ID: Int64] = [:]
    var out: [SavingsGoal.ID: Int64] = [:]
    var returned: [SavingsGoal.ID: Int64?] = [:]
    var created: [SavingsGoal.ID: String] = [:]
    var covered: [Payment.ID] = []
    var keys: [String: Int64] = [:]
    var refusals = 0
    /// Which books had orders about a goal.
    var books: [SavingsGoal.ID: Set<String>] = [:]
  }

  /// What is shared between clients as they go.
  private final class Crowd: Sendable {
    let account: Account
    let goals: Mutex<[SavingsGoal.ID]>
    let told = Mutex(Told())

    init(_ account: Account, _ goals: [SavingsGoal.ID]) {
      self.account = account
      self.goals = Mutex(goals)
    }

    func money(_ minorUnits: Int64) -> Money {
      Money(minorUnits: minorUnits, currency: account.currency)
    }
  }

  @Test(arguments: (runsLongTests ? [20_261_120, 20_261_121] : [20_261_120]) as [UInt64])
  func `no overdraft, no lost update, and all totals right`(seed: UInt64) async throws {
    let now = try date(Self.now)
    try await ServedBank.with(now: now) { bank in
      let initial: Int64 = 300_00
      let past = now.addingTimeInterval(-30 * 86_400)
      let (account, first) = try await bank.books.openAccount(
        in: "GBP", holding: initial, at: past)
      let crowd = Crowd(account, [try #require(first)])
      // Each group of clients has payments of its own to round up, since the API has no word for
      // what another's transfer covers; those who share a book want the same ones.
      var homes: [AppHome] = []
      for _ in 0..<5 { homes.append(try AppHome(at: bank)) }
      var payments: [[Payment]] = []
      for _ in homes {
        payments.append(
          try (0..<12).map { _ in try bank.books.pay(1_37, from: account, at: now) })
      }
      let spent = Int64(homes.count * 12) * 1_37
      try await withThrowingTaskGroup(of: Void.self) { group in
        for client in 0..<8 {
          // Four share the first book.
          let book = max(0, client - 3)
          let app = try AppProcess(at: bank, home: homes[book], now: { now })
          let mine = payments[book]
          group.addTask {
            var random = SeededNumbers(seed: seed &* 31 &+ UInt64(client))
            for _ in 0..<25 {
              try await Self.act(app.client, crowd, mine, &random)
              // Nobody may ever see less than nothing.
              #expect(try await app.client.balance(of: account.id).cleared.minorUnits >= 0)
            }
          }
        }
        try await group.waitForAll()
      }
      try await expectTotals(crowd.told.withLock { $0 }, bank, account, in: initial - spent)
    }
  }

  private static func act(
    _ client: HTTPBank, _ crowd: Crowd, _ payments: [Payment], _ random: inout SeededNumbers
  ) async throws {
    let account = crowd.account.id
    let key = random.uuid()
    let goal = crowd.goals.withLock { $0 }.randomElement(using: &random)
    switch (Int.random(in: 0..<10, using: &random), goal) {
    case (0, _), (1, _), (_, nil):
      let name = "Goal \(key)"
      let order = GoalOrder(key: key, account: account, name: name, target: nil)
      guard case .created(let made) = try await client.createGoal(order) else {
        return crowd.told.withLock { $0.refusals += 1 }
      }
      crowd.goals.withLock { $0.append(made.id) }
      crowd.told.withLock {
        #expect($0.created[made.id] == nil)
        $0.created[made.id] = name
      }
    case (2, let goal?):
      let order = GoalDeletion(key: key, account: account, goal: goal)
      guard case .deleted(let returned) = try await client.deleteGoal(order) else {
        return crowd.told.withLock { $0.refusals += 1 }
      }
      crowd.goals.withLock { $0.removeAll { $0 == goal } }
      crowd.told.withLock {
        #expect($0.returned[goal] == nil)
        $0.returned[goal] = .some(returned?.minorUnits)
        $0.books[goal, default: []].insert(client.orders.place)
      }
    case (3...5, let goal?):
      try await move(
        TransferOrder(
          key: key, account: account, goal: goal,
          amount: crowd.money(.random(in: 1...40_00, using: &random)), direction: .outOfGoal),
        client, crowd)
    case (6...7, let goal?):
      let covering = payments.shuffled(using: &random).prefix(2)
      try await move(
        TransferOrder(
          key: key, account: account, goal: goal, amount: crowd.money(2 * 63),
          covering: covering.map(\.id)), client, crowd)
    case (_, let goal?):
      try await move(
        TransferOrder(
          key: key, account: account, goal: goal,
          amount: crowd.money(.random(in: 1...80_00, using: &random))), client, crowd)
    }
  }

  /// Orders twice with the same key, as one who lost the answer would.
  ///
  /// A refusal is no last word: the other of the two may go through.
  private static func move(
    _ order: TransferOrder, _ client: HTTPBank, _ crowd: Crowd
  ) async throws {
    async let twin = client.move(order)
    let answers = try await [client.move(order), twin]
    let moved = answers.filter { if case .moved = $0 { true } else { false } }
    #expect(Set(moved).count <= 1)
    let answer = moved.first ?? answers[0]
    crowd.told.withLock { told in
      guard case .moved(let receipt) = answer else { return told.refusals += 1 }
      #expect(receipt.amount == order.amount && receipt.key == order.key)
      told.keys[order.key] = order.amount.minorUnits
      told.books[order.goal, default: []].insert(client.orders.place)
      told.covered += order.covering
      let amount = order.amount.minorUnits
      switch order.direction {
      case .intoGoal: told.into[order.goal, default: 0] += amount
      case .outOfGoal: told.out[order.goal, default: 0] += amount
      }
    }
  }

  /// What everybody was told together is what the books have.
  private func expectTotals(
    _ told: Told, _ bank: ServedBank, _ account: Account, in outside: Int64
  ) async throws {
    let goals = try await bank.books.goals(of: account.id)
    for goal in goals {
      #expect(
        goal.totalSaved.minorUnits == told.into[goal.id, default: 0] - told.out[goal.id, default: 0]
      )
      #expect(told.returned[goal.id] == nil)
      #expect(told.created[goal.id].map { $0 == goal.name } ?? (goal.name == "Trip"))
    }
    var returns = 0
    for (goal, returned) in told.returned {
      let held = told.into[goal, default: 0] - told.out[goal, default: 0]
      returns += held > 0 ? 1 : 0
      // The API does not say what a deletion gave back. A client finds it in the feed, where what
      // somebody else moves at that moment may look like it.
      if told.books[goal]?.count == 1 { #expect(returned == held) }
      #expect(!goals.contains { $0.id == goal })
    }
    let all = Set(told.created.keys).union(told.returned.keys).union(goals.map(\.id))
    #expect(all.count == goals.count + told.returned.count)
    #expect(Set(told.covered).count == told.covered.count)
    let main = try await bank.books.balance(of: account.id).cleared.minorUnits
    #expect(main + goals.reduce(0) { $0 + $1.totalSaved.minorUnits } == outside)
    let items = try await bank.books.payments(
      of: account.id, in: Date.distantPast..<Date.distantFuture
    ).filter { $0.source == .internalTransfer }
    #expect(items.count == told.keys.count + returns)
    // So much happened that something was refused as well.
    #expect(told.keys.count > 20 && told.refusals > 0 && !told.covered.isEmpty)
  }
}
