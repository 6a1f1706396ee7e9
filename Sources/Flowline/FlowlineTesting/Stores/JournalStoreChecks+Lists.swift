import Flowline
import FoundationEssentials

extension JournalStoreConformance {
  /// Whose sessions are seen.
  static let userChecks: [Check] = [
    Check("shows nobody another's sessions") { trial in
      let store = try await trial.store()
      let key = SessionKey("ada", UUID())
      let record = try await trial.keep(key, in: store)
      let foreign = SessionKey("eve", key.session)
      trial.expect(try await store.find(foreign) == nil, "it is found")
      await trial.expect("opening it", failsWith: .notFound) { _ = try await store.open(foreign) }
      await trial.expect("removing it", failsWith: .notFound) { try await store.remove(foreign) }
      await trial.expect("beginning it", failsWith: .exists) { _ = try await store.begin(foreign) }
      trial.expect(try await store.removeAll(of: "eve") == 0, "something was removed")
      try await store.schedule(foreign, at: .distantPast)
      trial.expect(try await store.due(by: .distantFuture, limit: 9).isEmpty, "it is due")
      let page = try await store.list(SessionQuery(of: "eve"))
      trial.expect(page.items.isEmpty, "it is listed")
      trial.expect(try await record.text() == "one\n", "it was changed")
    },

    Check("forgets all of a user, and nobody else") { trial in
      let store = try await trial.store()
      for user in ["ada", "eve"] as [UserID] {
        for _ in 0..<3 { try await trial.keep(SessionKey(user, UUID()), in: store) }
      }
      trial.expect(try await store.removeAll(of: "ada") == 3, "not three were removed")
      trial.expect(try await store.list(SessionQuery(of: "ada")).items.isEmpty, "some are left")
      trial.expect(try await store.list(SessionQuery(of: "eve")).items.count == 3, "some are gone")
    },
  ]

  /// How sessions are listed and taken up.
  static let listChecks: [Check] = [
    Check("tells what the last change said") { trial in
      let store = try await trial.store()
      let standings: [SessionSummary.Standing] = [
        .unfinished(at: StepPath(["shop", "name"])), .finished(["a": [1, "ü"]]), .finished(.null),
        .cancelled(.declined), .failed("it broke"),
      ]
      for standing in standings {
        let key = SessionKey("ada", UUID())
        let record = try await trial.keep(key, in: store)
        try await record.add("two\n", at: 2, .test(standing, flow: "other"))
        let found = try await trial.store().find(key)
        trial.expect(
          found?.summary == .test(standing, flow: "other"),
          "says \(String(describing: found)) of \(standing)")
      }
    },

    Check("lists in pages, each session once, in order") { trial in
      let store = try await trial.store()
      var order: [UUID] = []
      for number in 0..<23 {
        let key = SessionKey("ada", UUID())
        let isEnded = number.isMultiple(of: 3)
        try await trial.keep(
          key, "x\n",
          .test(
            isEnded ? .finished(1) : .unfinished(at: StepPath(["shop"])),
            flow: number.isMultiple(of: 2) ? "even" : "odd"), in: store)
        order.append(key.session)
      }
      let ended = Set(stride(from: 0, to: 23, by: 3).map { order[$0] })
      let even = Set(stride(from: 0, to: 23, by: 2).map { order[$0] })
      for newestFirst in [true, false] {
        let sorted = newestFirst ? order.reversed() : order
        for user in ["ada", nil] as [UserID?] {
          func expect(_ query: SessionQuery, _ expected: [UUID], _ what: String) async throws {
            let listed = try await all(query, in: store)
            trial.expect(listed == expected, "\(what) are \(listed.count) or in another order")
          }
          var query = SessionQuery(of: user, newestFirst: newestFirst, limit: 4)
          try await expect(query, sorted, "all")
          query.standings = [.finished]
          try await expect(query, sorted.filter(ended.contains), "those that have ended")
          query.standings = [.unfinished, .failed]
          try await expect(query, sorted.filter { !ended.contains($0) }, "the unfinished")
          query.flow = "even"
          try await expect(
            query, sorted.filter { !ended.contains($0) && even.contains($0) }, "those of a flow")
        }
      }
      await trial.expect("a page behind nothing", failsWith: .unknownPage) {
        _ = try await store.list(SessionQuery(of: "ada", after: "no page"))
      }
    },

    Check("lists what was changed before a moment") { trial in
      let store = try await trial.store()
      let key = SessionKey("ada", UUID())
      try await trial.keep(key, in: store)
      let changed = try await store.find(key)?.changed ?? .distantPast
      for (moment, isListed) in [(changed, false), (changed + 1, true), (changed - 1, false)] {
        let page = try await store.list(SessionQuery(of: nil, changedBefore: moment))
        trial.expect(page.items.isEmpty != isListed, "lists \(page.items.count) of \(moment)")
      }
    },

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
  ]

  private static func all(_ query: SessionQuery, in store: any JournalStore) async throws -> [UUID]
  {
    var (query, found) = (query, [UUID]())
    for _ in 0..<100 {
      let page = try await store.list(query)
      found += page.items.map(\.session.id)
      guard let next = page.next else { break }
      query.after = next
    }
    return found
  }
}
