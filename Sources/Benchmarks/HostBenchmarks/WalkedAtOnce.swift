import Flowline
import FlowlineHost
import FlowlineSQLite
import Foundation
import Measuring

extension Bench {
  /// So many sessions walked at once, a task each: all have begun before any is answered for the last
  /// time.
  ///
  /// - Parameters:
  ///   - count: how many sessions, each of a user of its own.
  ///   - inMemory: how many the host keeps in memory.
  func walk(_ count: Int, inMemory: Int) async throws {
    let questions = 5
    let host = host(sessionsInMemory: inMemory, questions: questions)
    let keys = (0..<count).map { SessionKey(UserID("user \($0)"), .newSession()) }
    try await warmUp()
    let empty = residentBytes
    report(
      "\(text(count)) sessions of \(questions) questions walked at once, "
        + "at most \(text(inMemory)) in memory")
    let began = try await seconds {
      try await forAll(keys) { key in
        try await host.start("counting", as: key, in: environment)
        for _ in 1..<questions { try await answer(key, host) }
      }
    }
    let held = residentBytes - empty
    let estimated = host.memory
    let open = try await unfinished(count)
    let ended = try await seconds { try await forAll(keys) { try await answer($0, host) } }
    let answers = count * questions
    report(
      "  \(text(open)) were under way at one moment; the program had grown by "
        + "\(text(held >> 20)) MB, \(text(held / count)) bytes a session")
    report(
      "  by the host's estimate the \(text(estimated.sessions)) in memory have "
        + "\(text(estimated.bytes >> 20)) MB, "
        + "\(text(estimated.bytes / max(1, estimated.sessions))) bytes a session: "
        + "\(text(Double(estimated.bytes) / Double(max(1, held)))) times that")
    report(
      "  \(text(Int(Double(answers) / (began + ended)))) answers/s, starts included; "
        + "\(text(began + ended)) s in all, the last \(text(count)) answers \(text(ended)) s")
    report("  unfinished in the end: \(text(try await unfinished(count)))")
    if let bytes = store.bytes { report("  \(text(bytes / count)) bytes a session in the file") }
    await host.close()
  }

  /// What every program of the kind has in memory, however many sessions there are: threads, caches.
  private func warmUp() async throws {
    let host = host()
    try await forAll((0..<100).map { SessionKey(UserID("warm \($0)"), .newSession()) }) { key in
      try await host.start("counting", as: key, in: environment)
      try await answer(key, host)
      _ = try await host.cancel(key)
    }
    await host.close()
  }

  private func forAll(
    _ keys: [SessionKey], _ body: @escaping @Sendable (SessionKey) async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, key) in keys.enumerated() {
        // A database takes only so many calls at once.
        if number >= store.callsAtOnce { try await group.next() }
        group.addTask { try await body(key) }
      }
      try await group.waitForAll()
    }
  }

  /// How many sessions the store has that can be resumed, counted page by page.
  private func unfinished(_ count: Int) async throws -> Int {
    var query = SessionQuery(of: nil, standings: [.unfinished], limit: 10_000)
    var found = 0
    repeat {
      let page = try await store.journals.list(query)
      found += page.items.count
      query.after = page.next
    } while query.after != nil
    return found
  }
}
