import Flowline
import FlowlineSQLite
import FoundationEssentials

/// So many sessions in a store for hosts, twenty of each user, and what it costs to find some of them.
func parkSessions(_ count: Int, in folder: String) async throws {
  let path = "\(folder)/parked.sqlite"
  let store = try SQLiteJournalStore(path: path)
  let journal =
    "flow counting 1\nlocale en_GB Europe/London\nnow 2026-11-20T12:00:00Z\n"
    + "session 00000000-0000-4000-8000-000000000000\n\n"
    + String(repeating: "show number number\nanswer number 5\n", count: 10)
  var some: [SessionKey] = []
  let made = try await milliseconds {
    for number in 0..<count {
      let key = SessionKey(user(number), UUID())
      if number % max(1, count / 200) == 0 { some.append(key) }
      let record = try await store.begin(key)
      // One in a while is waited for, so that not all of them are in memory.
      try await record.change(
        .append(journal, isDurable: number % 1_000 == 999, UUID()), at: 1,
        summary: .parked(answers: 10))
    }
    await store.close()
  }
  print("\(count) parked sessions: \(text(of: made / Double(count) * 1000)) µs each to keep")
  let again = try SQLiteJournalStore(path: path)
  let memory = residentMegabytes()
  func report(_ what: String, _ body: (SessionKey) async throws -> Void) async throws {
    var times: [Double] = []
    for key in some { times.append(try await milliseconds { try await body(key) } * 1000) }
    let sorted = times.sorted()
    print("  \(what): \(median(times)) µs, worst \(text(of: sorted.last ?? 0)) µs")
  }
  try await report("a user's page of 20") { key in
    _ = try await again.list(SessionQuery(of: key.user, limit: 20))
  }
  try await report("the first page of 50 of all") { _ in
    _ = try await again.list(SessionQuery(of: nil))
  }
  var query = SessionQuery(of: nil)
  try await report("the next page of 50 of all") { _ in
    query.after = try await again.list(query).next
  }
  try await report("the first 50 that were changed before") { key in
    let changed = try await again.find(key)?.changed
    _ = try await again.list(
      SessionQuery(
        of: nil, standings: [.unfinished], changedBefore: changed, newestFirst: false))
  }
  try await report("what is due") { _ in _ = try await again.due(by: .distantFuture, limit: 50) }
  try await report("what is told of one") { key in _ = try await again.find(key) }
  try await report("one opened and read") { key in _ = try await again.open(key).contents() }
  try await report("one answered, alone") { key in
    try await again.open(key).change(
      .append("answer number 5\n", isDurable: true, UUID()), at: 2, summary: .parked(answers: 11))
  }
  print("  memory: \(text(of: residentMegabytes() - memory)) MB more than when it was opened")
  await again.close()
}

private func user(_ number: Int) -> UserID { UserID("user-\(number / 20)") }

/// What the process has in memory, by proc(5).
private func residentMegabytes() -> Double {
  let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
  return Double(pages?.dropFirst().first.flatMap { Int($0) } ?? 0) * 4096 / 1_048_576
}
