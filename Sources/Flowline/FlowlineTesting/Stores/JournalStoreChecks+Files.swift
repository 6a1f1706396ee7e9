import Flowline
import FoundationEssentials

extension JournalStoreConformance {
  /// The contents of files, beside a session's journal.
  static let journalFileChecks: [Check] = [
    Check("keeps files with their session") { trial in
      let store = try await trial.store()
      let key = SessionKey("ada", UUID())
      let record = try await store.begin(key)
      guard let files = record.files else { return trial.record("it keeps no files") }
      let (early, middle, late) = (file("early"), file("middle"), file("late"))
      try await files.keep(early.bytes, as: early.file.digest)
      trial.expect(try await files.bytes(of: early.file.digest) == early.bytes, "one is lost")
      trial.expect(try await store.find(key) == nil, "a session that nobody answered is kept")
      try await record.add("one\n", at: 1, isDurable: false)
      try await files.keep(middle.bytes, as: middle.file.digest)
      for file in [early, middle] {
        trial.expect(try await files.bytes(of: file.file.digest) == file.bytes, "one is lost")
      }
      try await record.add("two\n", at: 2)
      try await files.keep(late.bytes, as: late.file.digest)
      try await files.keep(late.bytes, as: late.file.digest)
      try await record.add("three\n", at: 3)
      let again = try await trial.store().open(key)
      for file in [early, middle, late] {
        let bytes = try await again.files?.bytes(of: file.file.digest)
        trial.expect(bytes == file.bytes, "\(file.file.name) is gone")
      }
      trial.expect(try await again.text(), is: "one\ntwo\nthree\n", "the record")
    },

    Check("keeps the files of one session from another") { trial in
      let store = try await trial.store()
      let secret = file("secret")
      let mine = try await trial.keep(SessionKey("ada", UUID()), in: store)
      guard let files = mine.files else { return trial.record("it keeps no files") }
      try await files.keep(secret.bytes, as: secret.file.digest)
      for user in ["ada", "eve"] as [UserID] {
        let other = try await trial.keep(SessionKey(user, UUID()), in: store)
        trial.expect(
          try await other.files?.bytes(of: secret.file.digest) == nil, "another session sees it")
        try await store.remove(other.key(user))
      }
      trial.expect(
        try await files.bytes(of: secret.file.digest) == secret.bytes, "it went with another")
    },

    Check("leaves nothing of a file whose session was never answered") { trial in
      let store = try await trial.store()
      let key = SessionKey("ada", UUID())
      let lost = file("lost")
      let early = try await store.begin(key)
      try await early.files?.keep(lost.bytes, as: lost.file.digest)
      early.close()
      let record = try await trial.keep(key, in: store)
      trial.expect(
        try await record.files?.bytes(of: lost.file.digest) == nil, "it is there in a new session")
    },

    Check("counts what is kept of a user, and of all") { trial in
      let store = try await trial.store()
      guard try await store.usage(of: nil) != nil else { return }
      func expect(_ user: UserID?, _ unfinished: Int, _ files: [FileContents]) async throws {
        let usage = StoreUsage(
          unfinished: unfinished, fileBytes: files.reduce(0) { $0 + $1.bytes.count })
        let told = try await trial.store().usage(of: user)
        trial.expect(
          told == usage, "\(user?.rawValue ?? "all") should have \(usage), not \(told as Any)")
      }
      try await expect(nil, 0, [])
      let (early, middle, late) = (file("early"), file("in the middle"), file("late"))
      let key = SessionKey("ada", UUID())
      let record = try await store.begin(key)
      try await record.files?.keep(early.bytes, as: early.file.digest)
      try await expect("ada", 0, [])
      try await record.add("one\n", at: 1)
      for file in [middle, middle, early] {
        try await record.files?.keep(file.bytes, as: file.file.digest)
      }
      let other = try await trial.keep(SessionKey("ada", UUID()), in: store)
      let foreign = try await trial.keep(SessionKey("eve", UUID()), in: store)
      for record in [other, foreign] {
        try await record.files?.keep(late.bytes, as: late.file.digest)
      }
      try await expect("ada", 2, [early, middle, late])
      try await expect("eve", 1, [late])
      try await expect("bob", 0, [])
      try await expect(nil, 3, [early, middle, late, late])
      try await record.add("two\n", at: 2, .test(.finished("done")))
      try await expect("ada", 1, [early, middle, late])
      try await store.remove(key)
      try await expect("ada", 1, [late])
      _ = try await store.removeAll(of: "eve")
      try await expect(nil, 1, [late])
    },
  ]

  private static func file(_ name: String) -> FileContents {
    FileContents(Array("%PDF-1.7 \(name)\n\0\u{7F}".utf8), named: "\(name).pdf")
  }
}
