public import FoundationEssentials

/// A journal as text: written by a session, or by hand with nothing but the answers.
///
/// Lines are `verb name JSON`, comments begin with `#`, and a head comes first:
///
///     flow greet 1
///     locale en_GB Europe/London
///     now 2026-11-20T09:00:00Z
///
///     answer name "Ada"
///     finish "Hello, Ada!"
public struct Script: Sendable {
  /// A line that is neither empty nor a comment nor a part of the head.
  struct Line: Sendable {
    /// Counted from 1.
    let number: Int
    let entry: JournalEntry
    /// The comments right above the line, as they stand.
    let comments: [String]
  }

  /// The flow.
  public let flow: FlowID
  /// The version the flow had.
  public let version: Int
  /// Which flow a catalogue chose to run under the id.
  public let variant: FlowID?
  /// The session's id; nothing in most scripts written by hand.
  public let session: UUID?
  /// The locale and the zone; nothing where the script does not care.
  public let locale: (locale: Locale, timeZone: TimeZone)?
  /// When the session started.
  public let now: Date?
  /// The comments above the head.
  let comments: [String]
  let lines: [Line]
  /// What was passed over, such as a last line that was cut off.
  public let notes: [Note]
  /// How many bytes the whole lines are.
  let length: Int

  /// Something about a script that does not keep it from being used.
  public struct Note: Sendable, Hashable, CustomStringConvertible {
    /// The line, counted from 1.
    public let line: Int
    /// The matter.
    public let message: String

    /// The line and the matter.
    public var description: String { "line \(line): \(message)" }
  }

  /// The world the script was recorded in; what it does not say is taken from another.
  public func environment(or other: FlowEnvironment) -> FlowEnvironment {
    FlowEnvironment(
      locale: locale?.locale ?? other.locale, timeZone: locale?.timeZone ?? other.timeZone,
      now: now ?? other.now)
  }

  /// The script as the journal of a session that can be gone on with.
  public func journal(or other: FlowEnvironment) -> Journal {
    var journal = Journal(
      head: Journal.Head(
        flow: flow, version: version, variant: variant, session: session ?? .nilUUID,
        environment: environment(or: other)))
    var builder = JournalBuilder()
    for (index, line) in lines.enumerated() {
      let next = index + 1 < lines.count ? lines[index + 1].entry : nil
      builder.append(line.entry, number: line.number, next: next)
    }
    journal.entries = builder.entries
    journal.lines = builder.lines
    journal.textLength = length
    return journal
  }
}

/// Turns a script's lines into entries: finds out which flow each belongs to, and carries out what
/// was gone back from.
private struct JournalBuilder {
  private(set) var entries: [JournalEntry] = []
  private(set) var lines: [Int] = []
  private var frames: [FrameRef] = [.root]
  private var outline: PromptOutline?
  /// The step that the outline is of.
  private var asked: StepID?
  private var standing = StandingAnswers()
  /// Whether the script tells its flows; one written by hand may not.
  private var tellsFlows = false

  mutating func append(_ line: JournalEntry, number: Int, next: JournalEntry?) {
    var entry = line
    let frame = frames.last ?? .root
    entry.frame = tellsFlows || frames.count > 1 ? frame : .unknown
    switch entry.verb {
    case .show:
      outline = entry.outline
      asked = entry.id
      // The answer tells how it was asked; a question that nothing came of is kept.
      guard let next, !(next.id == entry.id && (next.verb == .answer || next.verb == .refuse))
      else { return }
    case .answer:
      entry.outline = entry.id == asked ? outline : nil
      standing.stands(entries.count)
    case .refuse: entry.outline = entry.id == asked ? outline : nil
    case .enter:
      tellsFlows = true
      entry.frame = frame
      frames.append(.entered(at: entries.count))
    case .leave, .abandon:
      if frames.count > 1 { frames.removeLast() }
      entry.frame = frames.last ?? .root
    case .back: goBack(to: &entry)
    default: break
    }
    entries.append(entry)
    lines.append(number)
  }

  private mutating func goBack(to entry: inout JournalEntry) {
    guard let target = standing.undo(entry, in: entries).first else { return }
    for index in entries[target...].indices { entries[index].isUndone = true }
    entry.frame = entries[target].frame
    var open: [FrameRef] = []
    var frame = entry.frame
    while let index = frame.index {
      open.append(frame)
      frame = entries[index].frame
    }
    frames = [.root] + open.reversed()
  }
}
