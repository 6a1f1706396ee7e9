import Foundation
import GRDB
import ServiceBasics
import ServiceOrders
import ServiceStorage
import TestSupport
import Testing

/// The book of what is ordered, as a file.
@Suite struct OrderBookTests {
  private let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  private var folder: String { temporary.path }

  private func entry(
    _ key: String, scope: String = "account-money", owner: String? = nil
  ) -> OrderEntry {
    let now = Timestamp(milliseconds: 1_000)
    return OrderEntry(
      key: key, providerID: key, owner: owner, scope: scope, kind: "transfer", contents: "{}",
      basis: "{}", orderedAt: now, now: now)
  }

  private func claim(_ subject: String, at time: Int64 = 10, by key: String) -> OrderClaim {
    OrderClaim(
      subject: subject, place: "account", time: Timestamp(milliseconds: time), orderKey: key)
  }

  private let uptime = Uptime(boot: "boot", milliseconds: 5_000)

  /// Where a book is.
  enum Place: CaseIterable { case folder, memory, log }

  private func book(_ place: Place) throws -> OrderBook {
    switch place {
    case .folder: try OrderBook(folder: folder)
    case .memory: try .inMemory()
    case .log: try .following(MemorySharedLog(), timing: Timing(uptime: { [uptime] in uptime }))
    }
  }

  private var clock: OrderClock {
    OrderClock(
      now: { Timestamp(milliseconds: 2_000) }, uptime: { [uptime] in uptime }, settlingTime: .zero)
  }

  private func desk(_ book: OrderBook) -> OrderDesk {
    OrderDesk(book, clock, longestWait: .seconds(1), timing: Timing())
  }

  private func willSend(_ key: String, in book: OrderBook) async throws -> Bool {
    try await desk(book).lock("account-money").releasing { lock in
      try await book.willSend(key, under: lock, clock) == uptime
    }
  }

  private func withdraw(_ key: String, from book: OrderBook) async throws {
    try await desk(book).lock("account-money").releasing { lock in
      try await book.withdraw(key, under: lock)
    }
  }

  @Test func `a folder is made with the book, both for the user alone`() throws {
    let book = try OrderBook(folder: "\(folder)/a/b")
    #expect(book.place == "\(folder)/a/b")
    #expect(try mode("\(folder)/a/b") == 0o700)
    #expect(try mode("\(folder)/a/b/orders.sqlite") == 0o600)
  }

