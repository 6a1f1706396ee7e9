import Flowline
import FlowlineSQLite
import FoundationEssentials
import GRDB
import Glibc

/// A durable answer beside a bare insert of a row of the same size, in turn; both with the log that
/// is synced with each commit, and by the wall.
func compareAnswers(in folder: String) throws {
  let store = try SQLiteStore(path: "\(folder)/sessions.sqlite")
  let session = try KeptSession(in: store)
  let row = Data(repeating: UInt8(ascii: "x"), count: session.bytesAnswer)
  let bare = try DatabaseQueue(path: "\(folder)/bare.sqlite")
  try bare.writeWithoutTransaction { db in
    try db.execute(
      sql: """
        PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
        CREATE TABLE part (number INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
        """)
  }
  var (subjects, bares, ratios): ([Double], [Double], [Double]) = ([], [], [])
  for _ in 0..<400 {
    let subject = milliseconds { for _ in 0..<5 { session.answer() } } / 5
    let insert = try milliseconds {
      for _ in 0..<5 {
        try bare.writeWithoutTransaction { db in
          try db.cachedStatement(sql: "INSERT INTO part (bytes) VALUES (?)")
            .execute(arguments: [row])
        }
      }
    }
    subjects.append(subject)
    bares.append(insert / 5)
    ratios.append(subject / (insert / 5))
  }
  print("a durable answer (SQLite store) / a bare insert, WAL, synchronous = FULL")
  print("  subject \(median(subjects)) ms, bare \(median(bares)) ms, ratio \(median(ratios))")
}

/// So many sessions of ten answers each in one store, half of them ended.
func keepMany(_ count: Int, in store: any SessionStore) throws {
  var sessions: [UUID] = []
  let unfinished =
    "flow counting 1\nlocale en_GB Europe/London\nnow 2026-11-20T12:00:00Z\n"
    + "session 00000000-0000-4000-8000-000000000000\n\n"
    + String(repeating: "show number number\nanswer number 5\n", count: 10)
  func report(_ what: String, each count: Int, _ body: () throws -> Void) rethrows {
    let time = try milliseconds(body)
    print("\(what): \(text(of: time / Double(count))) ms each, \(text(of: time)) ms in all")
    fflush(nil)
  }
  try report("begin, add durably, close; \(count) of them", each: count) {
    for number in 0..<count {
      let session = UUID()
      let record = try store.begin(session)
      let end = number % 2 == 0 ? "finish 50\n" : "show number number\n"
      try record.append(unfinished + end, isDurable: true)
      record.close()
      sessions.append(session)
    }
  }
  let few = min(count, 1000)
  let some = (0..<few).map { sessions[$0 * count / few] }
  var records: [any SessionRecord] = []
  try report("open one of \(count)", each: few) {
    for session in some { records.append(try store.open(session)) }
  }
  try report("read it", each: few) { for record in records { _ = try record.contents() } }
  try report("append durably", each: few) {
    for record in records {
      try record.append("answer number 5\nshow number number\n", isDurable: true)
    }
  }
  for record in records { record.close() }
  try report("list the last 20", each: 1) { _ = try store.sessions(limit: 20) }
  try report("list all \(count)", each: count) { _ = try store.sessions() }
}

private func milliseconds(_ body: () throws -> Void) rethrows -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
  let start = now()
  try body()
  return now() - start
}

private func median(_ values: [Double]) -> String { text(of: values.sorted()[values.count / 2]) }

private func text(of value: Double) -> String { "\((value * 1000).rounded() / 1000)" }
