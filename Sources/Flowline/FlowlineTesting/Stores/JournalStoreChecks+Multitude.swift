import Flowline
import FoundationEssentials

extension JournalStoreConformance {
  /// Many sessions, and many changes at once.
  static let multitudeChecks: [Check] = [
    Check("changes many sessions at once, each in order") { trial in
      let stores = [try await trial.store(), try await trial.store()]
      let keys = (0..<100).map { SessionKey(UserID("user \($0 % 7)"), UUID()) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, key) in keys.enumerated() {
          group.addTask {
            let record = try await stores[index % 2].begin(key)
            for number in 1...10 {
              try await record.add("\(number)\n", at: number, isDurable: number % 3 > 0)
            }
            if index % 10 == 9 { try await stores[index % 2].remove(key) }
          }
        }
        try await group.waitForAll()
      }
      for store in stores { await store.close() }
      let again = try await trial.store()
      let left = keys.indices.filter { $0 % 10 < 9 }.map { keys[$0] }
      let listed = try await all(SessionQuery(of: nil, limit: 13), in: again)
      trial.expect(
        listed.count == left.count && Set(listed) == Set(left.map(\.session)),
        "lists \(listed.count) of \(left.count)")
      for key in left {
        let kept = try await again.open(key).contents()
        trial.expect(kept.number == 10, "one has \(kept.number) of 10 changes")
        trial.expect(
          String(decoding: kept.bytes, as: UTF8.self), is: "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n",
          "one")
      }
    },

    Check("lets several nodes count in one session, none of them twice") { trial in
      let key = SessionKey("ada", UUID())
      try await trial.keep(key, "0\n", in: trial.store())
      let stores = [try await trial.store(), try await trial.store()]
      let counted = try await withThrowingTaskGroup(of: Int.self) { group in
        for node in 0..<6 {
          group.addTask {
            var counted = 0
            while counted < 10 {
              let record = try await stores[node % 2].open(key)
              let kept = try await record.contents()
              do throws(StoreFailure) {
                // Nobody else counts between the reading and the writing.
                if kept.number % 5 == 4 {
                  try await record.change(
                    .replace(with: "\(kept.number)\n", UUID()), at: kept.number + 1,
                    summary: .asking)
                } else {
                  try await record.add("\(kept.number)\n", at: kept.number + 1)
                }
                counted += 1
              } catch {
                guard error.code == .overtaken else { throw error }
              }
            }
            return counted
          }
        }
        return try await group.reduce(0, +)
      }
      let text = try await trial.store().open(key).text()
      let last = text.split(separator: "\n").last.flatMap { Int($0) }
      trial.expect(last == counted, "\(counted) were counted to \(text)")
    },
  ]
}
