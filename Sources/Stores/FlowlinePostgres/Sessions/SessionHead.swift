import Flowline
import FoundationEssentials

/// A session's row: what lists tell of it, and how far its record has come.
struct SessionHead: Sendable {
  let key: SessionKey
  /// Which session of its id it is: a number that was drawn when it was begun.
  let epoch: Int64
  /// The number of its last change.
  let last: Int
  /// The number of the change that its text begins with.
  let base: Int
  /// Grows with each file.
  let files: Int64
  /// The attempt that made the last change.
  let attempt: UUID
  /// The node that made it.
  let node: String
  /// When it was made, in microseconds since 1970.
  let changed: Int64
  private let flow: FlowID?
  private let world: String?
  private let started: Date?
  private let answers: Int
  private let summary: [UInt8]

  /// Reads ``SessionStatements/columns``; nil if they are something else.
  init?(_ row: PostgresRow) {
    guard row.columns.count >= 15, let id = row.uuid(1), let owner = row.bytes(2),
      let epoch = row.int(3), let last = row.int(4), let base = row.int(5), let files = row.int(6),
      let attempt = row.uuid(7), let node = row.text(8), let changed = row.int(9),
      let answers = row.int(13), let summary = row.bytes(14)
    else { return nil }
    key = SessionKey(UserID(bytes: Data(owner)), id)
    (self.epoch, self.last, self.base, self.files) = (epoch, Int(last), Int(base), files)
    (self.attempt, self.node, self.changed) = (attempt, node, changed)
    flow = row.text(10).map { FlowID(rawValue: $0) }
    world = row.text(11)
    started = row.int(12).map { Date(microseconds: $0) }
    self.answers = Int(answers)
    self.summary = summary
  }

  /// What lists tell; a summary that cannot be opened or read is told as damage, or as a newer version's.
  func stored(_ envelope: Envelope, of tenant: String) -> StoredSession {
    let place = Envelope.Place(
      tenant: tenant, key: key, epoch: epoch, kind: .summary, name: "\(last)")
    let text = envelope.open(summary, at: place)
    let rest =
      text == nil && envelope.refusal(of: summary) == .newer
      ? SessionSummary(unread: .newer(format: nil))
      : SessionSummary(rest: String(decoding: text ?? [], as: UTF8.self), answers: answers)
    let summary = SessionSummary(
      flow: flow, version: rest.version, world: world, started: started, answers: answers,
      firstAnswers: rest.firstAnswers, standing: rest.standing, isUnderWay: rest.isUnderWay,
      held: rest.held)
    return StoredSession(
      key.session, summary, changed: Date(microseconds: changed), isInUse: false)
  }

  /// Whether its summary can be opened.
  func canBeOpened(_ envelope: Envelope, of tenant: String) -> Bool {
    let place = Envelope.Place(
      tenant: tenant, key: key, epoch: epoch, kind: .summary, name: "\(last)")
    return envelope.open(summary, at: place) != nil
  }
}

/// A session's row with the text of its record.
struct ReadSession: Sendable {
  let head: SessionHead
  let stored: StoredSession
  let kept: KeptJournal
}
