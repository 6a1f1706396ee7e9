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
  private let now = Timestamp(milliseconds: 2_000)

  @Test func `a folder is made with the book, both for the user alone`() throws {
    let book = try OrderBook(folder: "\(folder)/a/b")
    #expect(book.folder == "\(folder)/a/b")
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

  @Test func `an order is open from before it is sent until it is settled or given up`() throws {
    let book = try OrderBook(folder: folder)
    for key in ["done", "given-up", "withdrawn", "made"] {
      #expect(try book.enter(entry(key), claiming: []).isEmpty)
    }
    #expect(try book.open().isEmpty)
    for key in ["done", "given-up", "withdrawn"] {
      #expect(try book.willSend(key, at: now, uptime))
    }
    #expect(try book.open(in: "account-money").map(\.key) == ["done", "given-up", "withdrawn"])
    #expect(try book.open(in: "another").isEmpty)
    #expect(try book.entry("done")?.sentUp == uptime)

    try book.settle("done", answer: "{}", made: "item")
    #expect(try book.giveUp("given-up"))
    try book.withdraw("withdrawn")
    #expect(try book.open().isEmpty)
    #expect(try book.entry("withdrawn") == nil)
    #expect(try book.made(among: ["item", "other"]) == ["item"])
  }

  @Test func `what is settled or given up is neither sent nor given up again`() throws {
    let book = try OrderBook(folder: folder)
    for key in ["done", "given-up"] {
      _ = try book.enter(entry(key), claiming: [])
      #expect(try book.willSend(key, at: now, uptime))
    }
    try book.settle("done", answer: "{}", made: nil)
    #expect(try book.giveUp("given-up"))
    for key in ["done", "given-up", "unknown"] {
      #expect(try !book.willSend(key, at: now, uptime))
      #expect(try !book.giveUp(key))
      try book.withdraw(key)
    }
    try book.settle("given-up", answer: "{}", made: nil)
    #expect(try book.entry("given-up")?.state == .givenUp)
    #expect(try book.entry("done")?.state == .done)
  }

  @Test func `no two orders claim the same, unless the first is given up or withdrawn`() throws {
    let book = try OrderBook(folder: folder)
    func claims(_ key: String) -> [OrderClaim] { [claim("a", by: key), claim("b", by: key)] }
    #expect(try book.enter(entry("1"), claiming: claims("1")).isEmpty)
    #expect(try book.enter(entry("2"), claiming: claims("2")) == ["a", "b"])
    #expect(try book.entry("2") == nil)
    try book.withdraw("1")
    #expect(try book.claimed(among: ["a", "b", "c"]).isEmpty)
    #expect(try book.enter(entry("2"), claiming: claims("2")).isEmpty)
    #expect(try book.willSend("2", at: now, uptime))
    #expect(try book.giveUp("2"))
    #expect(try book.enter(entry("3"), claiming: [claim("b", by: "3")]).isEmpty)
    #expect(try book.claimed(among: ["a", "b", "c"]) == ["b"])
  }

  @Test func `the orders of an interval are found with what they claim, also given up`() throws {
    let book = try OrderBook(folder: folder)
    _ = try book.enter(
      entry("1", owner: "me"), claiming: [claim("a", by: "1"), claim("late", at: 99, by: "1")])
    _ = try book.enter(entry("2", owner: "somebody"), claiming: [claim("b", by: "2")])
    _ = try book.enter(entry("3"), claiming: [claim("c", by: "3")])
    _ = try book.enter(entry("4", owner: "me"), claiming: [claim("d", at: 20, by: "4")])
    #expect(try book.willSend("3", at: now, uptime))
    #expect(try book.giveUp("3"))
    func keys(_ owner: String?) throws -> [String: [String]] {
      let interval = Timestamp(milliseconds: 10)..<Timestamp(milliseconds: 20)
      let found = try book.claims(on: "account", in: interval, of: owner)
      return Dictionary(uniqueKeysWithValues: found.map { ($0.entry.key, $0.subjects) })
    }
    #expect(try keys("me") == ["1": ["a", "late"], "3": ["c"]])
    #expect(try keys(nil) == ["1": ["a", "late"], "2": ["b"], "3": ["c"]])
  }

  @Test func `another owner's orders are apart, and those of nobody are everybody's`() throws {
    let book = try OrderBook(folder: folder)
    for (key, owner) in [("mine", "me"), ("theirs", "somebody"), ("old", nil)] {
      let claims = [claim(owner == nil ? "b" : "a", by: key)]
      #expect(try book.enter(entry(key, owner: owner), claiming: claims).isEmpty)
      #expect(try book.willSend(key, at: now, uptime))
    }
    #expect(try book.open(in: "account-money", of: "me").map(\.key) == ["mine", "old"])
    #expect(try book.open(of: "nobody").map(\.key) == ["old"])
    #expect(try book.claimed(among: ["a", "b"], of: "me") == ["a", "b"])
    #expect(try book.claimed(among: ["a", "b"], of: "nobody") == ["b"])
    #expect(try book.enter(entry("1", owner: "me"), claiming: [claim("a", by: "1")]) == ["a"])
    #expect(try book.enter(entry("1", owner: "x"), claiming: [claim("b", by: "1")]) == ["b"])
    #expect(try book.enter(entry("1"), claiming: [claim("a", by: "1")]) == ["a"])
  }

  @Test func `orders of a scope that were never sent are dropped, but for one`() throws {
    let book = try OrderBook(folder: folder)
    for key in ["1", "2", "sent"] { _ = try book.enter(entry(key), claiming: []) }
    _ = try book.enter(entry("other", scope: "account-goals"), claiming: [])
    #expect(try book.willSend("sent", at: now, uptime))
    try book.dropUnsent(in: "account-money", but: "2")
    for (key, stays) in [("1", false), ("2", true), ("sent", true), ("other", true)] {
      #expect(try (book.entry(key) != nil) == stays)
    }
  }

  @Test func `a book of the version before keeps its orders, and open ones are in doubt`() throws {
    let path = "\(folder)/orders.sqlite"
    _ = FileManager.default.createFile(
      atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
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
    let book = try OrderBook(folder: folder)
    #expect(try book.open().map(\.key) == ["open"])
    #expect(try book.entry("open")?.state == .inDoubt)
    #expect(try book.entry("open")?.scope == "account-goals")
    #expect(try book.entry("done")?.answer == "{}")
    #expect(try book.entry("done")?.contents == #"{"a":1}"#)
    #expect(try book.entry("refused") == nil)
    #expect(
      try book.claimed(among: ["paid-open", "paid-done", "paid-refused"])
        == ["paid-open", "paid-done"])
    // When it was sent is not known: a restart of the machine at least lies between.
    let later = Uptime(boot: "boot", milliseconds: 70_000)
    #expect(try later.elapsed(since: #require(try book.entry("open")).sentUp) == .seconds(70))
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
