import Flowline
import FoundationEssentials

extension JournalStoreConformance {
  /// How sessions are taken up by themselves.
  static let dueChecks: [Check] = [
    Check("takes up what is due, the longest due first") { trial in
      let store = try await trial.store()
      let keys = (0..<4).map { _ in SessionKey("ada", UUID()) }
      for key in keys { try await trial.keep(key, in: store) }
      let now = Date(timeIntervalSince1970: 1_800_000_000)
      for (key, wait) in zip(keys, [30.0, 10, 20]) {
        try await store.schedule(key, at: now + wait)
      }
      let again = try await trial.store()
      func due(_ wait: Double, _ limit: Int = 9) async throws -> [SessionKey] {
        try await again.due(by: now + wait, limit: limit)
      }
      trial.expect(try await due(9).isEmpty, "one is due too early")
      trial.expect(try await due(10) == [keys[1]], "the first is not due")
      trial.expect(try await due(99) == [keys[1], keys[2], keys[0]], "the order is another")
      trial.expect(try await due(99, 1) == [keys[1]], "the limit is not kept")
      try await store.schedule(keys[1], at: nil)
      try await store.open(keys[2]).add("x\n", at: 2)
      trial.expect(try await due(99) == [keys[0]], "one that was changed is still due")
    },

    Check("does not take up what was changed after it was scheduled, time and again") { trial in
      let store = try await trial.store()
      let key = SessionKey("ada", UUID())
      let record = try await trial.keep(key, in: store)
      for number in 2..<5 {
        try await record.add("x\n", at: number)
        let due = try await store.due(by: .distantFuture, limit: 9)
        trial.expect(due.isEmpty, "one that was changed is still due")
        try await store.schedule(key, at: .distantPast)
        trial.expect(try await store.due(by: .distantFuture, limit: 9) == [key], "it is not due")
      }
    },

    Check("takes up what was left in the middle, after a while") { trial in
      let store = try await trial.store()
      let key = SessionKey("ada", UUID())
      let record = try await trial.keep(key, "x\n", .underWay, in: store)
      let changed = try await store.find(key)?.changed ?? .distantPast
      let moment = changed + SessionSummary.timeUnderWay
      trial.expect(try await store.due(by: moment - 1, limit: 9).isEmpty, "it is due at once")
      trial.expect(try await store.due(by: moment + 1, limit: 9) == [key], "it is not due")
      try await record.add("y\n", at: 2)
      trial.expect(try await store.due(by: .distantFuture, limit: 9).isEmpty, "it is still due")
    },

    Check("lets nobody who looked at a session take away what was begun since") { trial in
      let store = try await trial.store()
      let key = SessionKey("ada", UUID())
      let record = try await trial.keep(key, in: store)
      guard let seen = try await record.contents().attempt else {
        return trial.record("the attempt of its change is not known")
      }
      let later = Date(timeIntervalSince1970: 1_900_000_000)
      trial.expect(try await store.schedule(key, at: later, after: seen), "it was not scheduled")
      trial.expect(try await store.due(by: later, limit: 9) == [key], "it is not due")
      trial.expect(try await store.due(by: later - 1, limit: 9).isEmpty, "it is due too early")
      let foreign = SessionKey("bob", key.session)
      trial.expect(
        try await !store.schedule(foreign, at: nil, after: seen), "another's was scheduled")
      trial.expect(try await store.schedule(key, at: nil, after: seen), "it was not taken off")
      trial.expect(try await store.due(by: later, limit: 9).isEmpty, "it is still due")
      try await trial.store().open(key).add("x\n", at: 2, .underWay)
      for moment in [nil, Date.distantFuture] {
        trial.expect(
          try await !store.schedule(key, at: moment, after: seen), "it was scheduled")
        let changed = try await store.find(key)?.changed ?? .distantPast
        let due = try await store.due(by: changed + SessionSummary.timeUnderWay + 1, limit: 9)
        trial.expect(due == [key], "what was begun is not due")
      }
      try await store.remove(key)
      trial.expect(try await !store.schedule(key, at: later, after: seen), "one that is gone was")
      trial.expect(try await store.due(by: .distantFuture, limit: 9).isEmpty, "one gone is due")
    },

    Check("tells what is held, which is not taken up, by a change without lines") { trial in
      let store = try await trial.store()
      let key = SessionKey("ada", UUID())
      let record = try await trial.keep(key, "x\n", .underWay, in: store)
      for (number, summary) in zip(2..., [SessionSummary.held, .underWay]) {
        try await record.add("", at: number, summary)
        let again = try await trial.store()
        trial.expect(try await again.find(key)?.summary == summary, "it tells something else")
        let isDue = try await again.due(by: .distantFuture, limit: 9) == [key]
        trial.expect(isDue == summary.isUnderWay, "it is \(isDue ? "" : "not ")due")
        let kept = try await again.open(key).contents()
        trial.expect(kept.number == number, "it is at \(kept.number)")
        trial.expect(String(decoding: kept.bytes, as: UTF8.self), is: "x\n", "the record")
      }
    },
  ]
}
