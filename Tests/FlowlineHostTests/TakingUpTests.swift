import FlowTestSupport
import Flowline
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@testable import FlowlineHost

/// Sessions that are due: that a host takes them up whatever else it does, and what is due afterwards.
struct TakingUpTests {
  private struct NoNetwork: Error {}

  private let key = SessionKey.of("ada")

  /// A bank in which a session's moment has just come.
  private func bankWithDueSession() async throws -> HostedBank {
    let bank = HostedBank()
    let host = bank.host()
    try await host.start("patient", as: key, in: HostedBank.environment)
    _ = try await host.answer(key, .answer("so"))
    await host.close()
    bank.clock.advance(to: HostedBank.now + 86_401)
    return bank
  }

  @Test func `a session is taken up however much its user calls, and takes none of the calls`()
    async throws
  {
    var bank = try await bankWithDueSession()
    (bank.limits.callsPerMinute, bank.limits.callsPerUser) = (3, 1)
    let host = bank.host()
    for _ in 1...2 { await expect(.notFound) { try await host.state(of: .of("ada", 2)) } }
    await host.sweep()
    #expect(host.table.hasInMemory(key))
    await expect(.notFound) { try await host.state(of: .of("ada", 2)) }
    await expect(.busy) { try await host.state(of: .of("ada", 2)) }
    // Nor are they what another one waits for.
    let other = bank.host()
    for _ in 1...3 { await expect(.notFound) { try await other.state(of: .of("ada", 2)) } }
    await expect(.busy) { try await other.state(of: .of("ada", 2)) }
    try await bank.store.schedule(key, at: bank.clock.now)
    await other.sweep()
    #expect(other.table.hasInMemory(key))
  }

  @Test func `a session whose user is at the limit of calls at once is taken up and unloaded`()
    async throws
  {
    var bank = try await bankWithDueSession()
    bank.limits.callsPerUser = 1
    let host = bank.host()
    let call = try host.table.enter(.of("ada", 2), host.limits).get()
    await host.sweep()
    #expect(host.table.hasInMemory(key))
    try await eventually("it asks, and is not due") {
      try await bank.store.due(by: .distantFuture, limit: 9).isEmpty
    }
    bank.clock.advance(to: bank.clock.now + 700)
    await host.sweep()
    #expect(!host.table.hasInMemory(key))
    await expect(.busy) { try await host.state(of: .of("ada", 3)) }
    host.table.leave(call)
    await expect(.notFound) { try await host.state(of: .of("ada", 3)) }
  }

  @Test func `one whose flows cannot be made just now is tried again in a minute`() async throws {
    let bank = try await bankWithDueSession()
    let isDown = Shared(true)
    let host = SessionHost(keeping: bank.store, clock: bank.clock) { user in
      if isDown.value { throw NoNetwork() }
      var catalog = FlowCatalog()
      catalog.add(PatientFlow())
      return HostedWorld(catalog, name: "bank of \(user)")
    }
    await host.sweep()
    #expect(!host.table.hasInMemory(key))
    #expect(try await bank.store.due(by: bank.clock.now, limit: 9).isEmpty, "it keeps others")
    isDown.change { $0 = false }
    bank.clock.advance(to: bank.clock.now + SessionSummary.timeUnderWay)
    await host.sweep()
    #expect(try await host.settled(key).question?.prompt.id == "still")
    #expect(try await bank.store.due(by: .distantFuture, limit: 9).isEmpty)
    await host.close()
  }

  @Test func `a host that is ending leaves what is due to the next`() async throws {
    let bank = try await bankWithDueSession()
    let host = bank.host()
    await host.close()
    await host.sweep()
    #expect(try await bank.store.due(by: bank.clock.now, limit: 9) == [key])
  }

  @Test func `a commit that another node begins while a session is taken up stays due`()
    async throws
  {
    let bank = HostedBank { InterruptedStore(base: $0) }
    let store = try #require(bank.store as? InterruptedStore)
    let (one, other) = (bank.host(), bank.host())
    try await bank.start(one, as: key, answering: 2)
    try await store.schedule(key, at: bank.clock.now)
    let gate = Gate<Void>()
    bank.outside.replying.withLock { $0 = gate }
    let began = Shared(false)
    store.interrupt { [bank, key] in
      let reply = try? await one.answer(key, .answer(true))
      #expect(reply?.reception == .accepted)
      try? await eventually("the commit is sent") { bank.outside.attempts == 1 }
      began.change { $0 = true }
    }
    // It finds a question, and would take the session off.
    await other.sweep()
    #expect(began.value)
    let soon = bank.clock.now + SessionSummary.timeUnderWay
    #expect(try await store.due(by: soon, limit: 9) == [key], "nobody takes it up")
    gate.open()
    #expect(try await one.settled(key).question?.prompt.id == "note")
    #expect(try await store.due(by: .distantFuture, limit: 9).isEmpty)
  }

  @Test func `a commit that is repeated is left to the host that took the session up`()
    async throws
  {
    let bank = HostedBank()
    let killed = bank.host()
    let first = try await bank.startCommit(killed, as: key)
    let gate = Gate<Void>()
    bank.outside.replying.withLock { $0 = gate }
    bank.clock.advance(to: HostedBank.now + 61)
    let (host, other) = (bank.host(), bank.host())
    await host.sweep()
    try await eventually("the commit is repeated") { bank.outside.attempts == 2 }
    await other.sweep()
    #expect(!other.table.hasInMemory(key))
    #expect(bank.outside.attempts == 2 && bank.outside.sent.count == 1)
    gate.open()
    #expect(try await host.settled(key).question?.prompt.id == "note")
    #expect(try await bank.store.due(by: .distantFuture, limit: 9).isEmpty)
    first.open()
  }
}
