package import FoundationEssentials

/// Plays a script against the flow it is of, and compares everything.
///
/// The answers come from the script. A replay makes a journal of its own, and that journal must
/// say what the script says: every question, refusal, effect, key and result. A script that was
/// written by hand may leave out whole kinds of lines; what it does not mention is not compared.
public struct ScriptReplay: Sendable {
  /// What loads and commits are answered by.
  public enum Mode: String, Sendable, Hashable {
    /// From the script: nothing is read or written outside.
    case recorded
    /// By themselves: they run, and what they return is compared with what the script says.
    case live
  }

  /// How a replay came out.
  public struct Report: Sendable {
    /// The first place at which the replay differed from the script; nil if it did not.
    public let mismatch: ScriptMismatch?
    /// The journal that the replay made.
    public let journal: Journal
    /// Whether all the script's answers could be given and nothing is held, so that the rest of it can
    /// be written afresh.
    public let isUpdatable: Bool
    /// How many answers were given.
    public let steps: Int
    /// How the script of an older version fitted; nil for one of the flow's own version.
    public let fit: JournalFit?
    /// What went wrong and waits for a person's word, so that the replay came no further.
    ///
    /// A script has no such words. Nil if nothing went wrong, or the replay differs for another reason.
    public let held: HeldEffect?

    /// Whether the replay said what the script says.
    public var matches: Bool { mismatch == nil }
  }

  /// Where the contents of the script's files are; nil if nothing reads them.
  public var files: (any KeptFiles)?

  private let script: Script
  private let catalog: FlowCatalog
  private let environment: FlowEnvironment
  private let secrets: [StepID: String]

  /// Makes a replay.
  ///
  /// - Parameters:
  ///   - script: what is played.
  ///   - catalog: the flows; the script's head names one of them.
  ///   - environment: replaces what the script's head does not say.
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
  /// - Parameter mode: what loads and commits are answered by.
  /// - Returns: how the replay went.
  /// - Throws: ``ScriptReplayFault`` if it cannot be played at all.
  public func run(_ mode: Mode) throws -> Report { try run(mode, showing: nil) }

  /// Plays the script.
  ///
  /// - Parameters:
  ///   - mode: what loads and commits are answered by.
  ///   - presenter: shows what a person would see; nil if nobody looks.
  /// - Returns: how the replay went.
  /// - Throws: ``ScriptReplayFault`` if it cannot be played at all.
  package func run(_ mode: Mode, showing presenter: (any Presenter)?) throws -> Report {
    let variant = script.variant ?? catalog[script.flow]?.unmarkedVariant
    return try run(mode, as: variant, session: session(for: mode), showing: presenter)
  }

  /// Plays the script live through a variant of its flow, whichever the script was recorded through.
  ///
  /// - Parameters:
  ///   - variant: the variant's id.
  ///   - session: the session's id, from which keys follow.
  ///   - presenter: shows what a person would see.
  /// - Returns: how the replay went.
  /// - Throws: ``ScriptReplayFault`` if it cannot be played at all.
  package func run(
    as variant: FlowID, session: UUID, showing presenter: any Presenter
  ) throws -> Report {
    try run(.live, as: variant, session: session, showing: presenter)
  }

