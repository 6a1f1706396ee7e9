import Flowline
import FoundationEssentials

extension JournalStoreConformance {
  /// How sessions are listed.
  static let listChecks: [Check] = [
    Check("tells what the last change said") { trial in
      let store = try await trial.store()
      let standings: [SessionSummary.Standing] = [
        .unfinished(at: StepPath(["shop", "name"])), .finished(["a": [1, "ü"]]), .finished(.null),
        .cancelled(.declined), .failed("it broke"),
        .damaged(ScriptFault(line: 3, expected: "a head", got: "something else")),
        .newer(format: 7), .newer(format: nil),
      ]
      for standing in standings {
        let key = SessionKey("ada", UUID())
        let record = try await trial.keep(key, in: store)
        try await record.add("two\n", at: 2, .test(standing, flow: "other"))
        let found = try await trial.store().find(key)
        let listed = try await store.list(SessionQuery(of: "ada", limit: 1)).items.first
        for session in [found, listed?.session] {
          trial.expect(
            session?.summary == .test(standing, flow: "other") && session?.id == key.session,
            "says \(String(describing: session)) of \(standing)")
        }
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
      let first = SessionQuery(of: "ada", limit: 4)
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
      for limit in [1, 22, 23, 24, .max] {
        let listed = try await all(SessionQuery(of: "ada", limit: limit), in: store)
        trial.expect(listed == order.reversed(), "in pages of \(limit) they are others")
      }
      let page = try await store.list(first).items.map(\.session.id)
      trial.expect(page == order.suffix(4).reversed(), "a page of four has \(page.count)")
      let whole = try await store.list(SessionQuery(of: "ada", limit: 23))
      trial.expect(whole.next == nil, "there is a page behind the last")
      for after in ["no page", "", "'"] {
        await trial.expect("a page behind “\(after)”", failsWith: .unknownPage) {
          _ = try await store.list(SessionQuery(of: "ada", after: after))
        }
      }
      let nobodys = SessionQuery(of: "eve", after: try await store.list(first).next)
      trial.expect(try await store.list(nobodys).items.isEmpty, "another's page shows them")
    },

    Check("lists the one that was changed last first") { trial in
      let store = try await trial.store()
      let records = [
        try await trial.keep(SessionKey("ada", UUID()), in: store),
        try await trial.keep(SessionKey("ada", UUID()), in: store),
        try await trial.keep(SessionKey("ada", UUID()), in: store),
      ]
      for (number, record) in [(2, records[1]), (2, records[0]), (3, records[1])] {
        try await record.add("x\n", at: number)
      }
      let order = [records[1], records[0], records[2]].map(\.session)
      trial.expect(
        try await all(SessionQuery(of: "ada"), in: store) == order, "the order is another")
      let times = try await store.list(SessionQuery(of: "ada")).items.map(\.session.changed)
      trial.expect(times == times.sorted(by: >), "the times do not fall")
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
      for _ in 0..<5 { try await trial.keep(SessionKey("ada", UUID()), in: store) }
      let sessions = try await all(SessionQuery(of: nil, newestFirst: false), in: store)
      for newestFirst in [true, false] {
        // Those behind the fourth were changed later.
        let fourth = try await store.find(SessionKey("ada", sessions[3]))?.changed
        let query = SessionQuery(
          of: nil, changedBefore: fourth, newestFirst: newestFirst, limit: 2)
        let expected = newestFirst ? sessions.prefix(3).reversed() : Array(sessions.prefix(3))
        trial.expect(try await all(query, in: store) == expected, "in pages they are others")
      }
    },

  ]

  static func all(
    _ query: SessionQuery, in store: any JournalStore
  ) async throws -> [UUID] {
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
