import Flowline
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@testable import FlowlineHost

/// What hosts do by themselves, and several over one store.
struct NodesTests {
  private let bank = HostedBank()
  private let key = SessionKey.of("ada")

  @Test func `of two nodes one is overtaken, reads again and continues`() async throws {
    let (one, other) = (bank.host(), bank.host())
    try await bank.start(one, as: key, answering: 1)
    let state = try await other.state(of: key)
    #expect(state.question?.prompt.id == "amount")
    _ = try await one.answer(key, .answer("20"), to: state.question?.token)
    let reply = try await other.answer(key, .answer("30"), to: state.question?.token)
    #expect(reply.reception == .outdated(.stale))
    #expect(reply.state.question?.prompt.question.text == "Send 20 to Ann?")
    let sure = try await other.answer(key, .answer(true), to: reply.state.question?.token)
    #expect(sure.reception == .accepted)
    _ = try await other.settled(key)
    #expect(bank.outside.sent.values.sorted() == ["Ann 20"])
  }

  @Test func `a session whose moment comes is taken up by itself`() async throws {
    let host = bank.host()
    try await host.start("patient", as: key, in: HostedBank.environment)
    let reply = try await host.answer(key, .answer("so"))
    #expect(reply.state.isSettled)
    #expect(reply.state.underWay.map(\.kind) == [.moment])
    bank.clock.advance(to: HostedBank.now + 7_000)
    await host.sweep()
    #expect(!host.table.hasInMemory(key))
    bank.clock.advance(to: HostedBank.now + 86_399)
    await host.sweep()
    #expect(!host.table.hasInMemory(key))
    bank.clock.advance(to: HostedBank.now + 86_401)
    await host.sweep()
    #expect(host.table.hasInMemory(key))
    #expect(try await host.settled(key).question?.prompt.id == "still")
    #expect(try await bank.store.due(by: .distantFuture, limit: 9).isEmpty)
  }

  /// A node whose users have other worlds.
  private func elsewhere() -> SessionHost {
    let outside = bank.outside
    return SessionHost(keeping: bank.store, clock: bank.clock) { _ in
      var catalog = FlowCatalog()
      catalog.add(TransferFlow(outside: outside))
      catalog.add(PatientFlow())
      return HostedWorld(catalog, name: "another bank")
    }
  }

  @Test func `rule 28: a session of another world stays due for the node that has it`()
    async throws
  {
    try await bank.host().start("patient", as: key, in: HostedBank.environment)
    _ = try await bank.host().answer(key, .answer("so"))
    bank.clock.advance(to: HostedBank.now + 86_401)
    let other = elsewhere()
    for _ in 1...2 {
      await other.sweep()
      #expect(!other.table.hasInMemory(key))
      #expect(try await bank.store.due(by: bank.clock.now, limit: 9) == [key])
    }
    await expect(.otherWorld) { try await other.state(of: key) }
    let home = bank.host()
    await home.sweep()
    #expect(try await home.settled(key).question?.prompt.id == "still")
    await other.sweep()
    let remembered = other.elsewhere.withLock { $0 }
    #expect(remembered.isEmpty, "what was taken up is remembered")
  }

  @Test func `rule 28: however many of another world are due, a node comes to its own`()
    async throws
  {
    let home = bank.host()
    let moment = HostedBank.now - 2
    for number in 1...257 {
      let key = SessionKey.of(UserID("customer \(number)"), number)
      try await bank.start(home, as: key)
      try await bank.store.schedule(key, at: moment)
    }
    let own = SessionKey.of("eve", 999)
    try await bank.start(elsewhere(), as: own)
    try await bank.store.schedule(own, at: moment + 1)
    let other = elsewhere()
    await other.sweep()
    #expect(!other.table.hasInMemory(own))
    await other.sweep()
    #expect(other.table.hasInMemory(own))
    #expect(try await bank.store.due(by: bank.clock.now, limit: 999).count == 257)
  }

  @Test func `what nobody goes on with is left, and forgotten in the end`() async throws {
    let host = bank.host()
    try await bank.start(host, as: .of("ada", 1), answering: 1)
    try await bank.start(host, as: .of("ada", 2), answering: 4)
    try await host.start("patient", as: .of("ada", 3), in: HostedBank.environment)
    bank.clock.advance(to: HostedBank.now + 31 * 86_400)
    await host.sweep()
    #expect(try await host.state(of: .of("ada", 1)).end?.standing == .cancelled(.dismissed))
    #expect(
      try await host.state(of: .of("ada", 2)).end?.standing == .finished("Ann got 20: rent"))
    bank.clock.advance(to: HostedBank.now + 200 * 86_400)
    await host.sweep()
    await expect(.notFound) { try await host.state(of: .of("ada", 1)) }
    await expect(.notFound) { try await host.state(of: .of("ada", 2)) }
  }

  @Test func `what waits for something outside is not left`() async throws {
    let host = bank.host()
    try await host.start("patient", as: key, in: HostedBank.environment)
    _ = try await host.answer(key, .answer("so"))
    var limits = HostLimits()
    limits.abandonedAfter = .seconds(60)
    var impatient = bank
    impatient.limits = limits
    bank.clock.advance(to: HostedBank.now + 3_600)
    await impatient.host().sweep()
    #expect(try await host.state(of: key).end == nil)
  }

  @Test func `a user is erased, in memory and in the store`() async throws {
    let host = bank.host()
    try await bank.start(host, as: .of("ada", 1), answering: 1)
    try await bank.start(host, as: .of("ada", 2), answering: 4)
    try await bank.start(host, as: .of("bob", 3), answering: 1)
    #expect(try await host.erase("ada") == 2)
    await expect(.notFound) { try await host.state(of: .of("ada", 1)) }
    #expect(try await host.list(SessionQuery(of: "ada")).items.isEmpty)
    #expect(try await host.state(of: .of("bob", 3)).question?.prompt.id == "amount")
  }

  @Test func `lists tell of sessions without loading them`() async throws {
    let host = bank.host()
    try await bank.start(host, as: .of("ada", 1), answering: 1)
    try await bank.start(host, as: .of("ada", 2), answering: 4)
    bank.clock.advance(to: HostedBank.now + 7_000)
    await host.sweep()
    let items = try await host.list(SessionQuery(of: "ada")).items
    #expect(
      items.map(\.session.standing) == [
        .finished("Ann got 20: rent"), .unfinished(at: StepPath(["transfer", "amount"])),
      ])
    #expect(items.map(\.session.answers) == [4, 1])
    #expect(items.last?.session.firstAnswers == ["Ann"])
    #expect(host.table.memory.sessions == 0)
  }
}
