import Flowline
import FoundationEssentials
import GRDB

/// What lists tell of a session, as its row has it.
struct SessionRow: Sendable {
  /// The columns, in the order of ``init(_:)``.
  static let columns =
    "number, changed, id, user, flow, world, started, answers, summary"

  let end: PageEnd
  let item: SessionPage.Item

  /// Reads a row; nil if its id is none.
  init?(_ row: GRDB.Row) {
    guard let id = UUID(bytes: row[2]) else { return nil }
    end = PageEnd(row)
    let rest = SessionSummary(rest: row[8], answers: row[7])
    let summary = SessionSummary(
      flow: (row[4] as String?).map { FlowID(rawValue: $0) }, version: rest.version, world: row[5],
      started: (row[6] as Int64?).map { Date(microseconds: $0) }, answers: row[7],
      firstAnswers: rest.firstAnswers, standing: rest.standing, isUnderWay: rest.isUnderWay)
    item = SessionPage.Item(
      SessionKey(UserID(bytes: row[3]), id),
      StoredSession(id, summary, changed: Date(microseconds: row[1]), isInUse: false))
  }
}

extension SessionSummary {
  /// What has no column of its own.
  var rest: JSONValue {
    let rest = SessionSummary(
      flow: nil, version: version, world: nil, started: nil, answers: 0,
      firstAnswers: firstAnswers, standing: standing, isUnderWay: isUnderWay)
    guard case .object(var members) = rest.json else { return rest.json }
    members["answers"] = nil
    return .object(members)
  }

  /// Reads what ``rest`` wrote; anything else is told as damage.
  fileprivate init(rest text: String, answers: Int) {
    if case .object(var members)? = try? JSONValue(parsing: text) {
      members["answers"] = .integer(Int64(answers))
      if let summary = SessionSummary(json: .object(members)) {
        self = summary
        return
      }
    }
    self.init(
      flow: nil, version: 0, world: nil, started: nil, answers: 0, firstAnswers: [],
      standing: .damaged(ScriptFault(line: 1, expected: "a summary", got: "other text")),
      isUnderWay: false)
  }
}

extension UserID {
  /// The name's bytes: to SQLite a text ends at a zero.
  var bytes: Data { Data(rawValue.utf8) }

  init(bytes: Data) { self.init(String(decoding: bytes, as: UTF8.self)) }
}

extension UUID {
  /// The sixteen bytes.
  var bytes: Data { withUnsafeBytes(of: uuid) { Data($0) } }

  /// Reads sixteen bytes; nil if there are more or fewer.
  init?(bytes: Data) {
    guard bytes.count == 16 else { return nil }
    var value = UUID().uuid
    withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes) }
    self.init(uuid: value)
  }
}

extension Date {
  /// Microseconds since 1970; moments that are too far away are the farthest.
  var microseconds: Int64 {
    Int64(exactly: (timeIntervalSince1970 * 1_000_000).rounded())
      ?? (timeIntervalSince1970 < 0 ? .min : .max)
  }

  init(microseconds: Int64) {
    self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000)
  }
}
