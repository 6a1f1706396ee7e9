import Bank
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import Money
import Synchronization
import Testing

struct EmbeddedBankTests {
  @Test func `answers in place, without ever suspending`() async throws {
    let test = try TestBank()
    let goal = try await test.goal()
    let isDone = Atomic(false)
    // An immediate task runs here until it first suspends.
    let task = Task.immediate {
      _ = try await test.bank.accounts()
      _ = try await test.bank.balance(of: test.account.id)
      _ = try await test.feed()
      _ = try await test.bank.goals(of: test.account.id)
      _ = try await test.bank.coveredPayments(
        of: test.account.id, in: .distantPast ..< .distantFuture)
      _ = try await test.goal("Rain", key: uuid(20))
      _ = try await test.bank.move(test.order(1_58, goal.id))
      isDone.store(true, ordering: .sequentiallyConsistent)
    }
    let wasDone = isDone.load(ordering: .sequentiallyConsistent)
    #expect(wasDone)
    try await task.value
    try test.audited()
  }

  @Test func `does the same behind the protocol`() async throws {
    let test = try TestBank()
    let bank: any Bank = test.bank
    let isDone = Atomic(false)
    let task = Task.immediate {
      let accounts = try await bank.accounts()
      isDone.store(accounts == [test.account], ordering: .sequentiallyConsistent)
    }
    let wasDone = isDone.load(ordering: .sequentiallyConsistent)
    #expect(wasDone)
    try await task.value
  }

  @Test func `lists accounts in the order in which they were opened`() async throws {
    let test = try TestBank()
    let names = ["zebra", "ant", "mole"]
    for name in names {
      try test.bank.open(
        NewAccount(handle: name, name: name, currency: test.account.currency))
    }
    #expect(try await test.bank.accounts().map(\.handle) == ["personal"] + names)
    try test.audited()
  }

  @Test func `opens no two accounts of one handle, and none without a name`() async throws {
    let test = try TestBank()
    for (handle, name) in [("personal", "Again"), ("", "Empty"), ("empty", "")] {
      let error = #expect(throws: BankError.self) {
        try test.bank.open(
          NewAccount(handle: handle, name: name, currency: test.account.currency))
      }
      #expect(error?.code == .invalidRecord)
    }
    #expect(try await test.bank.accounts() == [test.account])
  }

  @Test func `throws where its source of ids gives none`() async throws {
    let bank = try EmbeddedBank.inMemory(makeID: { "seven" })
    let error = #expect(throws: BankError.self) {
      try bank.open(NewAccount(handle: "x", name: "X", currency: try currency("GBP")))
    }
    #expect(error?.code == .invalidRecord)
    #expect(try await bank.accounts().isEmpty)
  }

  @Test func `undoes the whole transfer where its last step fails`() async throws {
    let test = try TestBank()
    let goal = try await test.goal()
    let payment = try test.bank.post(test.payment(4_35)).id
    // The order's record comes last.
    try test.bank.execute("DROP TABLE answeredOrder")
    try test.bank.execute(
      """
      CREATE TABLE answeredOrder (
        key TEXT, contents TEXT, answer TEXT, time INTEGER CHECK (time < 0))
      """)
    await #expect(throws: BankError.self) {
      try await test.bank.move(test.order(65, goal.id, covering: [payment]))
    }
    #expect(try await test.feed().count == 2)
    #expect(try await test.bank.goals(of: test.account.id) == [goal])
    #expect(
      try await test.bank.coveredPayments(
        of: test.account.id, in: .distantPast ..< .distantFuture
      ).isEmpty)
    try test.audited()
  }

  @Test func `makes random lower-case ids of version 4`() {
    for _ in 0..<100 {
      let id = Array(EmbeddedBank.randomID())
      #expect(Account.ID(String(id))?.text == String(id))
      #expect(id[14] == "4" && "89ab".contains(id[19]))
    }
  }
}
