import Flowline
import Foundation
import Testing

@testable import FlowlinePostgres

/// Sealed journals, and the erasure of a user.
struct SealingTests {
  private static let columns =
    "SELECT string_agg(encode(%, 'escape'), '') FROM flowline_"

  private func texts(of trial: StoreTrial) async throws -> String {
    var all = ""
    for (column, table) in [
      ("bytes", "change"), ("bytes", "set_aside"), ("bytes", "file"), ("summary", "session"),
    ] {
      let sql = Self.columns.replacing("%", with: column) + table
      all += try await trial.texts(sql).compactMap { $0 }.joined()
    }
    return all
  }

  @Test(arguments: [true, false])
  func `the database has nothing that can be read if journals are sealed`(
    isSealed: Bool
  ) async throws {
    let trial = try await StoreTrial()
    let store = try await trial.store(keys: isSealed ? .test() : nil)
    let record = try await store.begin(SessionKey("ada", UUID()))
    let file = FileContents(Array("crocodile".utf8), named: "a")
    try await record.files?.keep(file.bytes, as: file.file.digest)
    try await record.add("rhinoceros\n", at: 1)
    try await record.change(.replace(with: "elephant\n", UUID()), at: 2, summary: .test)
    let kept = try await texts(of: trial)
    for word in ["hippopotamus", "rhinoceros", "crocodile", "elephant"] {
      #expect(kept.contains(word) != isSealed, "\(word)")
    }
  }

  @Test func `what was kept before there was a key is read if the key accepts that`()
    async throws
  {
    let trial = try await StoreTrial()
    let record = try await trial.store().keep()
    let strict = try await trial.store(keys: .test())
    await expect(.unreadable) { _ = try await strict.open(SessionKey("ada", record.session)) }
    let again = try await trial.store(keys: .test(acceptsPlain: true))
      .open(SessionKey("ada", record.session))
    try await again.add("two\n", at: 2)
    #expect(try await again.text() == "one\ntwo\n")
    let plain = try await trial.store()
    await expect(.notAllowed) { _ = try await plain.open(SessionKey("ada", record.session)) }
  }

  @Test func `a key of the program can be replaced`() async throws {
    let trial = try await StoreTrial()
    let record = try await trial.store(keys: .test(1, named: "old")).keep()
    let key = SessionKey("ada", record.session)
    let both = try JournalKeys(
      [UInt8](repeating: 2, count: 32), named: "new",
      earlier: ["old": [UInt8](repeating: 1, count: 32)])
    #expect(try await trial.store(keys: both).open(key).text() == "one\n")
    // By which name a key sealed something does not matter.
    let renamed = try JournalKeys(
      [UInt8](repeating: 2, count: 32), named: "old",
      earlier: ["new": [UInt8](repeating: 1, count: 32)])
    #expect(try await trial.store(keys: renamed).open(key).text() == "one\n")
    let other = try await trial.store(keys: .test(3, named: "new"))
    await expect(.notAllowed) { _ = try await other.open(key) }
  }

  /// The new key, and the old one for what it has sealed.
  private static func replaced() throws -> JournalKeys {
    try JournalKeys(
      [UInt8](repeating: 2, count: 32), named: "1",
      earlier: ["2": [UInt8](repeating: 1, count: 32)])
  }

  @Test func `a user's key is sealed with the new key when it is opened`() async throws {
    let trial = try await StoreTrial()
    let record = try await trial.store(keys: .test(1, named: "1")).keep()
    let key = SessionKey("ada", record.session)
    let new = try JournalKeys.test(2, named: "1")
    await expect(.notAllowed) { _ = try await trial.store(keys: new).open(key) }
    #expect(try await trial.store(keys: Self.replaced()).open(key).text() == "one\n")
    #expect(try await trial.store(keys: new).open(key).text() == "one\n")
  }

  @Test func `the old key can be left out once all is sealed anew`() async throws {
    let trial = try await StoreTrial()
    let old = try await trial.store(keys: .test(1, named: "1"))
    let users = ["", "ada", "bob", "eve", "zoe"] as [UserID]
    var keys: [SessionKey] = []
    for user in users {
      let key = SessionKey(user, UUID())
      _ = try await old.keep(key)
      keys.append(key)
      #expect(try await old.make(KeptValue(shelf: "pins", name: user.rawValue + ".", bytes: [7])))
    }
    let both = try await trial.store(keys: Self.replaced())
    let new = try await trial.store(keys: .test(2, named: "x"))
    try await both.maintain(portion: 2)
    for key in keys {
      #expect(try await new.open(key).text() == "one\n")
      let name = key.user.rawValue + "."
      #expect(try await new.value(named: name, on: "pins")?.bytes == [7])
    }
    // There is nothing left to do.
    let sealed = try await trial.texts("SELECT encode(sealed, 'hex') FROM flowline_owner_key")
    try await both.maintain(portion: 2)
    let again = try await trial.texts("SELECT encode(sealed, 'hex') FROM flowline_owner_key")
    #expect(sealed.compactMap { $0 }.sorted() == again.compactMap { $0 }.sorted())
  }

