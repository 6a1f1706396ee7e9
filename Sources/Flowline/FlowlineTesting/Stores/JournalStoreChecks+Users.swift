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
      let own = SessionKey("eve", UUID())
      try await trial.keep(own, in: store)
      let listed = try await store.list(SessionQuery(of: "eve")).items.map(\.key)
      trial.expect(listed == [own], "lists \(listed.count) of one")
    },

    Check("tells users apart by every byte of their names") { trial in
      let store = try await trial.store()
      let users = ["", "ada", "Ada", "ada ", "ada\u{0}", "ad_", "ad%", "a'da", "\"ada\"", "да"]
        .map { UserID($0) }
      for user in users { try await trial.keep(SessionKey(user, UUID()), in: store) }
      for user in users {
        let items = try await store.list(SessionQuery(of: user)).items
        trial.expect(items.map(\.key.user) == [user], "“\(user)” sees \(items.map(\.key.user))")
      }
      for (count, user) in users.enumerated() {
        trial.expect(try await store.removeAll(of: user) == 1, "“\(user)” had not one")
        let left = try await store.list(SessionQuery(of: nil)).items.count
        trial.expect(left == users.count - count - 1, "\(left) are left behind “\(user)”")
      }
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
}
