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
      firstAnswers: rest.firstAnswers, standing: rest.standing, isUnderWay: rest.isUnderWay,
      held: rest.held)
    item = SessionPage.Item(
      SessionKey(UserID(bytes: row[3]), id),
      StoredSession(id, summary, changed: Date(microseconds: row[1]), isInUse: false))
  }
}
