public import FoundationEssentials

/// A session as a store lists it: its summary, and when it was last changed.
public struct StoredSession: Sendable, Hashable {
  /// How far a session has come.
  public typealias Standing = SessionSummary.Standing

  /// The session's own id.
  public let id: UUID
  /// What a list shows of it.
  public let summary: SessionSummary
  /// When its record was last changed.
  public let changed: Date
  /// Whether somebody has it open now; false if the store does not know.
  public let isInUse: Bool

  /// The flow that was started; nil if the record cannot be read.
  public var flow: FlowID? { summary.flow }
  /// The version the flow had.
  public var version: Int { summary.version }
  /// Which world it belongs to, such as a bank and a customer; nil if the record does not say.
  public var world: String? { summary.world }
  /// When it was started; nil if the record does not say.
  public var started: Date? { summary.started }
  /// How many answers are valid.
  public var answers: Int { summary.answers }
  /// What was answered first, see ``SessionSummary/firstAnswers``.
  public var firstAnswers: [JSONValue] { summary.firstAnswers }
  /// How far it has come.
  public var standing: Standing { summary.standing }
  /// Whether it can be resumed.
  public var isUnfinished: Bool { standing.isUnfinished }

  /// Makes the description of a session.
  ///
  /// - Parameters:
  ///   - id: the session's id.
  ///   - summary: what a list shows of it.
  ///   - changed: when it was last changed.
  ///   - isInUse: whether somebody has it open now.
  public init(_ id: UUID, _ summary: SessionSummary, changed: Date, isInUse: Bool) {
    self.id = id
    self.summary = summary
    self.changed = changed
    self.isInUse = isInUse
  }

  /// Makes the description of a session from its record.
  ///
  /// - Parameters:
  ///   - id: the session's id.
  ///   - bytes: the record's contents.
  ///   - changed: when it was last changed.
  ///   - isInUse: whether somebody has it open now.
  public init(_ id: UUID, record bytes: [UInt8], changed: Date, isInUse: Bool) {
    self.init(id, SessionSummary(record: bytes), changed: changed, isInUse: isInUse)
  }

  /// Makes the description of a session whose record could not be read.
  init(_ id: UUID, changed: Date, failure: StoreFailure) {
    let fault = ScriptFault(line: 1, expected: "a record that can be read", got: failure.reason)
    let standing: Standing =
      failure.code == .newerVersion ? .newer(format: nil) : .damaged(fault)
    self.init(id, SessionSummary(unread: standing), changed: changed, isInUse: false)
  }
}
