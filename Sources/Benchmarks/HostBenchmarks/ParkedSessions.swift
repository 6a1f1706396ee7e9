import Flowline
import FlowlineHost
import FlowlineSQLite
import Foundation
import Measuring

extension Bench {
  /// So many sessions that were answered once and are not in memory any more: twenty of each user, at most
  /// a thousand in memory.
  func park(_ count: Int) async throws {
    let host = host(sessionsInMemory: 1_000)
    let empty = residentBytes
    report(
      "\(text(count)) sessions of \(text(count / 20)) users, each answered once, "
        + "at most 1,000 in memory")
    var some: [SessionKey] = []
    let atOnce = 500
    let time = try await seconds {
      for first in stride(from: 0, to: count, by: atOnce) {
        let keys = (first..<min(count, first + atOnce)).map {
          SessionKey(UserID("user \($0 / 20)"), .newSession())
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
          for key in keys {
            group.addTask {
              try await host.start("counting", as: key, in: environment)
              try await answer(key, host)
            }
          }
          try await group.waitForAll()
        }
        // One in a while, so that they lie all over the file.
        if first / atOnce % max(1, count / atOnce / 1_000) == 0 { some += keys.prefix(1) }
      }
    }
    report("  started and answered: \(text(time / Double(count) * 1e6)) µs each")
    await host.sweep()
    report("  the program has grown by \(text((residentBytes - empty) >> 20)) MB")
    if let bytes = store.bytes {
      report(
        "  the file has \(text(bytes >> 20)) MB, \(text(bytes / count)) bytes a session")
    }
    try await look(some.shuffled(), host)
    report("  and has grown by \(text((residentBytes - empty) >> 20)) MB after all this")
    await host.close()
  }

  /// What it costs to find some of them.
  private func look(_ keys: [SessionKey], _ host: SessionHost) async throws {
    try await time("the first answer of a parked one", keys) { key in
      try await answer(key, host)
    }
    try await time("its next answer", keys) { key in try await answer(key, host) }
    try await time("a page of 20 of a user's sessions", keys) { key in
      _ = try await host.list(SessionQuery(of: key.user, limit: 20))
    }
    try await time("the first page of 50 of all", keys) { _ in
      _ = try await host.list(SessionQuery(of: nil))
    }
    var query = SessionQuery(of: nil)
    try await time("the next page of 50 of all", keys) { _ in
      query.after = try await host.list(query).next
    }
    try await time("what is due", keys) { _ in
      _ = try await store.journals.due(by: Date(), limit: 50)
    }
  }

  private func time(
    _ what: String, _ keys: [SessionKey], _ body: (SessionKey) async throws -> Void
  ) async throws {
    var times: [Double] = []
    let before = store.statements
    for key in keys.prefix(1_000) {
      times.append(try await seconds { try await body(key) } * 1_000)
    }
    var line = "  \(what): \(text(times.median)) ms, 99 % \(text(times.percentile(99))) ms"
    if let before, let now = store.statements {
      line += ", \(text(Double(now - before) / Double(times.count))) statements"
    }
    report(line)
  }
}