  @Test(arguments: ["change", "summary", "file"])
  func `nothing can be made up as plain text`(column: String) async throws {
    let trial = try await StoreTrial()
    let store = try await trial.store(keys: .test())
    let key = SessionKey("ada", UUID())
    let record = try await store.begin(key)
    let file = FileContents(Array("cat".utf8), named: "a")
    try await record.files?.keep(file.bytes, as: file.file.digest)
    try await record.add("one\n", at: 1)
    switch column {
    case "change":
      try await trial.rows(
        "UPDATE flowline_change SET bytes = $1 WHERE session = $2", .bytes([0, 50]),
        .uuid(key.session))
      await expect(.unreadable) { _ = try await store.open(key) }
    case "summary":
      try await trial.rows(
        "UPDATE flowline_session SET summary = $1 WHERE id = $2",
        .bytes([0] + Array(SessionSummary.ended.rest.utf8)), .uuid(key.session))
      let listed = try await store.list(SessionQuery(of: "ada")).items.map(\.session.standing.kind)
      #expect(listed == [.damaged])
    default:
      try await trial.rows(
        "UPDATE flowline_file SET bytes = $1 WHERE session = $2", .bytes([0, 50]),
        .uuid(key.session))
      let again = try await store.open(key)
      await expect(.unreadable) { _ = try await again.files?.bytes(of: file.file.digest) }
    }
  }

  @Test(arguments: ["number", "session"])
  func `sealed bytes cannot be exchanged`(what: String) async throws {
    let trial = try await StoreTrial()
    let store = try await trial.store(keys: .test())
    let record = try await store.keep()
    try await record.add("two\n", at: 2)
    let other = try await store.keep()
    try await trial.rows(
      what == "number"
        ? "UPDATE flowline_change SET bytes = (SELECT bytes FROM flowline_change WHERE number = 2) "
          + "WHERE session = $1 AND number = 1"
        : "UPDATE flowline_change c SET bytes = o.bytes FROM flowline_change o "
          + "WHERE c.session = $1 AND c.number = 1 AND o.number = 1 AND o.session <> c.session",
      .uuid(record.session))
    await expect(.unreadable) { _ = try await store.open(SessionKey("ada", record.session)) }
    #expect(try await store.open(SessionKey("ada", other.session)).text() == "one\n")
  }

  @Test func `an erased user's key is gone, at every node`() async throws {
    let trial = try await StoreTrial()
    let (one, other) = (try await trial.store(keys: .test()), try await trial.store(keys: .test()))
    _ = try await one.keep()
    _ = try await other.keep()
    let before = try await trial.rows("SELECT id FROM flowline_owner_key").first?.uuid(0)
    #expect(try await one.removeAll(of: "ada") == 2)
    #expect(try await trial.rows("SELECT id FROM flowline_owner_key").isEmpty)
    // The other node knows the key that was destroyed, and begins with another.
    let record = try await other.keep()
    let after = try await trial.rows("SELECT id FROM flowline_owner_key").first?.uuid(0)
    #expect(after != nil && after != before)
    #expect(try await one.open(SessionKey("ada", record.session)).text() == "one\n")
    let events = try await trial.texts("SELECT event FROM flowline_audit ORDER BY at, event")
    #expect(events == ["removed", "removed", "erased"])
  }

  @Test(
    arguments: [
      (nil, "name its key with --journal-key"), (8, "name that one with --other-journal-key"),
    ] as [(UInt8?, String)])
  func `a program without the key that sealed something learns which it is to name`(
    byte: UInt8?, advice: String
  ) async throws {
    let trial = try await StoreTrial()
    let store = try await trial.store(keys: .test())
    let key = SessionKey("ada", try await store.keep().session)
    #expect(try await store.make(KeptValue(shelf: "seal", name: "agents", bytes: [7])))
    let other = try await trial.store(keys: byte.map { try JournalKeys.test($0) })
    func expectAdvice(
      _ code: StoreFailure.Code, _ body: () async throws -> Void
    ) async {
      do {
        try await body()
        Issue.record("it was opened")
      } catch {
        let failure = error as? StoreFailure
        #expect(failure?.code == code)
        #expect(failure?.reason.contains(advice) == true, "\(error)")
      }
    }
    // The session is as it was: nobody is to delete it for that.
    await expectAdvice(.notAllowed) { _ = try await other.open(key) }
    await expectAdvice(.unreadable) { _ = try await other.value(named: "agents", on: "seal") }
  }

  @Test(arguments: [true, false])
  func `what a newer version closed in a way of its own is not called damaged`(
    isSealed: Bool
  ) async throws {
    let trial = try await StoreTrial()
    let store = try await trial.store(keys: isSealed ? .test() : nil)
    let key = SessionKey("ada", try await store.keep().session)
    for (bytes, code, kind) in [
      ([2, 253, 50], .newerVersion, .newer), ([9, 246], .newerVersion, .newer),
      // A number that means nothing, without its complement behind it, is damage.
      ([2, 50, 50], .unreadable, .damaged), ([200, 50], .unreadable, .damaged),
      ([2], .unreadable, .damaged),
    ] as [([UInt8], StoreFailure.Code, SessionSummary.Standing.Kind)] {
      try await trial.rows(
        "UPDATE flowline_change SET bytes = $1 WHERE session = $2", .bytes(bytes),
        .uuid(key.session))
      await expect(code) { _ = try await store.open(key) }
      try await trial.rows(
        "UPDATE flowline_session SET summary = $1 WHERE id = $2", .bytes(bytes),
        .uuid(key.session))
      #expect(try await store.find(key)?.standing.kind == kind)
    }
  }

  @Test func `a session whose user's key is not in a backup cannot be read by anybody`()
    async throws
  {
    let trial = try await StoreTrial()
    let key = SessionKey("ada", try await trial.store(keys: .test()).keep().session)
    try await trial.rows("DELETE FROM flowline_owner_key")
    let store = try await trial.store(keys: .test())
    await expect(.unreadable) { _ = try await store.open(key) }
    #expect(try await store.find(key)?.standing.kind == .damaged)
    try await store.remove(key)
    #expect(try await store.find(key) == nil)
  }

  @Test func `a key has thirty-two bytes`() {
    #expect(throws: JournalKeys.Problem.self) {
      try JournalKeys([UInt8](repeating: 1, count: 31), named: "short")
    }
  }
}
