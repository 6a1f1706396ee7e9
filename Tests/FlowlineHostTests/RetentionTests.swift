import FlowTestSupport
import Flowline
import FoundationEssentials
import TestSupport
import Testing

@testable import FlowlineHost

/// How long what has ended is kept, by a store that forgets by the month and by several nodes.
struct RetentionTests {
  /// A store that says what a test wants of months and of removing.
  private struct MonthlyStore: ForwardingStore {
    let base: any JournalStore
    var forgetsMonths = false
    /// The session that another node removes just before.
    var contested: SessionKey?
    /// The session whose end a newer version has told in a word of its own since, beside the column by which
    /// it is found.
    var newer: SessionKey?
    let months = Shared<[Date]>([])

    func list(_ query: SessionQuery) async throws(StoreFailure) -> SessionPage {
      let page = try await base.list(query)
      return SessionPage(
        page.items.map { item in
          guard item.key == newer else { return item }
          let summary = SessionSummary(
            flow: item.session.flow, version: 1, world: nil, started: nil, answers: 4,
            firstAnswers: [], standing: .newer(format: nil), isUnderWay: false)
          return SessionPage.Item(
            item.key,
            StoredSession(
              item.session.id, summary, changed: item.session.changed, isInUse: false))
        }, next: page.next)
    }

    func remove(_ session: SessionKey) async throws(StoreFailure) {
      if session == contested { try await base.remove(session) }
      try await base.remove(session)
    }

    func forgetMonths(endedBefore moment: Date) async throws(StoreFailure) {
      months.change { $0.append(moment) }
    }
  }

  private let day = 86_400.0

  private func kept(_ host: SessionHost) async throws -> Int {
    try await host.list(SessionQuery(of: nil)).items.count
  }

  @Test func `a store that forgets by the month has time for it before sessions are removed`()
    async throws
  {
    let bank = HostedBank { MonthlyStore(base: $0, forgetsMonths: true) }
    let host = bank.host()
    try await bank.start(host, as: .of("ada"), answering: 4)
    // Ninety days, a month, and the thirty days after which the last of the month is left.
    bank.clock.advance(to: HostedBank.now + 150 * day)
    await host.sweep()
    #expect(try await kept(host) == 1)
    let store = try #require(bank.store as? MonthlyStore)
    #expect(store.months.value == [HostedBank.now + 60 * day])
    bank.clock.advance(to: HostedBank.now + 152 * day)
    await host.sweep()
    #expect(try await kept(host) == 0)
  }

  @Test func `a session that another node removed does not keep the others`() async throws {
    let bank = HostedBank { MonthlyStore(base: $0, contested: .of("ada", 1)) }
    let host = bank.host()
    for number in 1...3 { try await bank.start(host, as: .of("ada", number), answering: 4) }
    bank.clock.advance(to: HostedBank.now + 91 * day)
    await host.sweep()
    #expect(try await kept(host) == 0)
  }

  @Test func `what a newer version tells of a session's end is left to it, and keeps no other`()
    async throws
  {
    let newer = SessionKey.of("ada", 2)
    let bank = HostedBank { MonthlyStore(base: $0, newer: newer) }
    let host = bank.host()
    for number in 1...3 { try await bank.start(host, as: .of("ada", number), answering: 4) }
    for days in [91.0, 500] {
      bank.clock.advance(to: HostedBank.now + days * day)
      await host.sweep()
      #expect(try await host.list(SessionQuery(of: nil)).items.map(\.key) == [newer])
    }
    // Its owner may forget it all the same.
    try await host.forget(newer)
    #expect(try await kept(host) == 0)
  }

  @Test func `a session that ended in a newer format is kept as long as any`() async throws {
    let (bank, key) = (HostedBank(), SessionKey.of("ada"))
    let summary = SessionSummary(
      flow: "transfer", version: 1, world: nil, started: nil, answers: 1, firstAnswers: [],
      standing: .finished("done"), isUnderWay: false)
    try await bank.store.begin(key).change(
      .append("format 3\nstory transfer@1\n", isDurable: true, UUID()), at: 1, summary: summary)
    let host = bank.host()
    for (days, count) in [(89.0, 1), (91, 0)] {
      bank.clock.advance(to: HostedBank.now + days * day)
      await host.sweep()
      #expect(try await kept(host) == count)
    }
  }

  @Test func `an audit's entries expire after the time that it is given`() async throws {
    let (values, key) = (MemoryValueStore(), SessionKey.of("ada"))
    let limits = HostLimits()
    let kept = try #require(limits.longestKept)
    #expect(kept == .seconds(181 * 86_400))
    for audit in [StoredAuditLog(values), StoredAuditLog(values, keptFor: kept)] {
      try await audit.append(
        AuditEntry(.answer, by: .person, at: HostedBank.now, step: nil, answers: 1), to: key)
    }
    let audit = StoredAuditLog(values)
    try await values.removeExpired(by: HostedBank.now + 180 * day)
    #expect(try await audit.entries(of: key).count == 2)
    try await values.removeExpired(by: HostedBank.now + 181 * day)
    #expect(try await audit.entries(of: key).count == 1)
  }
}
