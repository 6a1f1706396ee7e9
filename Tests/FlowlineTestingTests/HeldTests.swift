import Flowline
import FlowlineTesting
import FoundationEssentials
import Synchronization
import Testing

/// What a tester says of what is held, and what it does about it.
struct HeldTests {
  private static func tester(
    _ attempts: Attempts, _ store: FailingRecord? = nil
  ) -> FlowTester<PayFlow> {
    FlowTester(PayFlow(attempts: attempts), SessionOptions(record: store))
  }

  @Test func `rule 14: a write that threw is held, and done again with the same key`() throws {
    let attempts = Attempts(Unanswered(), Unanswered())
    let tester = Self.tester(attempts)
    tester.answer("amount", "5")
    for _ in 0..<2 {
      let hold = try #require(tester.expectHeld(by: "payment"))
      #expect(hold.isCommit && hold.mayHaveBeenDone && !hold.isStore)
      #expect(hold.message == "no answer")
      #expect(tester.outcome == nil)
      tester.resolve(.again)
    }
    #expect(try tester.finished() == 5)
    #expect(attempts.keys.count == 3 && Set(attempts.keys).count == 1)
  }

  @Test func `rule 14: a write that threw can be given up, and says what is not known`() throws {
    let tester = Self.tester(Attempts(Unanswered()))
    tester.answer("amount", "5")
    tester.expectHeld(by: "payment")
    tester.resolve(.giveUp)
    #expect(try "\(tester.failed())".contains("whether it was carried out is not known"))
  }

  @Test func `rule 24: what was not sent can be cancelled`() throws {
    let tester = Self.tester(Attempts(CommitNotSent(Unanswered())))
    tester.answer("amount", "5")
    let hold = try #require(tester.expectHeld(by: "payment"))
    #expect(hold.isCommit && !hold.mayHaveBeenDone)
    tester.resolve(.cancel)
    #expect(try tester.cancelled() == .user)
  }

  @Test func `rule 24: a read that threw is held by its step`() throws {
    let broken = Mutex(true)
    let tester = FlowTester(
      ReadFlow {
        if broken.withLock({ $0 }) { throw Unanswered() }
        return 7
      })
    let hold = try #require(tester.expectHeld(by: "number"))
    #expect(!hold.isCommit && !hold.mayHaveBeenDone)
    broken.withLock { $0 = false }
    tester.resolve(.again)
    #expect(try tester.finished() == 7)
  }

  @Test func `rule 24: a store that fails holds the session, which goes on or is left`() throws {
    for resolution in [FlowTester<PayFlow>.Resolution.again, .later] {
      let record = FailingRecord()
      let tester = Self.tester(Attempts(), record)
      record.fails.withLock { $0 = true }
      tester.answer("amount", "5")
      let hold = try #require(tester.expectHeldByStore())
      #expect(hold.isStore && hold.storeFailure?.code == .noSpace)
      tester.resolve(.again)
      tester.expectHeldByStore()
      record.fails.withLock { $0 = false }
      tester.resolve(resolution)
      if resolution == .again {
        #expect(try tester.finished() == 5)
        #expect(record.text.withLock { $0 }.contains("\nfinish 5\n"))
      } else {
        #expect(tester.outcome == nil && tester.prompt == nil)
      }
    }
  }

  // MARK: - What is not as the test says

  @Test func `is not content where nothing is held`() throws {
    let tester = Self.tester(Attempts())
    try expectIssue(saying: "is not held by `payment`", "it asks pay/amount") {
      tester.expectHeld(by: "payment")
    }
    try expectIssue(saying: "is not held by its store") { tester.expectHeldByStore() }
    try expectIssue(saying: "nothing is held") { tester.resolve(.again) }
    #expect(tester.prompt?.id == "amount")
  }

  @Test func `is not content with another that holds it`() throws {
    let tester = Self.tester(Attempts(Unanswered()))
    tester.answer("amount", "5")
    try expectIssue(saying: "is not held by `amount`") { tester.expectHeld(by: "amount") }
    try expectIssue(saying: "is not held by its store") { tester.expectHeldByStore() }
    let record = FailingRecord()
    let held = Self.tester(Attempts(), record)
    record.fails.withLock { $0 = true }
    held.answer("amount", "5")
    try expectIssue(saying: "is not held by `store`") { held.expectHeld(by: "store") }
    held.resolve(.later)
  }

  @Test func `is not content with what cannot be done about it`() throws {
    let tester = Self.tester(Attempts(Unanswered()))
    tester.answer("amount", "5")
    try expectIssue(saying: "“cancel” was refused") { tester.resolve(.cancel) }
    tester.expectHeld(by: "payment")
    tester.resolve(.again)
    #expect(try tester.finished() == 5)
  }
}

/// Asks for an amount and pays it.
private struct PayFlow: Flow {
  let id: FlowID = "pay"
  let attempts: Attempts

  func run(_ context: FlowContext) async throws -> Int {
    let amount = try await context.run(NumberScreen("amount", "How much?"))
    return try await context.commit("payment", of: amount) { [attempts] amount, key in
      try attempts.next(key)
      return amount
    }
  }
}

private struct Unanswered: Error, CustomStringConvertible {
  var description: String { "no answer" }
}

/// What the attempts come to, in order; those behind them succeed.
private final class Attempts: Sendable {
  private let state: Mutex<(errors: [any Error & Sendable], keys: [IdempotencyKey])>

  init(_ errors: any Error & Sendable...) { state = Mutex((errors, [])) }

  var keys: [IdempotencyKey] { state.withLock { $0.keys } }

  func next(_ key: IdempotencyKey) throws {
    let error = state.withLock { state in
      state.keys.append(key)
      return state.errors.isEmpty ? nil : state.errors.removeFirst()
    }
    if let error { throw error }
  }
}

/// A record in memory, which has no room while it is told so.
private final class FailingRecord: SessionRecord {
  let session = UUID()
  let fails = Mutex(false)
  let text = Mutex("")

  func contents() throws(StoreFailure) -> [UInt8] { Array(text.withLock { $0 }.utf8) }

  func append(_ lines: String, isDurable: Bool) throws(StoreFailure) {
    if fails.withLock({ $0 }) { throw StoreFailure(.noSpace, at: "memory", "no room") }
    text.withLock { $0 += lines }
  }

  func cut(to length: Int) throws(StoreFailure) {
    text.withLock { $0 = String(decoding: Array($0.utf8).prefix(length), as: UTF8.self) }
  }

  func replace(with text: String) throws(StoreFailure) { self.text.withLock { $0 = text } }

  func close() {}
}
