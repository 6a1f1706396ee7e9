import Flowline
import FoundationEssentials
import GRDB

/// A change of a session's record, and what lists tell of it then.
struct SessionChange: Sendable {
  let change: JournalChange
  let key: SessionKey
  let number: Int
  let summary: SessionSummary
  /// When it is made.
  let moment: Int64
  let place: String

  /// Makes the change if its number is the next; false if it was made before.
  ///
  /// - Parameter inDoubt: the attempts that may have been made, this one or those behind it.
  func make(in db: Database, _ inDoubt: [UUID]) throws -> Bool {
    guard number == 1 ? try insert(in: db) : try update(in: db) else {
      if !inDoubt.isEmpty, let last = try db.attempt(of: key), inDoubt.contains(last) {
        return false
      }
      throw StoreFailure(.overtaken, at: place, "change \(number) is not the next")
    }
    switch change {
    case .append(let lines, _, _): try db.add(lines, as: number, to: key)
    case .cut(let length, _): try db.cut(try db.row(of: key, at: place), to: length)
    case .replace(let text, _):
      let session = try db.row(of: key, at: place)
      try db.setAside(try db.contents(of: session), of: session)
      try db.add(text, as: number, to: key)
    }
    return true
  }

  private func insert(in db: Database) throws -> Bool {
    try db.cachedStatement(
      sql: """
        INSERT INTO session (
          last, attempt, world, started, changed, answers, summary, flow, standing, due, id, user, minute)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
        """
    ).execute(binding: { bind(to: &$0, and: moment / JournalSchema.minute) })
    return db.changesCount == 1
  }

  private func update(in db: Database) throws -> Bool {
    // Most changes leave the columns of the indexes as they are. If a statement sets an indexed column, SQLite
    // rewrites its entries even if the value stays the same.
    for statement in [Self.unmoved, Self.moved] {
      try db.cachedStatement(sql: statement).execute(
        binding: { bind(to: &$0, and: Int64(number - 1)) })
      if db.changesCount == 1 { return true }
    }
    return false
  }

  private static let changed = """
    UPDATE session SET last = ?, attempt = ?, world = ?, started = ?, changed = ?, answers = ?, summary = ?
    """
  private static let isNext = "id = ? AND user = ? AND last = ?"
  private static let unmoved =
    "\(changed) WHERE flow IS ? AND standing = ? AND due IS ? AND \(isNext)"
  private static let moved = "\(changed), flow = ?, standing = ?, due = ? WHERE \(isNext)"

  /// Binds what is set, the last three in indexes; then whose row it is; then what else the statement takes.
  private func bind(to values: inout BoundValues, and other: Int64) {
    values.bind(number)
    values.bind(change.attempt)
    values.bind(summary.world)
    values.bind(summary.started?.microseconds)
    values.bind(moment)
    values.bind(summary.answers)
    values.bind(summary.rest)
    let due = moment + Int64(SessionSummary.timeUnderWay * 1_000_000)
    values.bind(summary.flow?.rawValue)
    values.bind(summary.standing.kind.rawValue)
    values.bind(summary.isUnderWay ? due : nil)
    values.bind(key.session)
    values.bind(bytesOf: key.user.rawValue)
    values.bind(other)
  }
}

extension Database {
  /// The attempt that made the last change of a session; nil if there is none.
  func attempt(of key: SessionKey) throws -> UUID? {
    try Data.fetchOne(
      cachedStatement(sql: "SELECT attempt FROM session WHERE id = ? AND user = ?"),
      arguments: [key.session.bytes, key.user.bytes]
    ).flatMap { UUID(bytes: $0) }
  }

  /// Keeps what a change added to a session's record, under the change's number: whose session it is, the change
  /// has found out.
  fileprivate func add(_ text: String, as change: Int, to key: SessionKey) throws {
    guard !text.isEmpty else { return }
    try cachedStatement(
      sql: "INSERT INTO part (session, number, bytes) SELECT number, ?, ? FROM session WHERE id = ?"
    ).execute(binding: { values in
      values.bind(change)
      values.bind(bytesOf: text)
      values.bind(key.session)
    })
  }

  /// The number of a session's row.
  ///
  /// - Throws: a ``StoreFailure`` if the user has none of this id any more.
  func row(of key: SessionKey, at place: String) throws -> Int64 {
    guard let number = try number(of: key) else {
      throw StoreFailure(.notFound, at: place, "the session was removed")
    }
    return number
  }

  /// The number of a session's row; nil if the user has none of this id.
  func number(of key: SessionKey) throws -> Int64? {
    try Int64.fetchOne(
      cachedStatement(sql: "SELECT number FROM session WHERE id = ? AND user = ?"),
      arguments: [key.session.bytes, key.user.bytes])
  }

  /// What is kept of a session's record.
  func journal(of key: SessionKey) throws -> KeptJournal {
    guard
      let row = try GRDB.Row.fetchOne(
        cachedStatement(sql: "SELECT number, last, attempt FROM session WHERE id = ? AND user = ?"),
        arguments: [key.session.bytes, key.user.bytes])
    else { return KeptJournal(bytes: [], number: 0, attempt: nil) }
    return KeptJournal(
      bytes: try contents(of: row[0]), number: row[1], attempt: UUID(bytes: row[2]))
  }
}
