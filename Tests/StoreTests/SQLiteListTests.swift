import Flowline
import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import FlowlineSQLite

/// How the store for hosts lists sessions, and what that costs each change.
struct SQLiteListTests {
  private let trial: JournalTrial

  init() throws { trial = try JournalTrial() }

  @Test(arguments: [true, false], [true, false])
  func `lists are read from indexes, from where the page begins`(
    newestFirst: Bool, isOfUser: Bool
  ) async throws {
    let store = try trial.store()
    for flow in [nil, "shop"] as [FlowID?] {
      for standing in SessionSummary.Standing.Kind.allCases {
        for (end, moment) in [(nil, nil), (PageEnd(changed: 1, number: 1), Date.distantFuture)]
          as [(PageEnd?, Date?)]
        {
          let query = SessionQuery(
            of: isOfUser ? "ada" : nil, flow: flow, changedBefore: moment,
            newestFirst: newestFirst)
          let index = isOfUser ? "sessionOfUser (user=? AND " : "sessionByStanding ("
          let below = newestFirst ? " AND minute<?" : " AND minute>? AND minute<?"
          for words in standing.columnWords {
            let statement = ListStatement(query, words, behind: end)
            let plan = try await store.plan(statement.sql, statement.arguments + [10])
            switch words {
            case .word:
              let bounds = "standing=?\(end == nil ? "" : below)"
              // Minute by minute: what is sorted are the sessions of one.
              #expect(plan.first == "SEARCH session USING INDEX \(index)\(bounds))")
              #expect(plan.count == 2 && plan.last?.hasPrefix("USE TEMP B-TREE FOR ") ?? false)
              #expect(plan.last != "USE TEMP B-TREE FOR ORDER BY", "all are sorted")
            case .between(let first, let last):
              let bounds = [first.map { _ in "standing>?" }, last.map { _ in "standing<?" }]
                .compactMap(\.self).joined(separator: " AND ")
              #expect(plan.first == "SEARCH session USING INDEX \(index)\(bounds))")
            }
          }
        }
      }
    }
  }

