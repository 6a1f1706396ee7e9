import FlowTestSupport
import Flowline
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@testable import FlowlineHost

/// What the store does not take: nothing of it outlives its call, but for what became of a commit.
struct UnsavedTests {
  private let bank: HostedBank
  private let faults: StoreFaults
  private let key = SessionKey.of("ada")

  private struct NoLine: Error {}

  init() {
    let faults = StoreFaults()
    self.faults = faults
    bank = HostedBank { FailingStore(base: $0, faults) }
  }

  /// Why the store has not all of what is in memory of the session; nil if it has.
  private func failure(at host: SessionHost) -> StoreFailure? {
    host.table.session(key)?.live?.controller.storeFailure
  }

  private func isRefused(_ reply: HostedReply) -> Bool {
    if case .refused = reply.reception { true } else { false }
  }

  /// What the store has of the session.
  private func kept() async throws -> String {
    String(decoding: try await bank.store.open(key).contents().bytes, as: UTF8.self)
  }

  // MARK: - What is sent

  @Test func `rule 24: an answer that is not stored was not taken, and is taken when sent again`()
    async throws
  {
    let host = bank.host()
    let token = try await bank.start(host, as: key, answering: 1).question?.token
    faults.fail { lines, _ in lines.contains("answer amount") }
    for _ in 1...2 {
      await expect(.store) { try await host.answer(key, .answer("20"), to: token) }
      #expect(!host.table.hasInMemory(key))
      let state = try await host.settled(key)
      #expect(state.question?.token == token && state.question?.prompt.hold == nil)
      #expect(try await host.answers(of: key).count == 1)
    }
    faults.end()
    #expect(try await host.settled(key).question?.token == token)
    let reply = try await host.answer(key, .answer("20"), to: token)
    #expect(reply.reception == .accepted && reply.state.question?.prompt.id == "sure")
    #expect(try await host.answers(of: key).count == 2)
  }

