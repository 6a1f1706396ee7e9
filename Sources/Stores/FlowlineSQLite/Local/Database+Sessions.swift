import FoundationEssentials
import GRDB

/// What is read and written of sessions, by number.
extension Database {
  func number(of session: UUID) throws -> Int64? {
    try Int64.fetchOne(
      cachedStatement(sql: "SELECT number FROM session WHERE id = ?"),
      arguments: [session.uuidString.lowercased()])
  }

  func insert(_ session: UUID) throws -> Int64 {
    try cachedStatement(sql: "INSERT INTO session (id, changed) VALUES (?, ?)")
      .execute(arguments: [session.uuidString.lowercased(), Self.now])
    return lastInsertedRowID
  }

  /// Notes that a session was changed now.
  func touch(_ number: Int64) throws {
    try cachedStatement(sql: "UPDATE session SET changed = ? WHERE number = ?")
      .execute(arguments: [Self.now, number])
  }

  func contents(of number: Int64) throws -> [UInt8] {
    let parts = try Data.fetchCursor(
      cachedStatement(sql: "SELECT bytes FROM part WHERE session = ? ORDER BY number"),
      arguments: [number])
    var contents: [UInt8] = []
    while let part = try parts.next() { contents += part }
    return contents
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

  func add(_ bytes: Data, as part: Int64, to number: Int64) throws {
    guard !bytes.isEmpty else { return }
    try cachedStatement(sql: "INSERT INTO part (session, number, bytes) VALUES (?, ?, ?)")
      .execute(arguments: [number, part, bytes])
  }

  /// Drops what stands behind so many bytes.
  func cut(_ number: Int64, to length: Int) throws {
    let parts = try Row.fetchAll(
      self, sql: "SELECT number, length(bytes) FROM part WHERE session = ? ORDER BY number",
      arguments: [number])
    var rest = length
    for part in parts {
      let (key, count): (Int64, Int) = (part[0], part[1])
      if rest <= 0 {
        try execute(
          sql: "DELETE FROM part WHERE session = ? AND number >= ?", arguments: [number, key])
        break
      }
      if rest < count {
        try execute(
          sql: "UPDATE part SET bytes = substr(bytes, 1, ?) WHERE session = ? AND number = ?",
          arguments: [rest, number, key])
      }
      rest -= count
    }
    try touch(number)
  }

  /// Takes a session's parts away and keeps what they were.
  func setAside(_ contents: [UInt8], of number: Int64) throws {
    try execute(
      sql: """
        INSERT INTO setAside (session, number, bytes)
        SELECT ?, coalesce(max(number), 0) + 1, ? FROM setAside WHERE session = ?
        """,
      arguments: [number, Data(contents), number])
    try execute(sql: "DELETE FROM part WHERE session = ?", arguments: [number])
  }

  /// Microseconds since 1970.
  private static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000_000) }
}
