import Flowline
import FoundationEssentials

extension JournalStoreConformance {
  /// What becomes of changes that need not be durable, and of those that cannot be made.
  static let laterChecks: [Check] = [
    Check("shows at once what need not be durable") { trial in
      let store = try await trial.store()
      let key = SessionKey("ada", UUID())
      let record = try await store.begin(key)
      try await record.add("one\n", at: 1, isDurable: false, .underWay)
      trial.expect(try await store.find(key)?.summary == .underWay, "it is not found")
      trial.expect(try await store.list(SessionQuery(of: "ada")).items.count == 1, "not listed")
      trial.expect(try await store.due(by: .distantFuture, limit: 1) == [key], "it is not due")
      await trial.expect("beginning it again", failsWith: .exists) {
        _ = try await store.begin(key)
      }
      try await record.add("two\n", at: 2, isDurable: false)
      trial.expect(try await record.text(), is: "one\ntwo\n", "the record")
      try await record.add("three\n", at: 3, isDurable: false)
      trial.expect(try await store.open(key).text(), is: "one\ntwo\nthree\n", "opened, it")
      try await record.add("four\n", at: 4)
      trial.expect(
        try await trial.store().open(key).text(), is: "one\ntwo\nthree\nfour\n",
        "at another node it")
    },

    Check("has everything it took once it is closed") { trial in
      let store = try await trial.store()
      let keys = (0..<9).map { _ in SessionKey("ada", UUID()) }
      for key in keys {
        let record = try await store.begin(key)
        for number in 1...9 { try await record.add("\(number)\n", at: number, isDurable: false) }
        record.close()
        record.close()
        await trial.expect("a change of a closed record", failsWith: .closed) {
          try await record.add("x\n", at: 10)
        }
        await trial.expect("reading a closed record", failsWith: .closed) {
          _ = try await record.contents()
        }
      }
      await store.close()
      await store.close()
      let again = try await trial.store()
      for key in keys {
        let kept = try await again.open(key).contents()
        trial.expect(kept.number == 9 && kept.bytes.count == 18, "\(kept.number) of 9 are kept")
      }
    },

    Check("refuses what follows a change that was taken and is overtaken") { trial in
      let key = SessionKey("ada", UUID())
      let record = try await trial.keep(key, in: trial.store())
      let other = try await trial.store().open(key)
      try await other.add("theirs\n", at: 2)
      // Whether it is refused now or later is the store's to say.
      do throws(StoreFailure) {
        try await record.add("ours\n", at: 2, isDurable: false)
      } catch {
        return trial.expect(error.code == .overtaken, "it failed with \(error)")
      }
      await trial.expect("a change behind it", failsWith: .overtaken) {
        try await record.add("more\n", at: 3)
      }
      trial.expect(try await other.text(), is: "one\ntheirs\n", "the record")
    },

    Check("rule 24: makes what it could not make, once it can, and in order") { trial in
      let store = try await trial.store()
      let key = SessionKey("ada", UUID())
      let record = try await trial.keep(key, in: store)
      guard let unhinder = try await trial.hinder() else { return }
      var number = 2
      do throws(StoreFailure) {
        try await record.add("two\n", at: 2, isDurable: false)
        number = 3
      } catch {
        trial.expect(error.code != .overtaken, "it failed with \(error)")
      }
      for _ in 0..<2 {
        do throws(StoreFailure) {
          try await record.add("three\n", at: number)
          trial.record("a change was made that could not be")
        } catch {
          trial.expect(
            ![.overtaken, .unknownOutcome, .closed].contains(error.code), "it failed with \(error)")
        }
      }
      let begun = try await store.begin(SessionKey("ada", UUID()))
      let file = FileContents(Array("a".utf8), named: "a")
      try await begun.files?.keep(file.bytes, as: file.file.digest)
      try? await begun.add("one\n", at: 1)
      try await unhinder()
      try await record.add("three\n", at: number)
      trial.expect(
        try await record.text(), is: number == 3 ? "one\ntwo\nthree\n" : "one\nthree\n", "it")
      try await begun.add("one\n", at: 1)
      guard let files = try await trial.store().open(begun.key("ada")).files else { return }
      trial.expect(
        try await files.bytes(of: file.file.digest) == file.bytes, "a file was lost meanwhile")
    },
  ]
}
