import Flowline
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@testable import FlowlineHost

/// Loads and commits: how many, how long, and what becomes of them when something ends.
struct EffectTests {
  @Test func `only so many run at once`() async throws {
    var bank = HostedBank()
    bank.limits.effectsAtOnce = 2
    let host = bank.host()
    let gate = Gate<Void>()
    let running = Shared((now: 0, most: 0))
    let turns = EffectTurns(bank.limits, by: bank.clock, host.metrics)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<10 {
        group.addTask {
          try await turns.run(.load, of: .of("ada")) {
            running.change { running in
              running.now += 1
              running.most = max(running.most, running.now)
            }
            await gate.wait()
            running.change { $0.now -= 1 }
          }
        }
      }
      gate.open()
      try await group.waitForAll()
    }
    #expect(running.value.most <= 2)
  }

  @Test func `one that waits for its turn can be given up`() async throws {
    var limits = HostLimits()
    limits.effectsAtOnce = 1
    let turns = EffectTurns(limits, by: ManualFlowClock(at: HostedBank.now), HostMetrics())
    let (began, gate) = (Gate<Void>(), Gate<Void>())
    let first = Task {
      try await turns.run(.load, of: .of("ada")) {
        began.open()
        await gate.wait()
      }
    }
    await began.wait()
    let second = Task { try await turns.run(.load, of: .of("ada")) { Issue.record("it ran") } }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    gate.open()
    try await first.value
    #expect(try await turns.run(.load, of: .of("ada")) { 1 } == 1)
  }

  @Test func `a load that takes too long is held, and tried again`() async throws {
    let bank = HostedBank()
    let host = bank.host()
    let gate = Gate<Void>()
    bank.outside.loading.withLock { $0 = gate }
    try await bank.start(host, as: .of("ada"))
    _ = try await host.answer(.of("ada"), .answer("Ann"))
    let state = try await bank.advance(host, .of("ada")) { $0.question?.prompt.hold != nil }
    #expect(state.question?.prompt.hold?.isCommit == false)
    bank.outside.loading.withLock { $0 = nil }
    gate.open()
    _ = try await host.answer(.of("ada"), .answer("again"), to: state.question?.token)
    #expect(try await host.settled(.of("ada")).question?.prompt.id == "amount")
  }

  @Test func `a commit that takes too long is in doubt, and repeated with its key`() async throws {
    let bank = HostedBank()
    let host = bank.host()
    let gate = try await bank.startCommit(host, as: .of("ada"))
    let state = try await bank.advance(host, .of("ada")) { $0.question?.prompt.hold != nil }
    #expect(state.question?.prompt.hold?.mayHaveBeenDone == true)
    bank.outside.replying.withLock { $0 = nil }
    gate.open()
    _ = try await host.answer(.of("ada"), .answer("again"), to: state.question?.token)
    #expect(try await host.settled(.of("ada")).question?.prompt.id == "note")
    #expect(bank.outside.attempts == 2)
    #expect(bank.outside.sent.count == 1, "both with one key")
  }

  @Test func `what is left for later is paused, and asked about by the next call`() async throws {
    let bank = HostedBank()
    let host = bank.host()
    let gate = try await bank.startCommit(host, as: .of("ada"))
    _ = try await bank.advance(host, .of("ada")) { $0.question?.prompt.hold != nil }
    let reply = try await host.answer(.of("ada"), .answer("later"))
    #expect(reply.state.isPaused)
    #expect(reply.state.end == nil)
    #expect(!host.table.hasInMemory(.of("ada")))
    bank.outside.replying.withLock { $0 = nil }
    gate.open()
    let state = try await host.settled(.of("ada"))
    #expect(state.question?.prompt.hold?.mayHaveBeenDone == true)
    #expect(bank.outside.attempts == 1)
    _ = try await host.answer(.of("ada"), .answer("again"), to: state.question?.token)
    #expect(try await host.settled(.of("ada")).question?.prompt.id == "note")
    #expect(bank.outside.attempts == 2)
    #expect(bank.outside.sent.count == 1)
  }

  @Test func `the end of the host waits for a commit`() async throws {
    let bank = HostedBank()
    let host = bank.host()
    let gate = try await bank.startCommit(host, as: .of("ada"))
    async let closing: Void = host.close()
    gate.open()
    await closing
    #expect(try await bank.host().state(of: .of("ada")).question?.prompt.id == "note")
    #expect(bank.outside.attempts == 1)
  }

  @Test func `a commit that outlasts the end of its host is repeated by the next with its key`()
    async throws
  {
    var bank = HostedBank()
    // However far the clock comes before the host has ended.
    bank.limits.commitTime = .seconds(1_000_000_000)
    let (host, clock) = (bank.host(), bank.clock)
    let gate = try await bank.startCommit(host, as: .of("ada"))
    let isOver = Shared(false)
    let closing = Task {
      await host.close()
      isOver.change { $0 = true }
    }
    try await eventually("it has waited as long as it may") {
      clock.advance(to: clock.now + 1)
      return isOver.value
    }
    await closing.value
    #expect(clock.now.timeIntervalSince(HostedBank.now) >= host.limits.closingTime / .seconds(1))
    #expect(bank.outside.attempts == 1)
    bank.outside.replying.withLock { $0 = nil }
    #expect(try await bank.host().settled(.of("ada")).question?.prompt.id == "note")
    #expect(bank.outside.attempts == 2)
    #expect(bank.outside.sent.count == 1, "both with one key")
    gate.open()
  }

  /// Reads until it is stopped.
  private struct EndlessFlow: Flow {
    let id: FlowID = "endless"
    let began: Gate<Void>
    let isStopped: Shared<Bool>

    func run(_ context: FlowContext) async throws -> Int {
      let (began, isStopped) = (began, isStopped)
      return try await context.load("all") {
        began.open()
        do {
          // Its clock stands still.
          try await ManualFlowClock(at: HostedBank.now).sleep(until: .distantFuture)
        } catch {
          isStopped.change { $0 = true }
          throw error
        }
        return 1
      }
    }
  }

  @Test func `a load that runs is cancelled when its flow is left, and frees its turn`()
    async throws
  {
    var limits = HostLimits()
    limits.effectsAtOnce = 1
    let (bank, began, isStopped) = (HostedBank(), Gate<Void>(), Shared(false))
    let outside = bank.outside
    let host = SessionHost(keeping: bank.store, limits: limits, clock: bank.clock) { _ in
      var catalog = FlowCatalog()
      catalog.add(EndlessFlow(began: began, isStopped: isStopped))
      catalog.add(TransferFlow(outside: outside))
      return HostedWorld(catalog)
    }
    let (endless, other) = (SessionKey.of("ada", 1), SessionKey.of("bob", 2))
    try await host.start("endless", as: endless, in: HostedBank.environment)
    await began.wait()
    try await bank.start(host, as: other)
    let waiting = try await host.answer(other, .answer("Ann"))
    #expect(waiting.state.underWay.map(\.id) == ["fee"])
    #expect(outside.loads == 0)
    _ = try await host.cancel(endless)
    #expect(try await host.settled(endless).end?.standing == .cancelled(.user))
    try await eventually("it is stopped") { isStopped.value }
    #expect(try await host.settled(other).question?.prompt.id == "amount")
    #expect(outside.loads == 1)
  }

  @Test func `a session is forgotten only once the commit under way in it is done`() async throws {
    let bank = HostedBank()
    let host = bank.host()
    let gate = try await bank.startCommit(host, as: .of("ada"))
    let fault = await #expect(throws: HostFault.self) { try await host.forget(.of("ada")) }
    #expect(fault?.code == .committing && fault?.retryAfter != nil && fault?.isInternal == false)
    gate.open()
    #expect(try await host.settled(.of("ada")).question?.prompt.id == "note")
    #expect(bank.outside.attempts == 1)
    try await host.forget(.of("ada"))
    await expect(.notFound) { try await host.state(of: .of("ada")) }
  }

  @Test func `a commit that another node is at keeps its session from being forgotten`()
    async throws
  {
    let bank = HostedBank()
    let (owner, other) = (bank.host(), bank.host())
    let gate = try await bank.startCommit(owner, as: .of("ada"))
    await expect(.committing) { try await other.forget(.of("ada")) }
    #expect(try await other.list(SessionQuery(of: "ada")).items.count == 1)
    #expect(bank.outside.sent.count == 1)
    gate.open()
  }

  @Test func `a session whose commit is in doubt can be forgotten`() async throws {
    let bank = HostedBank()
    let host = bank.host()
    let gate = try await bank.startCommit(host, as: .of("ada"))
    _ = try await bank.advance(host, .of("ada")) { $0.question?.prompt.hold != nil }
    try await host.forget(.of("ada"))
    await expect(.notFound) { try await host.state(of: .of("ada")) }
    gate.open()
  }

  @Test func `a user is erased only once the commit under way is done`() async throws {
    var bank = HostedBank()
    bank.limits.closingTime = .zero
    let host = bank.host()
    try await bank.start(host, as: .of("ada", 2), answering: 1)
    let gate = try await bank.startCommit(host, as: .of("ada"))
    await expect(.committing) { try await host.erase("ada") }
    #expect(try await host.list(SessionQuery(of: "ada")).items.count == 2)
    gate.open()
    #expect(try await host.settled(.of("ada")).question?.prompt.id == "note")
    #expect(try await host.erase("ada") == 2)
  }

  @Test func `a commit that takes long is left to the node that is at it`() async throws {
    var bank = HostedBank()
    bank.limits.commitTime = .seconds(600)
    let (owner, other) = (bank.host(), bank.host())
    let gate = try await bank.startCommit(owner, as: .of("ada"))
    for seconds in stride(from: 5.0, through: 300, by: 5) {
      bank.clock.advance(to: HostedBank.now + seconds)
      await owner.keepOthersAway()
      await other.sweep()
      #expect(!other.table.hasInMemory(.of("ada")), "after \(seconds) seconds")
    }
    // Once its node is gone it has to wait no longer than any other.
    bank.clock.advance(to: HostedBank.now + 361)
    bank.outside.replying.withLock { $0 = nil }
    await other.sweep()
    #expect(try await other.settled(.of("ada")).question?.prompt.id == "note")
    #expect(bank.outside.sent.count == 1)
    gate.open()
  }

  @Test func `a commit that a program left is repeated by the next without anybody asking`()
    async throws
  {
    var bank = HostedBank()
    bank.limits.commitTime = .seconds(600)
    let killed = bank.host()
    let gate = try await bank.startCommit(killed, as: .of("ada"))
    bank.outside.replying.withLock { $0 = nil }
    let host = bank.host()
    await host.sweep()
    #expect(!host.table.hasInMemory(.of("ada")), "another node may still be at it")
    bank.clock.advance(to: HostedBank.now + 120)
    await host.sweep()
    #expect(try await host.settled(.of("ada")).question?.prompt.id == "note")
    #expect(bank.outside.sent.count == 1)
    // The first is overtaken: it writes nothing more, and shows what the other has kept.
    let kept = try await host.journal(of: .of("ada"))
    gate.open()
    #expect(try await killed.settled(.of("ada")).question?.prompt.id == "note")
    #expect(try await killed.journal(of: .of("ada")) == kept)
    #expect(bank.outside.sent.count == 1)
  }
}

extension HostedBank {
  /// Starts a transfer up to its commit, which has been sent and gets its reply when the gate is opened.
  func startCommit(_ host: SessionHost, as key: SessionKey) async throws -> Gate<Void> {
    let gate = Gate<Void>()
    outside.replying.withLock { $0 = gate }
    try await start(host, as: key, answering: 2)
    _ = try await host.answer(key, .answer(true))
    try await eventually("the commit is sent") { outside.attempts == 1 }
    return gate
  }

  /// Advances the clock second by second until a session stands in some way.
  func advance(
    _ host: SessionHost, _ key: SessionKey, until isThere: (HostedState) -> Bool
  ) async throws -> HostedState {
    while true {
      clock.advance(to: clock.now.addingTimeInterval(1))
      let state = try await host.state(of: key)
      if isThere(state) { return state }
      await Task.yield()
    }
  }
}
