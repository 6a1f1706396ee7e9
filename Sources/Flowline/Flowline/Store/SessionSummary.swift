public import FoundationEssentials

/// What a list tells of a session, so that nobody need read its journal.
///
/// The session makes it with each change of its record, see ``JournalRecord/change(_:at:summary:)``.
public struct SessionSummary: Sendable, Hashable {
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
    /// A newer version of the program saved it, and this one knows no more of it: nothing is lost. The
    /// number is its format's; nil if something else said so.
    case newer(format: Int?)
  }

  /// The flow that was started; nil if the record cannot be read.
  public let flow: FlowID?
  /// The version the flow had.
  public let version: Int
  /// Which world it belongs to, such as a bank and a customer; nil if the record does not say.
  public let world: String?
  /// When it was started; nil if the record does not say.
  public let started: Date?
  /// How many answers are valid.
  public let answers: Int
  /// What was answered first, in the recorded form, to tell it from others of its flow: three answers at
  /// the most, without secrets, choices, yes and no, and what has neither letters nor digits.
  ///
  /// Of a choice a record has its key alone, which is a word for programs. See
  /// ``answersInWords(in:)``.
  public let firstAnswers: [JSONValue]
  /// How far it has come.
  public let standing: Standing
  /// Whether nothing was asked or held when it was made, and the session had not ended: something is
  /// being done or waited for, which a host takes up again if its program ends meanwhile.
  public let isUnderWay: Bool
  /// What went wrong and waits for a person's word: no host takes the session up before.
  ///
  /// Of a session that was cancelled or failed, the commits of which nobody knows whether they were carried
  /// out.
  public let held: [HeldEffect]

  /// Makes a summary.
  public init(
    flow: FlowID?, version: Int, world: String?, started: Date?, answers: Int,
    firstAnswers: [JSONValue], standing: Standing, isUnderWay: Bool, held: [HeldEffect] = []
  ) {
    self.flow = flow
    self.version = version
    self.world = world
    self.started = started
    self.answers = answers
    self.firstAnswers = firstAnswers
    self.standing = standing
    self.isUnderWay = isUnderWay
    self.held = held
  }
}

extension SessionSummary {
  /// The summary of a record's contents.
  init(record bytes: [UInt8]) {
    do throws(UnreadableScript) {
      let script = try Script(parsing: bytes)
      let journal = script.journal(or: .current)
      let standing = journal.entries.lazy.filter(\.isStandingAnswer)
      self.init(
        of: journal, asked: script.lines.last?.entry, isAsking: false, started: script.now,
        answers: standing.count,
        firstAnswers: Array(standing.compactMap(\.tellingAnswer).prefix(3)))
    } catch {
      self.init(unread: Standing(error))
    }
  }

  /// The summary of a record of which nothing is known but why it cannot be read.
  package init(unread standing: Standing) {
    self.init(
      flow: nil, version: Self.unread, world: nil, started: nil, answers: 0, firstAnswers: [],
      standing: standing, isUnderWay: false)
  }

  /// The version in place of a flow's, of which nothing could be read.
  private static let unread = 0

  /// Whether something may be under way in the session: ``isUnderWay`` says so, or a newer version of the
  /// program saved it in a way that tells this one nothing.
  package var mayBeUnderWay: Bool {
    isUnderWay || standing.kind == .newer && version == Self.unread
  }

  /// The summary of a journal.
  ///
  /// - Parameters:
  ///   - journal: what has happened.
  ///   - asked: the question that waits, or the last line of a record.
  ///   - isAsking: whether a question waits that is not told as `asked`: of several at once.
  ///   - started: when it was started.
  ///   - answers: how many of its answers are valid.
  ///   - firstAnswers: the first of them that tell it from others.
  ///   - held: what waits for a person's word.
  init(
    of journal: Journal, asked: JournalEntry?, isAsking: Bool, started: Date?, answers: Int,
    firstAnswers: [JSONValue], held: [HeldEffect] = []
  ) {
    let asked = asked.flatMap { $0.verb == .show || $0.verb == .refuse ? $0 : nil }
    let standing = Standing(of: journal, asked: asked)
    self.init(
      flow: journal.head.flow, version: journal.head.version, world: journal.head.world,
      started: started, answers: answers, firstAnswers: firstAnswers, standing: standing,
      isUnderWay: standing.isUnfinished && asked == nil && !isAsking && held.isEmpty,
      held: standing.isUnfinished ? held : standing.isResult ? [] : journal.commitsInDoubt)
  }
}

extension SessionSummary.Standing {
  /// Whether the session can be resumed.
  public var isUnfinished: Bool {
    if case .unfinished = self { true } else { false }
  }

  /// Of a record that cannot be read as a script.
  package init(_ script: UnreadableScript) {
    switch script {
    case .damaged(let fault): self = .damaged(fault)
    case .newerFormat(let recorded, _): self = .newer(format: recorded)
    }
  }

  fileprivate var isResult: Bool { if case .finished = self { true } else { false } }

  fileprivate init(of journal: Journal, asked: JournalEntry?) {
    let last = journal.entries.last { !$0.isUndone && !$0.isRemark }
    switch last?.verb {
    case .finish?: self = .finished(last?.payload.json ?? .null)
    case .cancelled?:
      self = .cancelled(last?.payload.json?.string.flatMap(CancelReason.init) ?? .user)
    case .failed?: self = .failed(last?.failureMessage ?? "")
    default:
      guard let last else {
        // Nothing is valid: what is asked is a question of the flow itself.
        self = .unfinished(at: StepPath([journal.head.flow] + (asked.map { [$0.id] } ?? [])))
        return
      }
      self = .unfinished(
        at: asked.map { journal.path(of: $0, after: last) } ?? journal.path(of: last))
    }
  }
}

extension JournalEntry {
  /// The answer, if it tells a person sessions apart.
  var tellingAnswer: JSONValue? {
    // Of what was chosen there is only the key.
    guard outline?.choices == nil else { return nil }
    return switch payload.json {
    case nil, .null?, .bool?, JSONValue.redactionMark?: nil
    case .string(let text)? where !text.contains(where: { $0.isLetter || $0.isNumber }): nil
    case let answer?: answer
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