  @Test(arguments: 0..<4)
  func `pages are what a list of all would be cut into`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    // Before 1970 as well, where minutes are rounded the other way.
    let moment = Mutex(Date(timeIntervalSince1970: seed == 0 ? -600 : 1_790_000_000))
    let store = try trial.store { moment.withLock { $0 } }
    let standings: [SessionSummary.Standing] = [
      .unfinished(at: StepPath(["shop"])), .finished(1), .cancelled(.user), .failed("it broke"),
    ]
    var sessions: [(record: any JournalRecord, changes: Int, flow: FlowID, user: UserID)] = []
    var changed: [UUID: SessionPage.Item] = [:]
    for _ in 0..<120 {
      // Several changes in most minutes, and minutes without any.
      let seconds = Double.random(in: 0..<50, using: &random)
      moment.withLock { $0 += seconds }
      if sessions.count < 5 || sessions.count < 40 && Bool.random(using: &random) {
        let user: UserID = Bool.random(using: &random) ? "ada" : "eve"
        let flow: FlowID = Bool.random(using: &random) ? "shop" : "book"
        sessions.append((try await store.begin(SessionKey(user, UUID())), 0, flow, user))
      }
      let index = Int.random(in: 0..<sessions.count, using: &random)
      sessions[index].changes += 1
      let (record, number, flow, user) = sessions[index]
      let summary = SessionSummary(
        flow: flow, version: 1, world: nil, started: nil, answers: number, firstAnswers: [],
        standing: try #require(standings.randomElement(using: &random)),
        isUnderWay: Bool.random(using: &random))
      try await record.change(
        .append("line\n", isDurable: true, UUID()), at: number, summary: summary)
      let found = try #require(try await store.find(SessionKey(user, record.session)))
      changed[record.session] = SessionPage.Item(SessionKey(user, record.session), found)
    }
    let middle = changed.values.map(\.session.changed).sorted()[changed.count / 2]
    for (user, flow) in [(nil, nil), ("ada", nil), (nil, "shop")] as [(UserID?, FlowID?)] {
      for (newestFirst, limit) in [(true, nil), (false, nil), (true, middle), (false, middle)] {
        let query = SessionQuery(
          of: user, flow: flow, standings: [.unfinished, .finished, .failed], changedBefore: limit,
          newestFirst: newestFirst, limit: 7)
        let expected = changed.values.filter { item in
          query.standings.contains(item.session.standing.kind)
            && (user.map { $0 == item.key.user } ?? true)
            && (flow.map { $0 == item.session.summary.flow } ?? true)
            && (limit.map { item.session.changed < $0 } ?? true)
        }.sorted { ($0.session.changed < $1.session.changed) != newestFirst }
        let pages = try await store.pages(of: query)
        #expect(pages.flatMap(\.items) == expected)
        #expect(pages.dropLast().allSatisfy { $0.items.count == 7 })
      }
    }
  }

  @Test(arguments: ["ada", nil] as [UserID?])
  func `a session that a newer version tells in a word of its own is listed as a newer one`(
    user: UserID?
  ) async throws {
    let store = try trial.store()
    var keys: [SessionKey] = []
    // Before, between and behind the words that this version knows, and its own.
    let words = ["asleep", "dozing", "frozen", "newer", "waiting"]
    for word in words {
      let key = SessionKey("ada", try await store.keep().session)
      keys.append(key)
      try trial.tamper(
        """
        UPDATE session SET standing = '\(word)',
          summary = json_set(summary, '$.standing', json('{"kind":"\(word)"}'))
        WHERE id = x'\(key.session.uuidString.replacing("-", with: ""))'
        """)
    }
    _ = try await store.keep()
    for newestFirst in [true, false] {
      var query = SessionQuery(of: user, standings: [.newer], newestFirst: newestFirst, limit: 2)
      let found = try await store.pages(of: query).flatMap(\.items)
      #expect(found.map(\.key) == (newestFirst ? keys.reversed() : keys))
      #expect(found.allSatisfy { $0.session.standing.kind == .newer })
      query.standings.remove(.newer)
      query.standings.insert(.unfinished)
      #expect(try await store.list(query).items.count == 1)
    }
    let all = SessionQuery(of: user)
    #expect(try await store.list(all).items.count == words.count + 1)
  }

  @Test func `a change in the minute of the one before moves no entry of a list`() async throws {
    let moment = Mutex(Date(timeIntervalSince1970: 1_790_000_000))
    let store = try trial.store { moment.withLock { $0 } }
    var records: [any JournalRecord] = []
    for _ in 0..<50 { records.append(try await store.keep(SessionKey("ada", UUID()))) }

    /// How many pages of the file the next change of each session writes.
    func pages(number: Int) async throws -> Double {
      try trial.tamper("PRAGMA wal_checkpoint(TRUNCATE)")
      for record in records { try await record.add("line\n", at: number) }
      let log = try #require(FileManager.default.contents(atPath: trial.path + "-wal"))
      return Double((log.count - 32) / (24 + 4_096)) / Double(records.count)
    }

    // The session's row, and what was added.
    #expect(try await pages(number: 2) < 2.5)
    moment.withLock { $0 += 60 }
    #expect(try await pages(number: 3) > 3.5)
    #expect(try await pages(number: 4) < 2.5)
  }

  @Test func `the minute is that of the change, also if an older version writes it`() async throws {
    let store = try trial.store { Date(timeIntervalSince1970: 1_790_000_000) }
    _ = try await store.keep()
    try trial.tamper("UPDATE session SET changed = 7200000001")
    try trial.tamper(
      """
      INSERT INTO session (id, user, last, attempt, standing, changed, answers, summary)
      SELECT randomblob(16), x'657665', 1, randomblob(16), standing, 60000000, 0, summary FROM session
      """)
    let minutes = try await store.file.pool.read { db in
      try Int.fetchAll(db, sql: "SELECT minute FROM session ORDER BY number")
    }
    #expect(minutes == [120, 1])
  }

  @Test func `the sessions of an older file are listed as they were`() async throws {
    let store = try trial.store()
    var keys: [SessionKey] = []
    for _ in 0..<5 { keys.append(SessionKey("ada", try await store.keep().session)) }
    let items = try await store.list(SessionQuery(of: "ada")).items
    await store.close()
    try trial.tamper(
      """
      DROP TRIGGER sessionAdded; DROP TRIGGER sessionChanged;
      DROP INDEX sessionOfUser; DROP INDEX sessionByStanding;
      ALTER TABLE session DROP COLUMN minute;
      CREATE INDEX sessionOfUser ON session(user, standing, changed, number, flow);
      CREATE INDEX sessionByStanding ON session(standing, changed, number, flow);
      DELETE FROM grdb_migrations WHERE identifier = 'lists by the minute of the last change';
      """)
    let again = try trial.store()
    let query = SessionQuery(of: "ada", limit: 2)
    #expect(try await again.pages(of: query).flatMap(\.items) == items)
    #expect(items.map(\.key) == keys.reversed())
  }
}

extension SQLiteJournalStore {
  /// A list's pages, the first one first.
  fileprivate func pages(of query: SessionQuery) async throws -> [SessionPage] {
    var (query, pages) = (query, [try await list(query)])
    while let next = pages.last?.next {
      query.after = next
      pages.append(try await list(query))
    }
    return pages
  }
}
