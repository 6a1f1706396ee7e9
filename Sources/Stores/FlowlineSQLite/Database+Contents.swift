import Flowline
import FoundationEssentials
import GRDB

/// What a session's row is kept with, in every kind of file: the parts of its record, what was set
/// aside, its files.
extension Database {
  func contents(of number: Int64) throws -> [UInt8] {
    let parts = try Data.fetchCursor(
      cachedStatement(sql: "SELECT bytes FROM part WHERE session = ? ORDER BY number"),
      arguments: [number])
    var contents: [UInt8] = []
    while let part = try parts.next() { contents += part }
    return contents
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

  func add(_ bytes: [UInt8], as digest: FileDigest, to number: Int64) throws {
    try cachedStatement(sql: "INSERT OR IGNORE INTO file (session, digest, bytes) VALUES (?, ?, ?)")
      .execute(arguments: [number, digest.description, Data(bytes)])
  }

  func bytes(of digest: FileDigest, in number: Int64) throws -> [UInt8]? {
    try Data.fetchOne(
      cachedStatement(sql: "SELECT bytes FROM file WHERE session = ? AND digest = ?"),
      arguments: [number, digest.description]
    ).map { Array($0) }
  }
}
