public import FoundationEssentials

/// A session as a store lists it: its flow, how far it has come, and when it was last changed.
public struct StoredSession: Sendable, Hashable {
  /// How far a session has come.
  public enum Standing: Sendable, Hashable {
    /// It can be resumed. The step is the one that was asked, or that was last answered.
    case unfinished(at: StepPath)
    /// It ended with a result.
    case finished(JSONValue)
    /// It was left.
    case cancelled(CancelReason)
    /// It broke, with this message.
    case failed(String)
    /// Its record cannot be read.
    case damaged(ScriptFault)
  }

  /// The session's own id.
  public let id: UUID
  /// The flow that was started; nil if the record cannot be read.
  public let flow: FlowID?
  /// The version the flow had.
  public let version: Int
  /// Which world it belongs to, such as a bank and a customer; nil if the record does not say.
  public let world: String?
  /// When it was started; nil if the record does not say.
  public let started: Date?
  /// When its record was last changed.
  public let changed: Date
  /// How many answers are valid.
  public let answers: Int
  /// What was answered first, in the recorded form, to tell it from others of its flow: three answers at
  /// the most, without secrets, yes and no, and what has neither letters nor digits.
  public let firstAnswers: [JSONValue]
  /// How far it has come.
  public let standing: Standing
  /// Whether somebody has it open now.
  public let isInUse: Bool

  /// Whether it can be resumed.
  public var isUnfinished: Bool {
    if case .unfinished = standing { true } else { false }
  }

  /// Makes the description of a session from its record.
  ///
  /// - Parameters:
  ///   - id: the session's id.
  ///   - bytes: the record's contents.
  ///   - changed: when it was last changed.
  ///   - isInUse: whether somebody has it open now.
  public init(_ id: UUID, record bytes: [UInt8], changed: Date, isInUse: Bool) {
    self.id = id
    self.changed = changed
    self.isInUse = isInUse
    let script: Script
    do {
      script = try Script(parsing: bytes)
    } catch {
      (flow, version, world, started, answers) = (nil, 0, nil, nil, 0)
      (standing, firstAnswers) = (.damaged(error), [])
      return
    }
    (flow, version, world, started) = (script.flow, script.version, script.world, script.now)
    let journal = script.journal(or: .current)
    let standingAnswers = journal.entries.lazy.filter { $0.verb == .answer && !$0.isUndone }
    answers = standingAnswers.count
    firstAnswers = Array(
      standingAnswers.compactMap { $0.payload.json }.filter(\.tellsApart).prefix(3))
    standing = Self.standing(of: journal, asked: script.lines.last?.entry)
  }

  /// Makes the description of a session whose record could not be read.
  init(_ id: UUID, changed: Date, failure: StoreFailure) {
    let fault = ScriptFault(line: 1, expected: "a record that can be read", got: failure.reason)
    (flow, version, world, started, answers) = (nil, 0, nil, nil, 0)
    (standing, firstAnswers) = (.damaged(fault), [])
    (self.id, self.changed, isInUse) = (id, changed, false)
  }

  private static func standing(of journal: Journal, asked: JournalEntry?) -> Standing {
    let last = journal.entries.last { !$0.isUndone && !$0.isRemark }
    switch last?.verb {
    case .finish?: return .finished(last?.payload.json ?? .null)
    case .cancelled?:
      return .cancelled(last?.payload.json?.string.flatMap(CancelReason.init) ?? .user)
    case .failed?: return .failed(last?.failureMessage ?? "")
    default: break
    }
    let asked = asked.flatMap { $0.verb == .show || $0.verb == .refuse ? $0 : nil }
    guard let last else {
      // Nothing stands: what is asked is a question of the flow itself.
      return .unfinished(at: StepPath([journal.head.flow] + (asked.map { [$0.id] } ?? [])))
    }
    if let asked {
      return .unfinished(at: journal.path(of: asked, after: last))
    }
    return .unfinished(at: journal.path(of: last))
  }
}

extension JSONValue {
  /// Whether an answer is any help in telling sessions apart.
  fileprivate var tellsApart: Bool {
    switch self {
    case .null, .bool, .redactionMark: false
    case .string(let text): text.contains { $0.isLetter || $0.isNumber }
    default: true
    }
  }
}

extension Journal {
  /// The path of a question that is asked in the flow where an entry left off.
  fileprivate func path(of asked: JournalEntry, after last: JournalEntry) -> StepPath {
    var asked = asked
    let begins = last.verb == .enter ? entries.lastIndex { $0.verb == .enter } : nil
    asked.frame = begins.map { .entered(at: $0) } ?? last.frame
    return path(of: asked)
  }
}
