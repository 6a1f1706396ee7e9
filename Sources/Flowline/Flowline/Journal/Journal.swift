public import FoundationEssentials

/// The ordered record of one session: what was answered, read, written, and how it ended.
///
/// A journal is a value. Its text form is a script: the same lines replay as a test, resume a
/// session and reproduce a fault.
public struct Journal: Hashable, Sendable {
  /// What comes before the first entry.
  public struct Head: Sendable, Hashable {
    /// The flow that was started.
    public var flow: FlowID
    /// The version it had.
    public var version: Int
    /// Which flow a catalogue chose to run under the id; nil if it had no choice.
    public var variant: FlowID?
    /// The session's own id, from which its keys and random numbers are made.
    public var session: UUID
    /// The locale, the zone and the time of the start.
    public var environment: FlowEnvironment
    /// Which world the session belongs to, such as a bank and a customer; nil if it does not say.
    public var world: String?
    /// The format of the script it was read from, in which it is continued.
    var format = ScriptFormat.current

    /// Makes a head.
    public init(
      flow: FlowID, version: Int, variant: FlowID? = nil, session: UUID,
      environment: FlowEnvironment, world: String? = nil
    ) {
      self.flow = flow
      self.version = version
      self.variant = variant
      self.session = session
      self.environment = environment
      self.world = world
    }
  }

  /// The session's identity and world.
  public var head: Head
  var entries: [JournalEntry] = []
  /// The question that waits for an answer.
  var pending: PendingEntry?
  /// The questions that wait where children at once ask, each after the line that tells its branch.
  var waiting: [JournalEntry] = []
  /// The script's line of each entry; empty for a journal that was never text.
  var lines: [Int] = []
  /// How many bytes of the text it was read from were whole lines; nil if it never was text.
  @Boxed var textLength: Int?
  /// What its record had when it was read; nil if it was not read from a ``JournalRecord``.
  @Boxed var record: ReadRecord?

  init(head: Head) {
    self.head = head
  }

  /// The valid answers, oldest first: those that going back undid are left out.
  public var answers: [RecordedAnswer] {
    // What answers of one flow have in common of their paths, they share.
    var flows: [FrameRef: StepPath] = [:]
    var answers: [RecordedAnswer] = []
    for index in entries.indices where entries[index].isStandingAnswer {
      let entry = entries[index]
      let flow = flows[entry.frame] ?? StepPath(path(of: entry).ids.dropLast())
      flows[entry.frame] = flow
      answers.append(
        RecordedAnswer(
          number: answers.count, path: flow.appending(entry.id),
          value: entry.payload.json ?? .null))
    }
    return answers
  }

  /// Whether the session has ended, whichever way.
  public var isEnded: Bool {
    entries.last.map { [.finish, .cancelled, .failed].contains($0.verb) } ?? false
  }

  /// The ids from the root down to an entry's step, as far as the journal tells them.
  func path(of entry: JournalEntry) -> StepPath {
    StepPath([head.flow] + entries.path(of: entry))
  }
}

/// A question that waits for an answer.
///
/// It becomes an entry only where no answer comes.
struct PendingEntry: Hashable, Sendable {
  let id: StepID
  let frame: FrameRef
  let outline: PromptOutline

  var entry: JournalEntry { JournalEntry(.show, id, in: frame, outline: outline) }
}

/// An answer as the journal has it.
public struct RecordedAnswer: Sendable, Hashable {
  /// Its place among the valid answers, counted from 0.
  public let number: Int
  /// The step that asked, from the root flow down.
  public let path: StepPath
  /// The answer's recorded form.
  public let value: JSONValue
}

extension Journal.Head {
  /// The head of a session that was never started.
  static let nobody = Journal.Head(
    flow: "", version: 0, session: .nilUUID,
    environment: FlowEnvironment(
      locale: Locale(identifier: ""), timeZone: .gmt, now: Date(timeIntervalSince1970: 0)))
}

extension UUID {
  /// The id, unless it is nobody's.
  var ifSomebodys: UUID? { self == .nilUUID ? nil : self }

  /// The UUID of zeros: a session that nobody gave an id.
  package static let nilUUID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
