import Flowline
import FoundationEssentials
import GRDB

/// What is read and written of sessions, by number.
extension Database {
  func number(of session: UUID) throws -> Int64? {
    try Int64.fetchOne(
      cachedStatement(sql: "SELECT number FROM session WHERE id = ?"),
      arguments: [session.text])
  }

  func insert(_ session: UUID) throws -> Int64 {
    try cachedStatement(sql: "INSERT INTO session (id, changed) VALUES (?, ?)")
      .execute(arguments: [session.text, Self.now])
    return lastInsertedRowID
  }

  /// Notes that a session was changed now.
  func touch(_ number: Int64) throws {
    try cachedStatement(sql: "UPDATE session SET changed = ? WHERE number = ?")
      .execute(arguments: [Self.now, number])
  }

  /// The number of a session's last part, and how many bytes its parts are.
  func end(of number: Int64) throws -> (last: Int64, length: Int) {
    let row = try Row.fetchOne(
      cachedStatement(
        sql: """
          SELECT coalesce(max(number), 0), coalesce(sum(length(bytes)), 0)
          FROM part WHERE session = ?
          """),
      arguments: [number])
    return (row?[0] ?? 0, row?[1] ?? 0)
  }

  /// Microseconds since 1970.
  private static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000_000) }
}
