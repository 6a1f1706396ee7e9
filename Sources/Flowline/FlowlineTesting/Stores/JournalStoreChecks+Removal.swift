import Flowline
import FoundationEssentials

extension JournalStoreConformance {
  /// What is forgotten.
  static let removalChecks: [Check] = [
    Check("takes no change of what was removed") { trial in
      let store = try await trial.store()
      let key = SessionKey("ada", UUID())
      let record = try await trial.keep(key, in: store)
      let other = try await trial.keep(SessionKey("ada", UUID()), in: store)
      try await store.remove(key)
      let late: [JournalChange] = [
        .append("x\n", isDurable: true, UUID()), .cut(to: 0, UUID()),
        .replace(with: "x\n", UUID()),
      ]
      for change in late {
        await trial.expect("a change", failsWith: .overtaken) {
          try await record.change(change, at: 2, summary: .asking)
        }
      }
      trial.expect(try await store.find(key) == nil, "it is there again")
      await trial.expect("opening it", failsWith: .notFound) { _ = try await store.open(key) }
      await trial.expect("removing it again", failsWith: .notFound) {
        try await store.remove(key)
      }
      let listed = try await store.list(SessionQuery(of: nil)).items.map(\.key)
      trial.expect(listed == [other.key("ada")], "lists \(listed.count) sessions")
    },

    Check("takes no late change of a user who was removed") { trial in
      let store = try await trial.store()
      let key = SessionKey("ada", UUID())
      let record = try await trial.keep(key, in: try await trial.store())
      // It need not be durable, and may not have been made when the user is removed.
      try await record.add("two\n", at: 2, isDurable: false)
      trial.expect(try await store.removeAll(of: "ada") == 1, "not one was removed")
      await trial.expect("a change", failsWith: .overtaken) { try await record.add("x\n", at: 3) }
      trial.expect(
        try await trial.store().list(SessionQuery(of: nil)).items.isEmpty, "one is there again")
    },

    Check("has nothing of what was removed in a new session of its id") { trial in
      let store = try await trial.store()
      let key = SessionKey("ada", UUID())
      let record = try await trial.keep(key, in: store)
      let file = FileContents(Array("secret".utf8), named: "a")
      try await record.files?.keep(file.bytes, as: file.file.digest)
      try await record.change(.replace(with: "two\n", UUID()), at: 2, summary: .asking)
      try await store.schedule(key, at: .distantPast)
      try await store.remove(key)
      let again = try await trial.keep(key, "anew\n", in: store)
      trial.expect(try await again.text(), is: "anew\n", "the record")
      trial.expect(
        try await again.files?.bytes(of: file.file.digest) == nil, "its file is there")
      trial.expect(try await store.due(by: .distantFuture, limit: 1).isEmpty, "it is due")
      guard let setAside = trial.subject.setAside else { return }
      trial.expect(
        try await setAside(store, trial.folder, key).isEmpty, "what was set aside is there")
    },
  ]
}
