import Flowline
import FlowlineHost
import FlowlineSQLite
import Foundation
import Measuring

extension Bench {
  /// Durable answers of so many sessions at once beside bare inserts one after the other, in turn.
  func compareAnswers(in store: SQLiteJournalStore) async throws {
    report("durable answers of a host's sessions at once, beside bare inserts one by one")
    let bare = try BareInserts(path: store.path)
    for sessions in [1, 8, 64, 512] {
      let host = host()
      let keys = (0..<sessions).map { SessionKey(UserID("user \($0)"), UUID()) }
      for key in keys { try await host.start("counting", as: key, in: environment) }
      let rounds = max(4, 1024 / sessions)
      let inserts = min(sessions, 8)
      var (hosted, inserted): ([Double], [Double]) = ([], [])
      let before = store.writes
      for _ in 0..<rounds {
        hosted.append(try await seconds { try await answerOnce(keys, host) } / Double(sessions))
        inserted.append(
          try await seconds { for _ in 0..<inserts { try await bare.insert() } } / Double(inserts))
      }
      let syncs = Double(store.writes.syncs - before.syncs) / Double(sessions * rounds)
      report(
        "  \(sessions): \(text(Int(1 / hosted.median))) answers/s, \(text(syncs)) syncs an answer; "
          + "bare \(text(Int(1 / inserted.median)))/s; ratio \(text(hosted.median / inserted.median))"
      )
      await host.close()
    }
  }

  private func answerOnce(_ keys: [SessionKey], _ host: SessionHost) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for key in keys {
        group.addTask { try await answer(key, host) }
      }
      try await group.waitForAll()
    }
  }
}