  @Test func `a confirmation that is not stored is carried out by nobody's word but its own`()
    async throws
  {
    let host = bank.host()
    let token = try await bank.start(host, as: key, answering: 2).question?.token
    faults.fail { lines, _ in lines.contains("answer sure") }
    await expect(.store) { try await host.answer(key, .answer(true), to: token) }
    faults.end()
    #expect(try await host.settled(key).question?.token == token)
    let word = try await host.answer(key, .answer("again"))
    #expect(isRefused(word) && word.state.question?.token == token)
    bank.clock.advance(to: HostedBank.now + 120)
    await host.sweep()
    #expect(bank.outside.attempts == 0)
    #expect(
      try await host.answer(key, .answer(true), to: token).reception == .accepted)
    #expect(try await host.settled(key).question?.prompt.id == "note")
    #expect(bank.outside.sent.count == 1)
  }

  /// Waits for somebody else's word.
  private struct ApprovalFlow: Flow {
    let id: FlowID = "approval"

    func run(_ context: FlowContext) async throws -> String {
      try await context.wait("word", for: String.self)
    }
  }

  @Test func `an event that is not stored is taken when it is delivered again`() async throws {
    let host = SessionHost(keeping: bank.store, clock: bank.clock) { _ in
      var catalog = FlowCatalog()
      catalog.add(ApprovalFlow())
      return HostedWorld(catalog)
    }
    _ = try await host.start("approval", as: key, in: HostedBank.environment)
    faults.fail { lines, _ in lines.contains("event word") }
    for _ in 1...2 {
      await expect(.store) { try await host.deliver("word", "yes", key: "k", to: key) }
    }
    faults.end()
    let reply = try await host.deliver("word", "yes", key: "k", to: key)
    #expect(reply.reception == .accepted)
    #expect(try await host.settled(key).end?.standing == .finished("yes"))
  }

  @Test func `giving up a commit in doubt that is not stored leaves it in doubt`() async throws {
    let host = bank.host()
    bank.outside.failing.withLock { $0 = NoLine() }
    let held = try await bank.start(host, as: key, answering: 3).question
    #expect(held?.prompt.hold?.mayHaveBeenDone == true)
    faults.fail { _, _ in true }
    await expect(.store) { try await host.answer(key, .answer("give-up"), to: held?.token) }
    faults.end()
    let again = try await host.settled(key).question
    #expect(again?.prompt.hold?.mayHaveBeenDone == true)
    _ = try await host.answer(key, .answer("give-up"), to: again?.token)
    let end = try await host.settled(key).end
    #expect(end?.standing.kind == .failed && end?.isInDoubt == true)
  }

  @Test func `what nobody can say was stored is not said to be lost`() {
    let unknown = HostFault.notKept(StoreFailure(.unknownOutcome, at: "test", "no line"))
    let failed = HostFault.notKept(StoreFailure(.unwritable, at: "test", "told to fail"))
    #expect(failed.reason.contains("not taken") && !unknown.reason.contains("not taken"))
    #expect(unknown.code == .store && unknown.retryAfter != nil)
  }

  // MARK: - What comes of it

  @Test func `rule 14: a commit whose reply is not stored stays done, and is not sent again`()
    async throws
  {
    let host = bank.host()
    try await bank.start(host, as: key, answering: 2)
    faults.fail { lines, _ in lines.contains("done send") }
    #expect(try await host.answer(key, .answer(true)).reception == .accepted)
    try await eventually("its reply is not stored") { failure(at: host) != nil }
    let state = try await host.state(of: key)
    #expect(state.question == nil && state.word == "working")
    // There is nothing that anybody, a person or an agent, could say about it.
    await expect(.store) { try await host.answer(key, .answer("again")) }
    await expect(.store) { try await host.cancel(key) }
    bank.clock.advance(to: HostedBank.now + 700)
    await host.sweep()
    #expect(host.table.hasInMemory(key), "it is idle, and known here alone")
    #expect(try await !kept().contains("done send"))
    faults.end()
    bank.clock.advance(to: HostedBank.now + 900)
    await host.sweep()
    #expect(try await kept().contains("done send"), "without anybody asking")
    #expect(try await host.settled(key).question?.prompt.id == "note")
    #expect(bank.outside.attempts == 1)
  }

  @Test func `an event that is not stored does not break a commit off, and counts once`()
    async throws
  {
    let host = bank.host()
    try await bank.start(host, as: key, answering: 2)
    let gate = Gate<Void>()
    bank.outside.replying.withLock { $0 = gate }
    #expect(try await host.answer(key, .answer(true)).reception == .accepted)
    try await eventually("it is sent") { bank.outside.attempts == 1 }
    faults.fail { lines, _ in lines.contains("event word") }
    for _ in 1...2 {
      await expect(.store) { try await host.deliver("word", "yes", key: "k", to: key) }
      #expect(host.table.hasInMemory(key), "the reply will come here")
    }
    faults.end()
    gate.open()
    #expect(try await host.settled(key).question?.prompt.id == "note")
    #expect(bank.outside.attempts == 1)
    let reply = try await host.deliver("word", "yes", key: "k", to: key)
    #expect(reply.reception == .accepted)
    let lines = try await kept().split(separator: "\n")
    #expect(lines.filter { $0.contains("event word") }.count == 1)
  }

  /// Has something happen before an input is done.
  private struct Interruption: AuditLog {
    let interrupt: @Sendable (AuditEntry) async -> Void

    func append(_ entry: AuditEntry, to key: SessionKey) async { await interrupt(entry) }
    func entries(of key: SessionKey) async -> [AuditEntry] { [] }
    func remove(_ key: SessionKey) async {}
    func removeAll(of user: UserID) async {}
  }

  @Test func `an event that comes while the reply of a commit fails does not throw it away`()
    async throws
  {
    let (outside, gate, isReplied) = (bank.outside, Gate<Void>(), Shared(false))
    let (key, failed) = (key, Gate<Void>())
    outside.replying.withLock { $0 = gate }
    let audit = Interruption { entry in
      guard entry.act == .other else { return }
      // The reply comes between the look at the store and the event, and is not stored.
      gate.open()
      await failed.wait()
    }
    let host = SessionHost(keeping: bank.store, clock: bank.clock, audit: audit) { user in
      var catalog = FlowCatalog()
      catalog.add(TransferFlow(outside: outside))
      return HostedWorld(catalog, name: "bank of \(user)")
    }
    try await bank.start(host, as: key, answering: 2)
    faults.fail { lines, _ in
      guard lines.contains("done send") else { return false }
      isReplied.change { $0 = true }
      return true
    }
    #expect(try await host.answer(key, .answer(true)).reception == .accepted)
    try await eventually("it is sent") { outside.attempts == 1 }
    async let delivered: Void = expect(.store) {
      try await host.deliver("word", "yes", key: "k", to: key)
    }
    try await eventually("its reply is not stored") {
      isReplied.value && failure(at: host) != nil
    }
    failed.open()
    await delivered
    #expect(host.table.hasInMemory(key), "the reply is known here alone")
    faults.end()
    #expect(try await host.settled(key).question?.prompt.id == "note")
    #expect(outside.attempts == 1)
    #expect(try await !kept().contains("event word"))
  }

  @Test func `who waits for a session whose store fails does not try the store at once again`()
    async throws
  {
    let host = bank.host()
    try await bank.start(host, as: key, answering: 2)
    let tries = Shared(0)
    faults.fail { lines, _ in
      guard lines.contains("done send") else { return false }
      tries.change { $0 += 1 }
      return true
    }
    #expect(try await host.answer(key, .answer(true)).reception == .accepted)
    try await eventually("its reply is not stored") { failure(at: host) != nil }
    let before = tries.value
    async let state = host.state(of: key, patience: .seconds(60))
    try await eventually("it was tried again") { tries.value == before + 1 }
    faults.end()
    // By the clock of the test, which nobody has moved: what wakes it is that the store has all.
    _ = try await host.state(of: key)
    #expect(try await state.question?.prompt.id == "note")
  }

  @Test func `rule 14: that a commit was done is known also if that is not stored at once`()
    async throws
  {
    let writes = Notes<IdempotencyKey>()
    let host = SessionHost(keeping: bank.store, clock: bank.clock) { _ in
      var catalog = FlowCatalog()
      catalog.add(UnrecordedFlow(writes: writes))
      return HostedWorld(catalog)
    }
    faults.fail { _, summary in !summary.held.isEmpty }
    _ = try await host.start("unrecorded", as: key, in: HostedBank.environment)
    try await eventually("the hold is not stored") { failure(at: host) != nil }
    #expect(try await host.state(of: key).question == nil)
    faults.end()
    #expect(try await host.settled(key).question?.prompt.hold?.wasDone == true)
    #expect(writes.all.count == 1)
  }

  @Test func `a load whose reply is not stored is read again`() async throws {
    let host = bank.host()
    let gate = Gate<Void>()
    bank.outside.loading.withLock { $0 = gate }
    try await bank.start(host, as: key)
    faults.fail { lines, _ in lines.contains("load fee") }
    #expect(try await host.answer(key, .answer("Ann")).reception == .accepted)
    gate.open()
    try await eventually("its reply is not stored") { failure(at: host) != nil }
    await expect(.store) { try await host.state(of: key) }
    #expect(!host.table.hasInMemory(key))
    faults.end()
    #expect(try await host.settled(key).question?.prompt.id == "amount")
    #expect(bank.outside.loads == 2)
  }

  // MARK: - Starting

  @Test func `a start that is not stored leaves nothing, and the same one is done later`()
    async throws
  {
    let host = bank.host()
    faults.fail { _, _ in true }
    await expect(.store) { try await bank.start(host, as: key) }
    #expect(!host.table.hasInMemory(key))
    await expect(.notFound) { try await host.state(of: key) }
    #expect(try await host.list(SessionQuery(of: "ada")).items.isEmpty)
    faults.end()
    #expect(try await bank.start(host, as: key).question?.prompt.id == "name")
  }

  /// Has starts go on once so many of them were found possible by the store.
  private func startTogether(_ count: Int) {
    let begun = Shared(0)
    let all = Gate<Void>()
    faults.whenBegun {
      begun.change { $0 += 1 }
      if begun.value >= count { all.open() }
      await all.wait()
    }
  }

  @Test func `of users who start under one id at once, one has it`() async throws {
    let host = bank.host()
    let keys = (1...8).map { SessionKey(UserID("customer \($0)"), key.session) }
    startTogether(keys.count)
    let codes = await withTaskGroup(of: HostFault.Code?.self) { group in
      for key in keys {
        group.addTask {
          do throws(HostFault) {
            _ = try await host.start("transfer", as: key, in: HostedBank.environment)
            return nil
          } catch {
            return error.code
          }
        }
      }
      var codes: [HostFault.Code?] = []
      for await code in group { codes.append(code) }
      return codes
    }
    #expect(codes.count { $0 == nil } == 1)
    #expect(codes.count { $0 == .taken } == 7, "\(codes)")
    #expect(host.table.memory.sessions == 1)
  }

  @Test func `of two nodes that start the same session at once, both have it`() async throws {
    let (one, other) = (bank.host(), bank.host())
    startTogether(2)
    let key = key
    async let first = one.start("transfer", as: key, in: HostedBank.environment)
    async let second = other.start("transfer", as: key, in: HostedBank.environment)
    _ = try await (first, second)
    for host in [one, other] {
      #expect(try await host.settled(key).question?.prompt.id == "name")
    }
    #expect(try await one.list(SessionQuery(of: "ada")).items.count == 1)
  }
}
