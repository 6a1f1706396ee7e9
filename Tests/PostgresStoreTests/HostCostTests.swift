import Flowline
import FlowlineHost
import Foundation
import Testing

@testable import FlowlinePostgres

/// What a host asks of its database for an answer.
struct HostCostTests {
  private let environment = FlowEnvironment(
    locale: Locale(identifier: "en_GB"), timeZone: .gmt, now: .distantPast)

  @Test func `the next answer of a parked session is one read and one change`() async throws {
    let store = try await StoreTrial().store()
    let host = host(over: store, sessionsInMemory: 1)
    let parked = SessionKey("ada", UUID())
    let begun = try await host.start("counting", as: parked, in: environment)
    var token = try await answer(parked, at: host, to: begun.question?.token)
    // It takes the one place in memory.
    try await host.start("counting", as: SessionKey("bob", UUID()), in: environment)
    #expect(host.memory.sessions == 1)
    let before = store.calls
    token = try await answer(parked, at: host, to: token)
    #expect(asked(of: store, since: before) == [2, 2])
    _ = try await answer(parked, at: host, to: token)
    #expect(asked(of: store, since: before) == [3, 3], "it is in memory now")
    await host.close()
  }

  @Test func `an answer at another node is one read and one change`() async throws {
    let trial = try await StoreTrial()
    let first = host(over: try await trial.store(node: "first"))
    let key = SessionKey("ada", UUID())
    let begun = try await first.start("counting", as: key, in: environment)
    var token = try await answer(key, at: first, to: begun.question?.token)
    let store = try await trial.store(node: "other")
    let other = host(over: store)
    let before = store.calls
    token = try await answer(key, at: other, to: token)
    // That it was taken over is noted by the same statement.
    #expect(asked(of: store, since: before) == [2, 2])
    #expect(try await trial.texts("SELECT node FROM flowline_audit") == ["other"])
    _ = try await answer(key, at: other, to: token)
    #expect(asked(of: store, since: before) == [3, 3])
    await other.close()
    await first.close()
  }

  /// Statements and transactions.
  private func asked(
    of store: PostgresJournalStore, since before: PostgresJournalStore.Calls
  ) -> [Int] {
    let now = store.calls
    return [now.statements - before.statements, now.transactions - before.transactions]
  }

  /// Answers what a session asks; returns what it asks then.
  private func answer(
    _ key: SessionKey, at host: SessionHost, to token: StepToken?
  ) async throws -> StepToken? {
    let reply = try await host.answer(key, .answer(5), to: token)
    #expect(reply.reception == .accepted)
    return reply.state.question?.token
  }

  private func host(
    over store: PostgresJournalStore, sessionsInMemory count: Int = 9
  ) -> SessionHost {
    var limits = HostLimits()
    limits.sessionsInMemory = count
    return SessionHost(keeping: store, limits: limits) { _ in
      var catalog = FlowCatalog()
      catalog.add(CountingFlow(), summary: "Counts.")
      return HostedWorld(catalog)
    }
  }
}

/// Asks for numbers, one after the other, and adds them up.
private struct CountingFlow: Flow {
  let id: FlowID = "counting"

  func run(_ context: FlowContext) async throws -> Int {
    var sum = 0
    for _ in 0..<9 { sum += try await context.run(NumberScreen("number", "A number?")) }
    return sum
  }
}
