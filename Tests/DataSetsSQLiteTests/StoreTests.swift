import DataSetTesting
import DataSets
import DataSetsSQLite
import FoundationEssentials
import ServiceBasics
import TestSupport
import Testing

/// What every store of copies has to do, in memory and in SQLite.
@Suite struct StoreTests {
  enum Kind: CaseIterable { case memory, sqlite }

  private let folder: TemporaryFolder
  private let scope = DataSetScope(kind: "number")

  init() throws { folder = try TemporaryFolder() }

  private func store(_ kind: Kind) -> any CopyStore {
    switch kind {
    case .memory: MemoryCopyStore()
    case .sqlite: SQLiteCopyStore(folder: folder.path)
    }
  }

  private func copy(
    _ json: String, _ ticket: Int64, of interval: Range<Timestamp>? = nil
  ) -> NewCopy {
    NewCopy(interval: interval, readAt: .noon, ticket: ticket, json: [UInt8](json.utf8))
  }

  @Test(arguments: Kind.allCases)
  func `a copy is found as it was kept, for its user and scope alone`(kind: Kind) throws {
    let store = store(kind)
    let ticket = try #require(store.takeTicket())
    let interval = Timestamp.noon..<Timestamp(milliseconds: Timestamp.noon.milliseconds + 1)
    for (subject, text) in [(nil, "1"), ("a", "2"), ("A", "3")] as [(String?, String)] {
      let scope = DataSetScope(kind: "number", subject: subject)
      let kept = copy(text, ticket, of: subject == nil ? nil : interval)
      store.keep(kept, of: scope, for: "ada", readWith: nil)
      #expect(store.copy(of: scope, for: "ada") == StoredCopy(kept, isStale: false))
      #expect(store.copy(of: scope, for: "Ada") == nil)
      #expect(store.copy(of: DataSetScope(kind: "other", subject: subject), for: "ada") == nil)
    }
  }

  @Test(arguments: Kind.allCases)
  func `tickets grow, and no older copy replaces a newer one`(kind: Kind) throws {
    let store = store(kind)
    let tickets = try (0..<3).map { _ in try #require(store.takeTicket()) }
    #expect(tickets == tickets.sorted() && Set(tickets).count == 3)
    for (text, ticket) in [("2", tickets[1]), ("1", tickets[0]), ("b", tickets[1])] {
      store.keep(copy(text, ticket), of: scope, for: "ada", readWith: nil)
      #expect(store.copy(of: scope, for: "ada")?.copy.json == [UInt8("2".utf8.first ?? 0)])
    }
    store.keep(copy("3", tickets[2]), of: scope, for: "ada", readWith: nil)
    #expect(store.copy(of: scope, for: "ada")?.copy.ticket == tickets[2])
  }

  @Test(arguments: Kind.allCases)
  func `a mark makes stale what was read before it, also if it is kept later`(kind: Kind) throws {
    let store = store(kind)
    #expect(store.lastMark(of: scope, for: "ada") == nil)
    let before = try #require(store.takeTicket())
    store.markStale([scope], for: "ada")
    store.keep(copy("1", before), of: scope, for: "ada", readWith: nil)
    #expect(store.copy(of: scope, for: "ada")?.isStale == true)
    let after = try #require(store.takeTicket())
    #expect(try #require(store.lastMark(of: scope, for: "ada")) < after)
    store.keep(copy("2", after), of: scope, for: "ada", readWith: nil)
    #expect(store.copy(of: scope, for: "ada")?.isStale == false)
    store.markStale([scope], for: "bob")
    #expect(store.copy(of: scope, for: "ada")?.isStale == false)
    store.markStale([scope], for: nil)
    #expect(store.copy(of: scope, for: "ada")?.isStale == true)
  }

  @Test(arguments: Kind.allCases)
  func `a copy is kept only while its credential speaks for the user`(kind: Kind) throws {
    let store = store(kind)
    func keep(_ credential: String) throws {
      let ticket = try #require(store.takeTicket())
      store.keep(copy("1", ticket), of: scope, for: "ada", readWith: credential)
    }
    try keep("digest")
    #expect(store.copy(of: scope, for: "ada") == nil)
    store.learn("ada", speaksThrough: "digest")
    #expect(store.user(of: "digest") == "ada")
    try keep("digest")
    #expect(store.copy(of: scope, for: "ada") != nil)
    store.removeCopies(of: "ada")
    #expect(store.user(of: "digest") == nil)
    try keep("digest")
    #expect(store.copy(of: scope, for: "ada") == nil)
  }

  @Test(arguments: Kind.allCases)
  func `a user's copies are removed, and others' are not`(kind: Kind) throws {
    let store = store(kind)
    for user in ["ada", "bob", ""] {
      let ticket = try #require(store.takeTicket())
      store.keep(copy("1", ticket), of: scope, for: user, readWith: nil)
      store.learn(user, speaksThrough: "of \(user)")
    }
    store.removeCopies(of: "ada")
    #expect(store.copy(of: scope, for: "ada") == nil)
    #expect(store.copy(of: scope, for: "bob") != nil)
    #expect(store.user(of: "of bob") == "bob")
    store.removeCopies(of: nil)
    for user in ["bob", ""] { #expect(store.copy(of: scope, for: user) == nil) }
    #expect(store.user(of: "of bob") == nil)
  }
}
