public import FoundationEssentials

/// A journal as text: written by a session, or by hand with nothing but the answers.
///
/// Lines are `verb name JSON`, comments begin with `#`, and a head comes first:
///
/// ```text
/// format 2
/// flow greet 1
/// locale en_GB Europe/London
/// now 2026-11-20T09:00:00Z
/// session 1d3c1d5e-0c5a-4f0e-9a53-1f5f3c8a2b10
///
/// answer name "Ada"
/// finish "Hello, Ada!"
/// ```
public struct Script: Sendable {
  /// A line that is neither empty nor a comment nor a part of the head.
  struct Line: Sendable {
    /// Counted from 1.
    let number: Int
    let entry: JournalEntry
  }

  /// The format.
  package let format: ScriptFormat
  /// The id of the root flow.
  public let flow: FlowID
  /// The version the flow had.
  public let version: Int
  /// Which flow a catalogue chose to run under the id.
  public let variant: FlowID?
  /// The session's id; nil only in scripts of the first format, written by hand.
  public let session: UUID?
  /// The locale and the zone; nil if the script fits any.
  public let locale: (locale: Locale, timeZone: TimeZone)?
  /// When the session started.
  public let now: Date?
  /// Which world the session belongs to, such as a bank and a customer; nil if it does not say.
  public let world: String?
  let lines: [Line]
  /// What its lines tell of.
  let verbs: Set<JournalEntry.Verb>
  /// What was passed over, such as a last line that was cut off: people are to see it.
  public let notes: [Note]
  /// How many bytes the whole lines are.
  let length: Int

  /// Where a script is from, which decides what becomes of a last line without an end.
  public enum Source: Sendable, Hashable {
    /// The record of a session, whose lines are written with their ends.
    ///
    /// The line was cut off, and is dropped with a note.
    case record
    /// A file that a person may have written, in an editor that adds no end.
    ///
    /// A comment is kept, and so is a line that cannot be the beginning of a longer one. Any other is
    /// dropped with a note.
    case file
  }

  /// Something about a script that does not keep it from being used.
  public struct Note: Sendable, Hashable, CustomStringConvertible {
    /// What there is to say.
    public enum Matter: Sendable, Hashable {
      /// The last line has no end, and was dropped.
      case unendedLine
    }

    /// The line, counted from 1.
    public let line: Int
    /// What there is to say of it.
    public let matter: Matter

    /// The matter for people: a part of a sentence.
    public var text: Text {
      switch matter {
      case .unendedLine: Texts.engine("script.note.unended-line")
      }
    }

    /// The matter in English, for programs and their logs.
    public var message: String { text.resolved(in: .plainEnglish).text }

    /// The line and the matter, in English.
    public var description: String { "line \(line): \(message)" }
  }

  /// The lines of the verbs that the script tells of, which a replay compares.
  ///
  /// A script that was written by hand may leave out whole kinds of lines. What a person did is always
  /// compared, and how it ended if the script has an end.
  var comparedVerbs: Set<JournalEntry.Verb> {
    var compared = verbs.union(ScriptPlayer.inputs)
    // What was set aside tells of another version of the flow, which a replay does not meet.
    compared.remove(.aside)
    // A script that does not tell its flows has only what tells children at once apart.
    if !compared.contains(.enter) { compared.remove(.at) }
    if !compared.isDisjoint(with: ScriptPlayer.ends) { compared.formUnion(ScriptPlayer.ends) }
    return compared
  }

  /// Whether the script has loads or commits, so that it can answer them; one with nothing but answers
  /// cannot.
  package var recordsEffects: Bool { !verbs.isDisjoint(with: [.load, .commit, .done, .fail]) }

  /// The world the script was recorded in; what it does not say is taken from another.
  public func environment(or other: FlowEnvironment) -> FlowEnvironment {
    FlowEnvironment(
      locale: locale?.locale ?? other.locale, timeZone: locale?.timeZone ?? other.timeZone,
      now: now ?? other.now)
  }

