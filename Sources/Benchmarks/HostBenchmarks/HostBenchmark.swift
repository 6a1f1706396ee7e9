import Flowline
import FlowlineHost
import FlowlineSQLite
import Foundation
import GRDB

/// Asks for a number again and again.
struct CountingFlow: Flow {
  let id: FlowID = "counting"

  func run(_ context: FlowContext) async throws -> Int {
    var sum = 0
    while true { sum += try await context.run(NumberScreen("number", "A number?")) }
  }
}

struct HostBenchmark {
  let store: SQLiteJournalStore
  let folder: String
  private let environment = FlowEnvironment.current

  private func host(_ limits: HostLimits) -> SessionHost {
    SessionHost(keeping: store, limits: limits) { _ in
      var catalog = FlowCatalog()
      catalog.add(CountingFlow(), summary: "Counts.")
      return HostedWorld(catalog)
    }
  }

  private var limits: HostLimits {
    var limits = HostLimits()
    limits.sessionsPerUser = .max
    limits.callsPerUser = .max
    return limits
  }

  // MARK: - Answers

  /// Durable answers of so many sessions at once beside as many bare inserts, each by itself and in turn
  /// in one run.
  func compareAnswers() async throws {
    print("durable answers a second (SQLite, WAL, synchronous = FULL), beside bare inserts")
    let bare = try DatabaseQueue(path: "\(folder)/bare.sqlite")
    try await bare.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
          CREATE TABLE part (number INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
          """)
    }
    for sessions in [1, 8, 64, 512] {
      let host = host(limits)
      let keys = (0..<sessions).map { _ in SessionKey("bench", UUID()) }
      for key in keys { try await host.start("counting", as: key, in: environment) }
      let rounds = max(4, 1024 / sessions)
      var (hosted, inserted): ([Double], [Double]) = ([], [])
      let before = store.writes
      for _ in 0..<rounds {
        hosted.append(try await seconds { try await answerOnce(keys, host) })
        inserted.append(
          try await seconds {
            // One after the other, of which eight are enough to know what one takes.
            for _ in 0..<min(sessions, 8) { try await insert(into: bare) }
          } / Double(min(sessions, 8)) * Double(sessions))
      }
      let writes = store.writes
      let answers = Double(sessions * rounds)
      let syncs = Double(writes.syncs - before.syncs) / answers
      let (mine, theirs) = (median(hosted), median(inserted))
      print(
        "  \(sessions) sessions: \(Int(Double(sessions) / mine)) answers/s, \(text(syncs)) syncs "
          + "an answer; bare \(Int(Double(sessions) / theirs)) inserts/s; ratio \(text(mine / theirs))"
      )
      await host.close()
    }
  }

  private func answerOnce(_ keys: [SessionKey], _ host: SessionHost) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for key in keys {
        group.addTask { _ = try await host.answer(key, .answer(5)) }
      }
      try await group.waitForAll()
    }
  }

  private func insert(into bare: DatabaseQueue) async throws {
    try await bare.write { db in
      try db.execute(
        sql: "INSERT INTO part (bytes) VALUES (?)", arguments: [Data(count: 60)])
    }
  }

  // MARK: - Parked sessions

  /// So many sessions that were answered once and are not in memory any more.
  func park(_ count: Int) async throws {
    var limits = limits
    limits.sessionsInMemory = 1_000
    let host = host(limits)
    let empty = residentBytes
    print("\(count) sessions, each answered once, at most 1000 of them in memory")
    var keys: [SessionKey] = []
    let time = try await seconds {
      for _ in stride(from: 0, to: count, by: 500) {
        let some = (0..<500).map { number in SessionKey(UserID("user \(number)"), UUID()) }
        try await withThrowingTaskGroup(of: Void.self) { group in
          for key in some {
            group.addTask {
              try await host.start("counting", as: key, in: environment)
              _ = try await host.answer(key, .answer(5))
            }
          }
          try await group.waitForAll()
        }
        if keys.count < 1_000 { keys += some }
      }
    }
    print("  started and answered: \(text(time / Double(count) * 1e6)) µs each")
    await host.sweep()
    print("  the program grew by \((residentBytes - empty) >> 20) MB")
    var first: [Double] = []
    for key in keys.prefix(400) {
      first.append(try await seconds { _ = try await host.answer(key, .answer(7)) })
    }
    print("  the first answer of a parked one: \(text(median(first) * 1e3)) ms")
    var pages: [Double] = []
    for _ in 0..<200 {
      pages.append(
        try await seconds { _ = try await host.list(SessionQuery(of: "user 7", limit: 20)) })
    }
    print("  a page of 20 of a user's sessions: \(text(median(pages) * 1e3)) ms")
    await host.close()
  }

  private var residentBytes: Int {
    let status = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (status.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
  }

  private func seconds(_ body: () async throws -> Void) async rethrows -> Double {
    let clock = ContinuousClock()
    let began = clock.now
    try await body()
    let passed = clock.now - began
    return Double(passed.components.seconds) + Double(passed.components.attoseconds) * 1e-18
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private func text(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }
}
