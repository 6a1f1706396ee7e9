import Flowline
import FoundationEssentials
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
