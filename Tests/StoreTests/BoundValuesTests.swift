import Flowline
import FoundationEssentials
import GRDB
import Testing

@testable import FlowlineSQLite

/// Values that are bound to statements without a list of arguments.
struct BoundValuesTests {
  private let queue: DatabaseQueue

  init() throws {
    queue = try DatabaseQueue()
    try queue.write { try $0.execute(sql: "CREATE TABLE kept (value)") }
  }

  private func kept() throws -> [DatabaseValue] {
    try queue.read { try DatabaseValue.fetchAll($0, sql: "SELECT value FROM kept ORDER BY rowid") }
  }

  private func keep(_ bind: (inout BoundValues) -> Void) throws {
    try queue.write {
      try $0.cachedStatement(sql: "INSERT INTO kept VALUES (?)").execute(binding: bind)
    }
  }

  @Test func `each is kept as what it is`() throws {
    let id = UUID()
    try keep { $0.bind(Int64.min) }
    try keep { $0.bind(7) }
    try keep { $0.bind(nil as Int64?) }
    try keep { $0.bind("aé “quoted”") }
    try keep { $0.bind("a\u{0}é") }
    try keep { $0.bind("") }
    try keep { $0.bind(nil as String?) }
    try keep { $0.bind(bytesOf: "a\u{0}é") }
    try keep { $0.bind(bytesOf: "") }
    try keep { $0.bind(id) }
    #expect(
      try kept() == [
        Int64.min.databaseValue, 7.databaseValue, .null, "aé “quoted”".databaseValue,
        "a".databaseValue, "".databaseValue, .null, Data("a\u{0}é".utf8).databaseValue,
        Data().databaseValue,
        withUnsafeBytes(of: id.uuid) { Data($0) }.databaseValue,
      ])
  }

  @Test func `a statement runs again with others, and as GRDB runs it`() throws {
    try queue.write { db in
      let statement = try db.cachedStatement(sql: "INSERT INTO kept VALUES (?)")
      try statement.execute(binding: { $0.bind("first") })
      try statement.execute(arguments: [2])
      try statement.execute(binding: { $0.bind(3) })
    }
    #expect(try kept() == ["first".databaseValue, 2.databaseValue, 3.databaseValue])
  }

  @Test func `what SQLite refuses is thrown, and the next is kept`() throws {
    try queue.write { try $0.execute(sql: "CREATE UNIQUE INDEX once ON kept(value)") }
    try keep { $0.bind(1) }
    let failure = #expect(throws: DatabaseError.self) { try keep { $0.bind(1) } }
    #expect(failure?.resultCode == .SQLITE_CONSTRAINT)
    try keep { $0.bind(2) }
    #expect(try kept() == [1.databaseValue, 2.databaseValue])
  }

  @Test func `one that is missing ends the program, since it would be nothing in its place`() async
  {
    await #expect(processExitsWith: .failure) {
      try DatabaseQueue().write {
        try $0.cachedStatement(sql: "SELECT ?, ?").execute(binding: { $0.bind(1) })
      }
    }
  }
}
