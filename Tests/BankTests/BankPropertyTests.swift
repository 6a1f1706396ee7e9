import Bank
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import Money
import TestSupport
import Testing

/// Random days at the bank, the same ones every time.
struct BankPropertyTests {
  @Test(arguments: 0..<12)
  func `keeps its books whatever happens`(seed: Int) async throws {
    var day = try Day(seed: UInt64(seed))
    for step in 0..<60 {
      try await day.step()
      try #require(try day.test.bank.auditDifferences() == [], "step \(step)")
    }
    try await day.check()
  }

  /// A bank, and what a simple model says it should hold.
  private struct Day {
    let test: TestBank
    var random: SeededNumbers
    var available: Int64 = 100_00
    var saved: [SavingsGoal.ID: Int64] = [:]
    var archived: Set<SavingsGoal.ID> = []
    var pending: [Payment.ID] = []
    var spent: [Payment.ID] = []
    var covered: Set<Payment.ID> = []
    var done: [TransferOrder: TransferResult] = [:]
    var keys = 100

    init(seed: UInt64) throws {
      test = try TestBank(balance: 100_00)
      random = SeededNumbers(seed: seed)
    }

    mutating func step() async throws {
      switch Int.random(in: 0..<10, using: &random) {
      case 0: try await makeGoal()
      case 1: try receive()
      case 2, 3: try spend()
      case 4: try settle()
      case 5: try close()
      case 6: try await repeatOrder()
      default: try await move()
      }
    }

    func check() async throws {
      #expect(try await test.available() == available)
      let goals = try await test.bank.goals(of: test.account.id)
      #expect(
        Dictionary(uniqueKeysWithValues: goals.map { ($0.id, $0.totalSaved.minorUnits) })
          == saved)
      let all: Range<Date> = .distantPast ..< .distantFuture
      #expect(try await test.bank.coveredPayments(of: test.account.id, in: all) == covered)
    }

    private mutating func key() -> String {
      keys += 1
      return uuid(keys)
    }

    private mutating func makeGoal() async throws {
      saved[try await test.goal("Goal", key: key()).id] = 0
    }

    private mutating func receive() throws {
      let amount = Int64.random(in: 1...50_00, using: &random)
      try test.bank.post(test.payment(amount, direction: .incoming))
      available += amount
    }

    private mutating func spend() throws {
      let amount = Int64.random(in: 1...20_00, using: &random)
      let status = (PaymentStatus.known + [.unknown("NEW")]).randomElement(using: &random)
      let payment = try test.bank.post(test.payment(amount, status: status ?? .settled))
      if payment.status == .pending { pending.append(payment.id) }
      if payment.status == .settled { spent.append(payment.id) }
      if [.pending, .settled].contains(payment.status) { available -= amount }
    }

    private mutating func settle() throws {
      guard let id = pending.popLast() else { return }
      try test.bank.settle(id, at: try date(TestBank.noon))
    }

    private mutating func close() throws {
      guard let (goal, amount) = saved.sorted(by: { $0.key < $1.key }).randomElement(using: &random)
      else { return }
      available += amount
      if Bool.random(using: &random) {
        try test.bank.archiveGoal(goal)
        saved[goal] = 0
        archived.insert(goal)
      } else {
        try test.bank.deleteGoal(goal)
        saved[goal] = nil
      }
    }

    private mutating func repeatOrder() async throws {
      let orders = done.sorted { $0.key.key < $1.key.key }
      guard let (order, answer) = orders.randomElement(using: &random) else { return }
      // One that was refused may go through by now.
      guard case .moved = answer else { return }
      #expect(try await test.bank.move(order) == answer)
    }

    private mutating func move() async throws {
      guard let goal = saved.keys.sorted().randomElement(using: &random) else { return }
      let amount = Int64.random(in: -5...30_00, using: &random)
      let covering = spent.filter { _ in Int.random(in: 0..<8, using: &random) == 0 }
      let order = test.order(amount, goal, key: key(), covering: covering)
      let answer = try await test.bank.move(order)
      done[order] = answer
      #expect(answer.isMoved == expectsMove(order))
      guard case .moved(let receipt) = answer else { return }
      available -= amount
      saved[goal, default: 0] += amount
      covered.formUnion(covering)
      #expect(receipt.totalSaved.minorUnits == saved[goal])
    }

    private func expectsMove(_ order: TransferOrder) -> Bool {
      order.amount.minorUnits > 0 && order.amount.minorUnits <= available
        && !archived.contains(order.goal) && covered.isDisjoint(with: order.covering)
    }
  }
}

extension TransferResult {
  fileprivate var isMoved: Bool {
    if case .moved = self { true } else { false }
  }
}
