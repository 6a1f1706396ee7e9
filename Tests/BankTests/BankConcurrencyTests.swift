import Bank
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import Money
import TestSupport
import Testing

@Suite(.serialized)
struct BankConcurrencyTests {
  /// A bank file with £10, one goal and five payments that give 65 pence each.
  struct Scene: Codable, Sendable {
    var path: String
    var account: Account
    var goal: SavingsGoal.ID
    var payments: [Payment.ID]

    static func make(path: String) async throws -> Scene {
      let bank = try EmbeddedBank(path: path)
      let pound = try currency("GBP")
      let account = try bank.open(
        NewAccount(handle: "personal", name: "Personal", currency: pound))
      func post(_ pence: Int64, _ direction: PaymentDirection) throws -> Payment.ID {
        try bank.post(
          NewPayment(
            account: account.id, amount: Money(minorUnits: pence, currency: pound),
            direction: direction, counterparty: Counterparty(kind: .merchant, name: "Somebody"),
            transactionTime: try date(TestBank.noon))
        ).id
      }
      _ = try post(31_75, .incoming)
      let payments = try (0..<5).map { _ in try post(4_35, .outgoing) }
      let order = GoalOrder(key: uuid(1), account: account.id, name: "Trip", target: nil)
      guard case .created(let goal) = try await bank.createGoal(order) else { throw Unexpected() }
      return Scene(path: path, account: account, goal: goal.id, payments: payments)
    }

    func order(_ minorUnits: Int64, key: String, covering: [Payment.ID] = []) -> TransferOrder {
      TransferOrder(
        key: key, account: account.id, goal: goal,
        amount: Money(minorUnits: minorUnits, currency: account.currency), covering: covering)
    }

    /// What the file says after all is done.
    func saved() async throws -> Int64? {
      let bank = try EmbeddedBank(path: path)
      #expect(try bank.auditDifferences() == [])
      return try await bank.goals(of: account.id).first?.totalSaved.minorUnits
    }
  }

  @Test func `moves once when many send one key, over connections of their own`() async throws {
    let folder = try TemporaryFolder()
    let scene = try await Scene.make(path: folder.file("bank.sqlite"))
    let order = scene.order(1_58, key: uuid(50), covering: scene.payments)
    let answers = try await withThrowingTaskGroup(of: TransferResult.self) { group in
      for _ in 0..<8 {
        group.addTask { @concurrent in
          let bank = try EmbeddedBank(path: scene.path)
          _ = try await bank.move(order)
          return try await bank.move(order)
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(answers.count == 1)
    #expect(try await scene.saved() == 1_58)
  }

  @Test func `moves a round-up once when many send it under keys of their own`() async throws {
    let folder = try TemporaryFolder()
    let scene = try await Scene.make(path: folder.file("bank.sqlite"))
    let bank = try EmbeddedBank(path: scene.path)
    let answers = try await withThrowingTaskGroup(of: TransferResult.self) { group in
      for number in 0..<8 {
        let order = scene.order(3_25, key: uuid(number + 50), covering: scene.payments)
        group.addTask { @concurrent in try await bank.move(order) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.filter { if case .moved = $0 { true } else { false } }.count == 1)
    #expect(
      answers.filter { $0 == .refused(.alreadyCovered(payments: scene.payments.sorted())) }.count
        == 7)
    #expect(try await scene.saved() == 3_25)
  }

  @Test func `never overdraws, however many move at once`() async throws {
    let folder = try TemporaryFolder()
    let scene = try await Scene.make(path: folder.file("bank.sqlite"))
    let moved = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<20 {
        let order = scene.order(3_00, key: uuid(number + 50))
        group.addTask { @concurrent in
          let bank = try EmbeddedBank(path: scene.path)
          if case .moved = try await bank.move(order) { return true } else { return false }
        }
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(moved == 3)
    #expect(try await scene.saved() == 9_00)
  }

  @Test func `makes one bank when many open it first at once`() async throws {
    let folder = try TemporaryFolder()
    for round in 0..<10 {
      let path = folder.file("\(round)/bank.sqlite")
      let noon = try date(TestBank.noon)
      let seeded = try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<6 {
          group.addTask { @concurrent in
            try SampleData.seed(
              into: EmbeddedBank(path: path), now: noon, locale: Locale(identifier: "en_GB"),
              timeZone: .gmt)
          }
        }
        return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      }
      #expect(seeded == 1)
      #expect(try await EmbeddedBank(path: path).accounts().count == 3)
    }
  }

  @Test func `moves once when several processes send one key`() async throws {
    let folder = try TemporaryFolder()
    let scene = try await Scene.make(path: folder.file("bank.sqlite"))
    await withTaskGroup { group in
      for number in 0..<4 {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [scene = scene as Scene, number = number as Int] in
            let bank = try EmbeddedBank(path: scene.path)
            // All processes fight over each key; each has one that is its own.
            for key in 50..<70 {
              _ = try await bank.move(scene.order(1, key: uuid(key)))
            }
            _ = try await bank.move(scene.order(1_00, key: uuid(number + 90)))
            _ = try await bank.move(
              scene.order(3_25, key: uuid(number + 80), covering: scene.payments))
          }
        }
      }
    }
    #expect(try await scene.saved() == 20 + 4_00 + 3_25)
  }

  @Test func `makes one bank when several processes open it first at once`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("new/bank.sqlite")
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          await #expect(processExitsWith: .success) { [path = path as String] in
            let noon = try date(TestBank.noon)
            let bank = try EmbeddedBank(path: path)
            try SampleData.seed(
              into: bank, now: noon, locale: Locale(identifier: "en_GB"), timeZone: .gmt)
            guard try await bank.accounts().count == 3 else { throw Unexpected() }
          }
        }
      }
    }
    #expect(try EmbeddedBank(path: path).auditDifferences() == [])
  }
}