  private func run(
    _ mode: Mode, as variant: FlowID?, session: UUID, showing presenter: (any Presenter)?
  ) throws -> Report {
    guard let entry = catalog[script.flow] else {
      throw ScriptReplayFault.unknownFlow(script.flow, known: catalog.entries.map(\.id))
    }
    guard script.version <= entry.version else {
      throw ScriptReplayFault.newerVersion(script.flow, script.version, known: entry.version)
    }
    guard !script.lines.isEmpty else { throw ScriptReplayFault.tellsNothing(script.flow) }
    if entry.variants.isEmpty, let unknown = script.variant {
      throw UnknownVariant(flow: script.flow, variant: unknown)
    }
    let journal = script.journal(or: environment)
    if script.version < entry.version { return try rebuild(entry, journal, mode) }
    let controller = FlowController(presenter: presenter)
    controller.recordAllRefused()
    if script.tellsOrder { controller.orderReplies() }
    let abandoned = script.abandonedLoads
    controller.limitLoads(to: abandoned[-1])
    let clock = ManualFlowClock(at: environment.now)
    var options = SessionOptions(
      environment: environment, session: session, world: script.world,
      effects: mode == .recorded ? journal : nil, variant: variant)
    options.clock = clock
    options.files = files
    options.acceptsAnyFile = true
    try entry.start(in: controller, options)
    controller.waitUntilSettled()
    var player = ScriptPlayer(controller, by: clock, of: script, secrets: secrets)
    let places = script.places
    for (index, line) in script.lines.enumerated() {
      if !abandoned.isEmpty, ScriptPlayer.inputs.contains(line.entry.verb) {
        controller.limitLoads(to: abandoned[index])
      }
      player.play(line, in: places?[index])
      if player.mismatch != nil { break }
    }
    let made = controller.journal
    let mismatch = player.mismatch ?? compare(made)
    if mismatch != nil {
      if let newer = newerFlow(than: made) { throw newer }
      if hasOlderFlows(made) { return try rebuild(entry, journal, mode) }
    }
    let cameNoFurther = player.mismatch != nil || mismatch?.isEndOfReplay == true
    let held = cameNoFurther ? controller.prompt?.heldEffect : nil
    return Report(
      mismatch: mismatch, journal: made, isUpdatable: player.mismatch == nil && held == nil,
      steps: player.steps, fit: nil, held: held)
  }

  /// The session's id.
  ///
  /// What is written live bears keys that follow from it, so a script that names no session is
  /// another one each time.
  private func session(for mode: Mode) -> UUID {
    script.session?.ifSomebodys ?? (mode == .live ? UUID() : .nilUUID)
  }

  /// Types what the script does not have, until the session asks for something else: at most as often as
  /// the script has answers.
  private func typeSecrets(in controller: FlowController) {
    for _ in script.lines {
      guard let prompt = controller.prompt, prompt.isSensitive, prompt.refused == nil,
        let secret = secrets[prompt.id]
      else { return }
      controller.answer(.text(secret))
      controller.waitUntilSettled()
    }
  }

  /// Plays the script of an older version: the flow is rebuilt from it, as a session would be, and
  /// what does not fit is told.
  private func rebuild(
    _ entry: FlowCatalogEntry, _ journal: Journal, _ mode: Mode
  ) throws -> Report {
    let controller = FlowController()
    var options = SessionOptions(
      environment: environment, session: session(for: mode), journal: journal,
      effects: mode == .recorded ? journal : nil, variant: script.variant, isReplay: true)
    options.redoesEffects = mode == .live
    options.clock = ManualFlowClock(at: environment.now)
    options.files = files
    try entry.start(in: controller, options)
    controller.waitUntilSettled()
    typeSecrets(in: controller)
    if case .newerVersion(let flow, let recorded, let known)? = controller.resumeFault {
      throw ScriptReplayFault.newerVersion(flow, recorded, known: known)
    }
    let made = controller.journal
    let fit = controller.fit
    let misfit = fit?.items.first { $0.fate != .kept }
    let mismatch = misfit.map { item in
      ScriptMismatch(
        line: item.line ?? 1,
        expected: script.lines.first { $0.number == item.line }?.entry.text
          ?? item.path.description,
        got: item.description)
    }
    let unfit = controller.resumeFault.map(self.mismatch)
    let difference = unfit ?? mismatch ?? compareEnd(made)
    let held = difference == nil ? nil : controller.prompt?.heldEffect
    return Report(
      mismatch: difference, journal: made, isUpdatable: held == nil, steps: made.answers.count,
      fit: fit, held: held)
  }

  /// That the flow cannot continue with what a line of the script says.
  private func mismatch(_ fault: ResumeFault) -> ScriptMismatch {
    let line = script.lines.first { line in
      switch fault {
      case .unreadableReply(let unreadable): line.number == unreadable.line
      case .commitDiffers(let differs):
        line.entry.verb == .commit && line.entry.id == differs.step
      default: false
      }
    }
    return ScriptMismatch(
      line: line?.number ?? 1, expected: line?.entry.text ?? "flow \(script.flow)",
      got: "\(fault)")
  }

  /// Whether a nested flow has a newer version than the script's.
  private func hasOlderFlows(_ made: Journal) -> Bool {
    nestedVersions(in: made).contains { $0.recorded < $0.known }
  }

