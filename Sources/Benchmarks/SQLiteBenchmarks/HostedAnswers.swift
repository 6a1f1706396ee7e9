import Flowline
import FlowlineSQLite
import FoundationEssentials
import GRDB

/// Durable answers of so many sessions at once, beside a bare insert and commit, in turn.
///
/// An answer is what a session keeps of it: the answer, which must be durable, and the question that is
/// shown behind it, which need not be.
func compareHostedAnswers(in folder: String) async throws {
  print("durable answers of sessions at once (SQLite store for hosts) / bare inserts one by one")
  for sessions in [1, 8, 64, 512] {
    let store = try SQLiteJournalStore(path: "\(folder)/hosted-\(sessions).sqlite")
    let bare = try BareInserts(path: "\(folder)/bare-\(sessions).sqlite")
    var records: [HostedSession] = []
    for number in 0..<sessions {
      let key = SessionKey(UserID("user \(number)"), UUID())
      records.append(HostedSession(try await store.begin(key)))
    }
    let (rounds, answers) = (10, max(8, 100 / sessions))
    var (subjects, bares, ratios): ([Double], [Double], [Double]) = ([], [], [])
    var syncs = 0
    for round in 0...rounds {
      let before = store.writes.syncs
      let subject = try await milliseconds { try await answer(records, answers) }
      let insert = try milliseconds { for _ in 0..<100 { try bare.insert() } } / 100
      // The first makes the sessions.
      guard round > 0 else { continue }
      syncs += store.writes.syncs - before
      subjects.append(Double(sessions * answers) / subject * 1000)
      bares.append(1000 / insert)
      ratios.append(Double(sessions * answers) / subject * insert)
    }
    let count = sessions * answers * rounds
    print(
      "  \(sessions) at once: \(median(subjects)) a second, bare \(median(bares)) a second, "
        + "ratio \(median(ratios)); syncs an answer \(text(of: Double(syncs) / Double(count)))")
    await store.close()
  }
}

private func answer(_ sessions: [HostedSession], _ answers: Int) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    for session in sessions {
      group.addTask { for _ in 0..<answers { try await session.answer() } }
    }
    try await group.waitForAll()
  }
}

/// The record of a session, answered without end.
private actor HostedSession {
  private let record: any JournalRecord
  private var number = 0

  init(_ record: any JournalRecord) { self.record = record }

  func answer() async throws {
    try await change("answer number 5\n", isDurable: true)
    try await change("show number number\n", isDurable: false)
  }

  private func change(_ line: String, isDurable: Bool) async throws {
    number += 1
    try await record.change(
      .append(line, isDurable: isDurable, UUID()), at: number, summary: .parked(answers: number / 2)
    )
  }
}

/// Rows of an answer's size, each in a transaction of its own that is synced.
private final class BareInserts {
  private let queue: DatabaseQueue
  private let row = Data(repeating: UInt8(ascii: "x"), count: 35)

  init(path: String) throws {
    queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
          CREATE TABLE part (number INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
          """)
    }
  }

  func insert() throws {
    try queue.writeWithoutTransaction { db in
      try db.cachedStatement(sql: "INSERT INTO part (bytes) VALUES (?)").execute(arguments: [row])
    }
  }
}

extension SessionSummary {
  static func parked(answers: Int) -> SessionSummary {
    SessionSummary(
      flow: "counting", version: 1, world: "sandbox", started: Date(timeIntervalSince1970: 1.7e9),
      answers: answers, firstAnswers: [5],
      standing: .unfinished(at: StepPath(["counting", "number"])),
      isUnderWay: false)
  }
}