  @Test func `a file that is no book stays as it is`() throws {
    let path = "\(folder)/orders.sqlite"
    let text = String(repeating: "no database ", count: 1000)
    try Data(text.utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    let error = #expect(throws: DatabaseFileError.self) { try OrderBook(folder: folder) }
    #expect(error?.code == .foreign)
    #expect(try String(contentsOf: URL(filePath: path), encoding: .utf8) == text)
  }

  @Test func `a book in a folder that others can change is refused`() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder)
    let error = #expect(throws: DatabaseFileError.self) { try OrderBook(folder: folder) }
    #expect(error?.code == .notPrivate)
    #expect(error?.advice == "Run chmod go-w on it.")
  }

  @Test(arguments: Place.allCases)
  func `an order is open from before it is sent until it is settled or given up`(_ place: Place)
    async throws
  {
    let book = try book(place)
    for key in ["done", "given-up", "withdrawn", "made"] {
      #expect(try await book.enter(entry(key), claiming: []).isEmpty)
    }
    #expect(try await book.open().isEmpty)
    for key in ["done", "given-up", "withdrawn"] {
      #expect(try await willSend(key, in: book))
    }
    #expect(
      try await book.open(in: "account-money").map(\.key) == ["done", "given-up", "withdrawn"])
    #expect(try await book.open(in: "another").isEmpty)
    #expect(try await book.entry("done")?.sentUp == uptime)

    try await book.settle("done", answer: "{}", made: "item")
    #expect(try await book.giveUp("given-up"))
    try await withdraw("withdrawn", from: book)
    #expect(try await book.open().isEmpty)
    #expect(try await book.entry("withdrawn") == nil)
    #expect(try await book.made(among: ["item", "other"]) == ["item"])
  }

  @Test(arguments: Place.allCases)
  func `what is settled or given up is neither sent nor given up again`(_ place: Place) async throws
  {
    let book = try book(place)
    for key in ["done", "given-up"] {
      _ = try await book.enter(entry(key), claiming: [])
      #expect(try await willSend(key, in: book))
    }
    try await book.settle("done", answer: "{}", made: nil)
    #expect(try await book.giveUp("given-up"))
    for key in ["done", "given-up", "unknown"] {
      #expect(try await !willSend(key, in: book))
      #expect(try await !book.giveUp(key))
      try await withdraw(key, from: book)
    }
    try await book.settle("given-up", answer: "{}", made: nil)
    #expect(try await book.entry("given-up")?.state == .givenUp)
    #expect(try await book.entry("done")?.state == .done)
  }

  @Test(arguments: Place.allCases)
  func `no two orders claim the same, unless the first is given up or withdrawn`(_ place: Place)
    async throws
  {
    let book = try book(place)
    func claims(_ key: String) -> [OrderClaim] { [claim("a", by: key), claim("b", by: key)] }
    #expect(try await book.enter(entry("1"), claiming: claims("1")).isEmpty)
    #expect(try await book.enter(entry("2"), claiming: claims("2")) == ["a", "b"])
    #expect(try await book.entry("2") == nil)
    try await withdraw("1", from: book)
    #expect(try await book.claimed(among: ["a", "b", "c"]).isEmpty)
    #expect(try await book.enter(entry("2"), claiming: claims("2")).isEmpty)
    #expect(try await willSend("2", in: book))
    #expect(try await book.giveUp("2"))
    #expect(try await book.enter(entry("3"), claiming: [claim("b", by: "3")]).isEmpty)
    #expect(try await book.claimed(among: ["a", "b", "c"]) == ["b"])
  }

  @Test(arguments: Place.allCases)
  func `the orders of an interval are found with what they claim, also given up`(_ place: Place)
    async throws
  {
    let book = try book(place)
    _ = try await book.enter(
      entry("1", owner: "me"), claiming: [claim("a", by: "1"), claim("late", at: 99, by: "1")])
    _ = try await book.enter(entry("2", owner: "somebody"), claiming: [claim("b", by: "2")])
    _ = try await book.enter(entry("3"), claiming: [claim("c", by: "3")])
    _ = try await book.enter(entry("4", owner: "me"), claiming: [claim("d", at: 20, by: "4")])
    #expect(try await willSend("3", in: book))
    #expect(try await book.giveUp("3"))
    func keys(_ owner: String?) async throws -> [String: [String]] {
      let interval = Timestamp(milliseconds: 10)..<Timestamp(milliseconds: 20)
      let found = try await book.claims(on: "account", in: interval, of: owner)
      return Dictionary(uniqueKeysWithValues: found.map { ($0.entry.key, $0.subjects) })
    }
    #expect(try await keys("me") == ["1": ["a", "late"], "3": ["c"]])
    #expect(try await keys(nil) == ["1": ["a", "late"], "2": ["b"], "3": ["c"]])
  }

  @Test(arguments: Place.allCases)
  func `another owner's orders are apart, and those of nobody are everybody's`(_ place: Place)
    async throws
  {
    let book = try book(place)
    for (key, owner) in [("mine", "me"), ("theirs", "somebody"), ("old", nil)] {
      let claims = [claim(owner == nil ? "b" : "a", by: key)]
      #expect(try await book.enter(entry(key, owner: owner), claiming: claims).isEmpty)
      #expect(try await willSend(key, in: book))
    }
    #expect(try await book.open(in: "account-money", of: "me").map(\.key) == ["mine", "old"])
    #expect(try await book.open(of: "nobody").map(\.key) == ["old"])
    #expect(try await book.claimed(among: ["a", "b"], of: "me") == ["a", "b"])
    #expect(try await book.claimed(among: ["a", "b"], of: "nobody") == ["b"])
    #expect(try await book.enter(entry("1", owner: "me"), claiming: [claim("a", by: "1")]) == ["a"])
    #expect(try await book.enter(entry("1", owner: "x"), claiming: [claim("b", by: "1")]) == ["b"])
    #expect(try await book.enter(entry("1"), claiming: [claim("a", by: "1")]) == ["a"])
  }

  @Test(arguments: Place.allCases)
  func `orders of a scope that were never sent are dropped, but for one`(_ place: Place)
    async throws
  {
    let book = try book(place)
    for key in ["1", "2", "sent"] { _ = try await book.enter(entry(key), claiming: []) }
    _ = try await book.enter(entry("other", scope: "account-goals"), claiming: [])
    #expect(try await willSend("sent", in: book))
    let lock = try await desk(book).lock("account-money")
    try await book.dropUnsent(in: "account-money", but: "2", under: lock)
    await lock.release()
    for (key, stays) in [("1", false), ("2", true), ("sent", true), ("other", true)] {
      #expect(try await (book.entry(key) != nil) == stays)
    }
  }

  /// Not `async`, so that GRDB’s call is the one that stays in place.
  private func makeFormerBook(_ path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      try db.execute(sql: Self.formerBook)
      for (number, state) in ["open", "done", "refused"].enumerated() {
        try db.execute(
          sql: """
            INSERT INTO bookedOrder VALUES (?, ?, 'account', ?, '{"a":1}', '[]', 5, 6, ?, ?, NULL)
            """,
          arguments: [
            number, state, number == 0 ? "goal" : "transfer", state, number == 0 ? nil : "{}",
          ])
        try db.execute(
          sql: "INSERT INTO coveredPayment VALUES (?, 'account', 15, ?)",
          arguments: ["paid-\(state)", state])
      }
    }
    try queue.close()
  }

  @Test func `a book of the version before keeps its orders, and open ones are in doubt`()
    async throws
  {
    let path = "\(folder)/orders.sqlite"
    _ = FileManager.default.createFile(
      atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
    try makeFormerBook(path)
    let book = try OrderBook(folder: folder)
    #expect(try await book.open().map(\.key) == ["open"])
    #expect(try await book.entry("open")?.state == .inDoubt)
    #expect(try await book.entry("open")?.scope == "account-goals")
    #expect(try await book.entry("done")?.answer == "{}")
    #expect(try await book.entry("done")?.contents == #"{"a":1}"#)
    #expect(try await book.entry("refused") == nil)
    #expect(
      try await book.claimed(among: ["paid-open", "paid-done", "paid-refused"])
        == ["paid-open", "paid-done"])
    // When it was sent is not known: a restart of the machine at least lies between.
    let later = Uptime(boot: "boot", milliseconds: 70_000)
    let sent = try #require(try await book.entry("open")).sentUp
    #expect(later.elapsed(since: sent) == .seconds(70))
  }

  @Test func `the goal of a deletion of the version before is where it is looked for`()
    async throws
  {
    let path = "\(folder)/orders.sqlite"
    _ = FileManager.default.createFile(
      atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
    try makeFormerBook(path)
    try addFormerDeletions(path)
    let book = try OrderBook(folder: folder)
    #expect(try await book.entry("gone")?.basis == #"{"goal":{"id":"bike"}}"#)
    #expect(try await book.entry("newer")?.basis == #"{"goal":{"id":"bike"},"items":["x"]}"#)
    #expect(try await book.entry("open")?.basis == "[]")
  }

  /// Not `async`, so that GRDB’s call is the one that stays in place.
  private func addFormerDeletions(_ path: String) throws {
    let queue = try DatabaseQueue(path: path)
    let bases = [
      ("gone", #"{"id":"bike"}"#), ("newer", #"{"goal":{"id":"bike"},"items":["x"]}"#),
    ]
    try queue.write { db in
      for (key, basis) in bases {
        try db.execute(
          sql: """
            INSERT INTO bookedOrder
              (key, account, kind, contents, known, orderedAt, sentAt, state)
            VALUES (?, 'account', 'deletion', '{}', ?, 5, 6, 'open')
            """, arguments: [key, basis])
      }
    }
    try queue.close()
  }

  /// The tables as version 0.1 made them.
  private static let formerBook = """
    PRAGMA application_id = 1179406146;
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    INSERT INTO grdb_migrations VALUES ('orders, covered payments');
    CREATE TABLE bookedOrder (
      number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, account TEXT NOT NULL,
      kind TEXT NOT NULL, contents TEXT NOT NULL, known TEXT NOT NULL, orderedAt INTEGER NOT NULL,
      sentAt INTEGER NOT NULL, state TEXT NOT NULL, answer TEXT, made TEXT UNIQUE) STRICT;
    CREATE TABLE coveredPayment (
      payment TEXT PRIMARY KEY NOT NULL, account TEXT NOT NULL, transactionTime INTEGER NOT NULL,
      orderKey TEXT NOT NULL REFERENCES bookedOrder(key) ON DELETE CASCADE) STRICT;
    """
}