  /// That a nested flow has an older version than the script's; nil if none has.
  private func newerFlow(than made: Journal) -> ScriptReplayFault? {
    nestedVersions(in: made).first { $0.recorded > $0.known }.map {
      ScriptReplayFault.newerVersion($0.flow, $0.recorded, known: $0.known)
    }
  }

  /// The versions of the nested flows, in the script and in what the replay made of it.
  private func nestedVersions(
    in made: Journal
  ) -> [(flow: FlowID, recorded: Int, known: Int)] {
    let flows = made.entries.filter { $0.verb == .enter }
    return script.lines.compactMap { line in
      guard line.entry.verb == .enter, let same = flows.first(where: { $0.id == line.entry.id })
      else { return nil }
      return (
        flow: line.entry.id, recorded: line.entry.enteredVersion, known: same.enteredVersion
      )
    }
  }

  private func compareEnd(_ made: Journal) -> ScriptMismatch? {
    guard let line = script.lines.last, ScriptPlayer.ends.contains(line.entry.verb) else {
      return nil
    }
    guard let end = made.entries.last, line.entry.tells(end) else {
      return ScriptMismatch(
        line: line.number, expected: line.entry.text,
        got: made.entries.last?.text ?? "nothing: the replay did not end")
    }
    return nil
  }

  /// The first line of the script that the replay's journal does not have in its place.
  private func compare(_ journal: Journal) -> ScriptMismatch? {
    let kinds = script.comparedVerbs
    let tellsMore = !script.verbs.isSubset(of: kinds)
    let lines = tellsMore ? script.lines.filter { kinds.contains($0.entry.verb) } : script.lines
    let made = journal.told.filter { kinds.contains($0.verb) }
    for (index, line) in lines.enumerated() {
      guard index < made.count else {
        return ScriptMismatch(
          line: line.number, expected: line.entry.text, got: "nothing more: the replay ends here",
          isEndOfReplay: true)
      }
      guard line.entry.tells(made[index]) else {
        // A script written by hand may have a secret where a journal has the mark.
        let isSecret = made[index].payload.containsMark
        return ScriptMismatch(
          line: line.number,
          expected: isSecret ? line.entry.textWithoutValue : line.entry.text,
          got: made[index].text)
      }
    }
    guard made.count > lines.count else { return nil }
    // A question that nothing came of stands at the end of every journal that is not ended.
    let rest = made[lines.count...].filter { $0.verb != .at }
    let isMany = !journal.waiting.isEmpty
    guard let first = rest.first(where: { $0.verb != .show || (rest.count > 1 && !isMany) })
    else { return nil }
    return ScriptMismatch(
      line: (script.lines.last?.number ?? 0) + 1, expected: "the end of the script",
      got: first.text)
  }
}

/// The first difference between a replay and its script.
public struct ScriptMismatch: Error, Sendable, Hashable, CustomStringConvertible {
  /// The script's line, counted from 1.
  public let line: Int
  /// What the script says.
  public let expected: String
  /// What came.
  public let got: String
  /// The step whose secret the script does not have and nobody supplied; nil if it was not that.
  package var missingSecret: StepID?
  /// Whether the replay ends although the script has more lines.
  var isEndOfReplay = false

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
  /// The script was made by a later version of its flow, or of one nested in that, which is named.
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

extension Prompt {
  /// What it asks about; nil if it asks nothing of the kind, or it is the store that went wrong.
  fileprivate var heldEffect: HeldEffect? {
    guard let hold, !hold.isStore else { return nil }
    return HeldEffect(
      step: path, message: hold.message, text: hold.text, mayHaveBeenDone: hold.mayHaveBeenDone,
      wasDone: hold.wasDone)
  }
}

extension JournalEntry {
  /// Whether another entry says the same.
  ///
  /// The root's end has no name in a script.
  func tells(_ other: JournalEntry) -> Bool {
    // Scripts of the first format tell a jump as a step back.
    guard verb == other.verb || (verb == .back && other.verb == .jump) else { return false }
    switch verb {
    case .finish, .cancelled, .failed: return payload == other.payload
    case .show:
      return id == other.id && outline?.kind == other.outline?.kind
        && (outline?.choices == nil || outline?.choices == other.outline?.choices)
    case .back, .jump: return id == other.id && place == other.place
    default: return id == other.id && payload == other.payload
    }
  }
}
