import Crypto
import DataSets
import FoundationEssentials
import GRDB
import ServiceBasics

/// A copy as it is in the table.
struct CopyRow: Codable, FetchableRecord {
  let user: String
  let kind: String
  let subject: String
  let lowerBound: Int64?
  let upperBound: Int64?
  let readAt: Int64
  let ticket: Int64
  let json: Data
  /// Of all the rest: SQLite does not notice a changed byte.
  let digest: Data

  init(_ copy: NewCopy, _ scope: DataSetScope, _ user: String) {
    self.user = user
    kind = scope.kind
    subject = scope.column
    lowerBound = copy.interval?.lowerBound.milliseconds
    upperBound = copy.interval?.upperBound.milliseconds
    readAt = copy.readAt.milliseconds
    ticket = copy.ticket
    json = Data(copy.json)
    digest = Self.digest(
      [user, kind, subject], [lowerBound, upperBound, readAt, ticket], json)
  }

  /// The copy; nil if the row is damaged.
  var copy: NewCopy? {
    guard
      digest
        == Self.digest([user, kind, subject], [lowerBound, upperBound, readAt, ticket], json)
    else { return nil }
    var interval: Range<Timestamp>?
    if let lowerBound, let upperBound {
      let (lower, upper) = (
        Timestamp(milliseconds: lowerBound), Timestamp(milliseconds: upperBound)
      )
      guard lower <= upper else { return nil }
      interval = lower..<upper
    }
    return NewCopy(
      interval: interval, readAt: Timestamp(milliseconds: readAt), ticket: ticket,
      json: [UInt8](json))
  }

  private static func digest(_ texts: [String], _ numbers: [Int64?], _ json: Data) -> Data {
    var hash = SHA256()
    for text in texts { hash.update(data: Data("\(text.utf8.count):\(text);".utf8)) }
    for number in numbers { hash.update(data: Data("\(number.map(String.init) ?? "-");".utf8)) }
    hash.update(data: json)
    return Data(hash.finalize())
  }

  static func find(_ scope: DataSetScope, _ user: String, in db: Database) throws -> CopyRow? {
    try CopyRow.fetchOne(
      db, sql: "SELECT * FROM copies WHERE user = ? AND kind = ? AND subject = ?",
      arguments: [user, scope.kind, scope.column])
  }

  static func remove(_ scope: DataSetScope, _ user: String, in db: Database) throws {
    try db.execute(
      sql: "DELETE FROM copies WHERE user = ? AND kind = ? AND subject = ?",
      arguments: [user, scope.kind, scope.column])
  }

  /// Puts the copy into the place of an older one.
  func keep(in db: Database) throws {
    try db.execute(
      sql: """
        INSERT INTO copies
          (user, kind, subject, lowerBound, upperBound, readAt, ticket, json, digest)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (user, kind, subject) DO UPDATE SET
          lowerBound = excluded.lowerBound, upperBound = excluded.upperBound,
          readAt = excluded.readAt, ticket = excluded.ticket, json = excluded.json,
          digest = excluded.digest
        WHERE excluded.ticket > copies.ticket
        """,
      arguments: [
        user, kind, subject, lowerBound, upperBound, readAt, ticket, json, digest,
      ])
  }
}