  /// The script as the journal of a session that can be resumed.
  ///
  /// - Parameter other: the world of the session if the script names none.
  /// - Returns: the journal, with every entry of the script.
  public func journal(or other: FlowEnvironment) -> Journal {
    var journal = Journal(
      head: Journal.Head(
        flow: flow, version: version, variant: variant, session: session ?? .nilUUID,
        environment: environment(or: other), world: world))
    journal.head.format = format
    var builder = JournalBuilder(root: flow)
    for (index, line) in lines.enumerated() {
      let next = index + 1 < lines.count ? lines[index + 1].entry : nil
      builder.append(line.entry, number: line.number, next: next)
    }
    builder.dropWaiting()
    journal.entries = builder.entries
    journal.lines = builder.lines
    journal.textLength = length
    journal.pending = builder.pending
    journal.waiting = builder.waiting
    return journal
  }
}

extension JournalEntry {
  fileprivate var isAboutQuestion: Bool { verb == .show || verb == .refuse || verb == .answer }
}

/// Turns a script's lines into entries: finds out which flow each belongs to, and carries out what
/// was gone back from.
struct JournalBuilder {
  private(set) var entries: [JournalEntry] = []
  private(set) var lines: [Int] = []
  /// The question in the last line.
  private(set) var pending: PendingEntry?
  /// The questions in the last lines, where children at once ask.
  private(set) var waiting: [JournalEntry] = []
  private var flows = OpenFlows()
  private var standing = StandingAnswers()
  /// The question that stands right above, refusals apart.
  private var shown: (id: StepID, outline: PromptOutline)?
  /// The flow the script is of.
  let root: FlowID
  /// Whether the script tells its flows; one written by hand may not.
  private var tellsFlows = false

  init(root: FlowID) { self.root = root }

  /// The ids below the root that the last line happened under, as far as that is told; nil if the
  /// script has told of no children at once.
  var place: [StepID]? { flows.tellsBranches ? flows.place(tellsFlows: tellsFlows) : nil }

  mutating func append(_ line: JournalEntry, number: Int, next: JournalEntry?) {
    var entry = line
    entry.frame = tellsFlows ? flows.innermost : flows.untold(entry.id)
    switch entry.verb {
    case .show:
      shown = entry.outline.map { (entry.id, $0) }
      // The answer tells how it was asked; a question that nothing came of is kept.
      guard let next else {
        pending = shown.map { PendingEntry(id: $0.id, frame: entry.frame, outline: $0.outline) }
        return
      }
      if next.id == entry.id, next.verb == .answer || next.verb == .refuse { return }
    case .answer:
      if let shown, shown.id == entry.id { entry.outline = shown.outline }
      shown = nil
      standing.add(entries.count)
    case .refuse:
      if let shown, shown.id == entry.id { entry.outline = shown.outline }
    case .enter:
      tellsFlows = true
      entry.frame = flows.innermost
      flows.enter(entry.id, at: entries.count)
    case .leave, .abandon:
      flows.leave(entry.id)
      entry.frame = tellsFlows ? flows.innermost : .root
    case .at: entry.frame = flows.turn(to: entry.branchPath, at: entries.count)
    case .back, .jump: goBack(to: &entry)
    case .event: entry.frame = .unknown
    case .cancel: if tellsFlows { entry.frame = frameLeft(by: entry) }
    default: break
    }
    if !entry.isAboutQuestion { shown = nil }
    entries.append(entry)
    lines.append(number)
  }

  /// The flow that was left.
  ///
  /// A presentation that is gone may cancel an outer flow; a person leaves the innermost.
  private func frameLeft(by entry: JournalEntry) -> FrameRef {
    let named = flows.open(entry.id) + (entry.id == root ? [.root] : [])
    let place = entry.leftPlace ?? (entry.leaveReason == .dismissed ? named.count : 1)
    return named.indices.contains(place - 1) ? named[place - 1] : flows.innermost
  }

  private mutating func goBack(to entry: inout JournalEntry) {
    guard let target = standing.undo(entry, in: entries).first else { return }
    _ = entries.undo(from: target)
    entry.frame = entries[target].frame
    flows.reset(to: target, of: entries)
  }

  /// Keeps the questions of children at once that wait at the end apart: nothing has come of them.
  mutating func dropWaiting() {
    guard flows.tellsBranches else { return }
    while let last = entries.last, last.verb == .show || last.verb == .at, !last.isUndone {
      waiting.insert(last, at: 0)
      entries.removeLast()
      lines.removeLast()
    }
    if !waiting.isEmpty, let last = pending.take() { waiting.append(last.entry) }
  }
}
