import FoundationEssentials

/// Plays a script against the flow it is of, and compares everything.
///
/// The answers come from the script. A replay makes a journal of its own, and that journal must
/// say what the script says: every question, refusal, effect, key and result. A script that was
/// written by hand may leave out whole kinds of lines; what it does not mention is not compared.
public struct ScriptReplay: Sendable {
  /// Where loads and commits are answered from.
  public enum Mode: String, Sendable, Hashable {
    /// From the script: nothing is read or written outside.
    case recorded
    /// By themselves: they run, and what they return is compared with what the script says.
    case live
  }

  /// How a replay came out.
  public struct Report: Sendable {
    /// Where the replay first differed from the script; nothing where it did not.
    public let mismatch: ScriptMismatch?
    /// The journal that the replay made.
    public let journal: Journal
    /// Whether all the script's answers could be given, so that the rest of it can be written anew.
    public let isUpdatable: Bool
    /// How many answers were given.
    public let steps: Int

    /// Whether the replay said what the script says.
    public var matches: Bool { mismatch == nil }
  }

  private let script: Script
  private let catalog: FlowCatalog
  private let environment: FlowEnvironment
  private let secrets: [StepID: String]

  /// Makes a replay.
  ///
  /// - Parameters:
  ///   - environment: stands in for what the script's head does not say.
  ///   - secrets: what to type at sensitive steps, whose answers no script has.
  public init(
    _ script: Script, of catalog: FlowCatalog, or environment: FlowEnvironment = .current,
    secrets: [StepID: String] = [:]
  ) {
    self.script = script
    self.catalog = catalog
    self.environment = script.environment(or: environment)
    self.secrets = secrets
  }

  /// Plays the script.
  ///
  /// - Throws: ``ScriptReplayFault`` where it cannot be played at all.
  public func run(_ mode: Mode) throws -> Report {
    guard let entry = catalog[script.flow] else {
      throw ScriptReplayFault.unknownFlow(script.flow, known: catalog.entries.map(\.id))
    }
    guard script.version <= entry.version else {
      throw ScriptReplayFault.newerVersion(script.flow, script.version, known: entry.version)
    }
    guard !script.lines.isEmpty else { throw ScriptReplayFault.tellsNothing(script.flow) }
    let controller = FlowController()
    let journal = script.journal(or: environment)
    try entry.start(
      in: controller,
      SessionOptions(
        environment: environment, session: script.session ?? .nilUUID,
        effects: mode == .recorded ? journal : nil, variant: script.variant))
    controller.waitUntilSettled()
    var player = ScriptPlayer(controller, secrets: secrets)
    for line in script.lines {
      player.play(line)
      if player.mismatch != nil { break }
    }
    let made = controller.journal
    return Report(
      mismatch: player.mismatch ?? compare(made), journal: made,
      isUpdatable: player.mismatch == nil, steps: player.steps)
  }

  /// The first line of the script that the replay's journal does not have in its place.
  private func compare(_ journal: Journal) -> ScriptMismatch? {
    var kinds = Set(script.lines.map(\.entry.verb)).union(ScriptPlayer.inputs)
    if !kinds.isDisjoint(with: ScriptPlayer.ends) { kinds.formUnion(ScriptPlayer.ends) }
    let made = journal.told.filter { kinds.contains($0.verb) }
    for (index, line) in script.lines.enumerated() {
      guard index < made.count else {
        return ScriptMismatch(
          line: line.number, expected: line.entry.text, got: "nothing more: the replay ends here")
      }
      guard line.entry.tells(made[index]) else {
        return ScriptMismatch(
          line: line.number, expected: line.entry.text, got: made[index].text)
      }
    }
    guard made.count > script.lines.count else { return nil }
    // A question that nothing came of stands at the end of every journal that is not ended.
    let rest = made[script.lines.count...]
    guard let first = rest.first(where: { $0.verb != .show || rest.count > 1 }) else { return nil }
    return ScriptMismatch(
      line: (script.lines.last?.number ?? 0) + 1, expected: "the end of the script",
      got: first.text)
  }
}

/// Where a replay differs from its script.
public struct ScriptMismatch: Error, Sendable, Hashable, CustomStringConvertible {
  /// The script's line, counted from 1.
  public let line: Int
  /// What the script says.
  public let expected: String
  /// What came.
  public let got: String

  /// All of it, on three lines.
  public var description: String {
    "line \(line):\n  expected \(expected)\n  got      \(got)"
  }
}

/// Why a script cannot be played at all.
public enum ScriptReplayFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// The catalogue has no such flow.
  case unknownFlow(FlowID, known: [FlowID])
  /// The script has a head and nothing else.
  case tellsNothing(FlowID)
  /// The script was made by a later version of the flow.
  case newerVersion(FlowID, Int, known: Int)

  /// One sentence, with what to do.
  public var description: String {
    switch self {
    case .unknownFlow(let flow, let known):
      "no flow is called \(flow); known: \(known.map(\.rawValue).joined(separator: ", "))"
    case .tellsNothing(let flow):
      "the script of \(flow) tells nothing to compare: record a walk, or write down its answers"
    case .newerVersion(let flow, let version, let known):
      """
      the script is of version \(version) of \(flow), this program has version \(known): \
      play it with a newer program, or record it again
      """
    }
  }
}

extension JournalEntry {
  /// Whether another entry says the same. The root's end has no name in a script.
  func tells(_ other: JournalEntry) -> Bool {
    guard verb == other.verb else { return false }
    switch verb {
    case .finish, .cancelled, .failed: return payload.json == other.payload.json
    case .show:
      return id == other.id && outline?.kind == other.outline?.kind
        && (outline?.choices == nil || outline?.choices == other.outline?.choices)
    default: return id == other.id && payload.json == other.payload.json
    }
  }
}
