import Flowline
import FoundationEssentials

extension JournalStoreConformance {
  /// How records are changed.
  static let changeChecks: [Check] = [
    Check("keeps nothing before the first change") { trial in
      let store = try await trial.store()
      let key = SessionKey("ada", UUID())
      let record = try await store.begin(key)
      let kept = try await record.contents()
      trial.expect(kept == KeptJournal(bytes: [], number: 0, attempt: nil), "has \(kept)")
      trial.expect(try await store.find(key) == nil, "it is found")
      await trial.expect("opening it", failsWith: .notFound) { _ = try await store.open(key) }
    },

    Check("keeps changes in order, with the attempt of the last") { trial in
      let store = try await trial.store()
      let key = SessionKey("ada", UUID())
      let record = try await trial.keep(key, in: store)
      try await record.change(
        .append("two\n", isDurable: false, UUID()), at: 2, summary: .asking)
      let last = UUID()
      try await record.change(.append("three\n", isDurable: true, last), at: 3, summary: .asking)
      for kept in [
        try await record.contents(), try await trial.store().open(key).contents(),
      ] {
        trial.expect(
          kept
            == KeptJournal(bytes: Array("one\ntwo\nthree\n".utf8), number: 3, attempt: last),
          "has \(kept)")
      }
    },

    Check("cuts and replaces") { trial in
      let store = try await trial.store()
      let record = try await trial.keep(SessionKey("ada", UUID()), "one\ntw", in: store)
      try await record.change(.cut(to: 4, UUID()), at: 2, summary: .asking)
      trial.expect(try await record.text() == "one\n", "it is cut elsewhere")
      try await record.add("three\n", at: 3)
      try await record.add("fo", at: 4)
      try await record.add("ur\nfi", at: 5)
      // In the midst of what was added at once, over all that was added behind.
      try await record.change(.cut(to: 11, UUID()), at: 6, summary: .asking)
      trial.expect(try await record.text(), is: "one\nthree\nf", "cut in the midst of a line")
      try await record.change(.replace(with: "new\n", UUID()), at: 7, summary: .asking)
      try await record.add("more\n", at: 8)
      trial.expect(try await record.text(), is: "new\nmore\n", "the replaced record")
      let last = UUID()
      try await record.change(.replace(with: "third\n", last), at: 9, summary: .asking)
      let kept = try await trial.store().open(record.key("ada")).contents()
      trial.expect(kept.number == 9 && kept.attempt == last, "it is at \(kept.number)")
      guard let setAside = trial.subject.setAside else { return }
      let old = try await setAside(store, trial.folder, record.key("ada"))
      trial.expect(old == ["one\nthree\nf", "new\nmore\n"], "set aside was \(old)")
    },

    Check("refuses to cut and to replace what another has changed") { trial in
      let store = try await trial.store()
      let record = try await trial.keep(SessionKey("ada", UUID()), in: store)
      let other = try await trial.store().open(record.key("ada"))
      try await other.add("two\n", at: 2)
      await trial.expect("cutting", failsWith: .overtaken) {
        try await record.change(.cut(to: 1, UUID()), at: 2, summary: .asking)
      }
      await trial.expect("replacing", failsWith: .overtaken) {
        try await record.change(.replace(with: "x\n", UUID()), at: 2, summary: .asking)
      }
      trial.expect(try await other.text(), is: "one\ntwo\n", "the record")
    },

    Check("makes a change only at the next number") { trial in
      let store = try await trial.store()
      let key = SessionKey("ada", UUID())
      let record = try await trial.keep(key, in: store)
      for number in [0, 1, 3, -1] {
        await trial.expect("change \(number)", failsWith: .overtaken) {
          try await record.add("x\n", at: number)
        }
      }
      try await record.add("two\n", at: 2)
      trial.expect(try await record.text() == "one\ntwo\n", "it has something else")
    },

    Check("makes exactly one of two changes at a number") { trial in
      let store = try await trial.store()
      let other = try await trial.store()
      for _ in 0..<20 {
        let key = SessionKey("ada", UUID())
        let first = try await trial.keep(key, in: store)
        let second = try await other.open(key)
        let winners = await withTaskGroup(of: Bool.self) { group in
          for (number, record) in [first, second, first, second].enumerated() {
            group.addTask {
              do {
                try await record.add("by \(number)\n", at: 2)
                return true
              } catch {
                return false
              }
            }
          }
          return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        trial.expect(winners == 1, "\(winners) of four were made")
        let lines = try await first.text().split(separator: "\n").count
        trial.expect(lines == 2, "there are \(lines) lines")
      }
    },

    Check("begins a session once") { trial in
      let store = try await trial.store()
      let key = SessionKey("ada", UUID())
      let early = try await store.begin(key)
      try await trial.keep(key, in: store)
      await trial.expect("beginning it again", failsWith: .exists) {
        _ = try await store.begin(key)
      }
      await trial.expect("a first change that comes late", failsWith: .overtaken) {
        try await early.add("late\n", at: 1)
      }
    },

    Check("keeps long journals and every byte") { trial in
      let store = try await trial.store()
      let key = SessionKey("ada", UUID())
      let line = String(repeating: "ü€\u{1F600}\u{0}", count: 2_000) + "\n"
      let record = try await trial.keep(key, line, in: store)
      for number in 2...40 { try await record.add(line, at: number) }
      let text = try await trial.store().open(key).text()
      trial.expect(text == String(repeating: line, count: 40), "it is another text")
    },
  ]
}

extension JournalRecord {
  func key(_ user: UserID) -> SessionKey { SessionKey(user, session) }
}
