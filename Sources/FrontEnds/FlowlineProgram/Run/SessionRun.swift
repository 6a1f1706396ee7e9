import ArgumentParser
import Flowline
import FlowlineTerminal
import FoundationEssentials

/// One walk through a flow that the command begins or resumes, and its report.
struct SessionRun {
  let world: World
  let options: WalkOptions
  let place: SessionPlace
  /// The language that a session of another continues in; nil if it keeps its own.
  var language: String?
  let terminal: TerminalFacts

  init(_ options: WalkOptions, in world: World, keptIn place: SessionPlace = .library) {
    self.world = world
    self.options = options
    self.place = place
    terminal = world.settings.terminal
  }

  /// Begins a session of a flow and walks through it.
  ///
  /// - Parameters:
  ///   - flow: the id of the flow.
  ///   - session: its id; nil for a random one.
  ///   - given: answers of a link, behind those of the options.
  /// - Returns: what is printed, and the exit code.
  /// - Throws: what keeps the session from being begun.
  func begin(
    _ flow: FlowID, session: UUID? = nil, given: [GivenAnswer] = []
  ) throws -> RunEnding {
    let catalog = world.catalog
    guard let entry = catalog[flow] else {
      return .unknownFlow(flow.rawValue, in: catalog, words: world.words)
    }
    let record: any SessionRecord
    do throws(StoreFailure) {
      record = try self.record(session ?? UUID())
    } catch {
      return failure(error)
    }
    return try ending(of: entry.id, in: world.environment, takesInput: place.file == nil, given) {
      try $0.run(entry, keptIn: record)
    }
  }

  /// Begins the record of a session, which is nowhere else.
  private func record(_ session: UUID) throws(StoreFailure) -> any SessionRecord {
    guard place.file != nil else { return try place.library.store.begin(session) }
    // What is begun there and dropped leaves nothing.
    try Program.current.library.store.begin(session).close()
    return try place.library.store.begin(session)
  }

  /// A session that could not be kept.
  func failure(_ failure: StoreFailure) -> RunEnding {
    if let file = place.file, failure.code == .exists, failure.place == file {
      let message = world.words(
        "run.file-exists", .string(file), .string(Program.name))
      return .failure(message, code: "exists", status: .usage, words: world.words)
    }
    let message = Words(world.environment)(failure)
    return .failure(message, code: failure.code.rawValue, words: world.words)
  }

  /// Walks through a flow, in the world its session sees.
  ///
  /// - Parameters:
  ///   - flow: the id of the flow.
  ///   - environment: the world that the session sees.
  ///   - takesInput: whether somebody may be asked if the options do not say otherwise.
  ///   - given: answers of a link, behind those of the options.
  ///   - walk: begins or resumes, and returns at the end.
  /// - Returns: what is printed, and the exit code.
  /// - Throws: what `walk` throws.
  func ending(
    of flow: FlowID, in environment: FlowEnvironment, takesInput: Bool = true,
    _ given: [GivenAnswer] = [], _ walk: (Walk) throws -> WalkReport
  ) throws -> RunEnding {
    let words = Words(environment, from: Program.texts)
    var prepared: PreparedAnswers
    do throws(AnswersFault) {
      prepared = try options.given.prepared(for: flow, words)
    } catch {
      return .failure(error.message, code: "answers", status: .usage, words: words)
    }
    for answer in given { prepared.add(answer) }
    let takesInput = takesInput && !options.noInput && !options.given.readsInput
    let front = try Front(terminal, in: world, takesInput: takesInput)
    front.surface.settings.program.language = language
    var mode = WalkMode(
      isAttended: front.isInteractive, showsPrompts: takesInput,
      timeout: options.timeout.map { .seconds($0) },
      acceptsWarnings: options.given.acceptWarnings, warningsOption: "--accept-warnings")
    mode.waits = options.wait
    let walking = Walk(
      on: front.surface, from: front.source, in: environment, world: world.name,
      histories: front.histories, mode: mode, answers: prepared,
      recorder: options.record.map(Recorder.init))
    let report = try walk(walking)
    do throws(NamedFile.Failure) {
      try keepUnanswered(report)
    } catch {
      let reason = words.reason(of: error.code)
      let message = Words(environment)("record.failed", .string(error.path), .string(reason))
      return .failure(message, code: "record", words: words)
    }
    return RunEnding(report, in: world, keptIn: place, takesInput: takesInput)
  }

  /// Keeps a session in its file that nobody has answered yet, so that it can be resumed.
  private func keepUnanswered(_ report: WalkReport) throws(NamedFile.Failure) {
    guard case .missing = report.end, let file = place.file, !place.library.keeps(report) else {
      return
    }
    guard try NamedFile.make(report.journal.text, at: file) else {
      throw NamedFile.Failure.exists(file)
    }
  }

  /// Tells how it ended, forgets a session that is through, and ends the command as it ended.
  func tell(_ ending: RunEnding, of flow: String) throws {
    let surface = Surface.standard(terminal)
    ending.messages.forEach(surface.tell)
    do throws(OutputFailure) {
      try tellResult(of: ending, of: flow, on: surface)
    } catch {
      // What could not be reported is kept, so that it can be reported later.
      let reason = world.words.reason(of: error.code)
      surface.tell(world.words.error(world.words("output.failed", .string(reason))))
      if let session = ending.session, !ending.isKept {
        let command = world.resumeCommand(of: place.name(of: session))
        surface.tell(world.words("output.kept", .string(command)))
      }
      throw ExitStatus.failed.exitCode
    }
    if !ending.isKept, place.file == nil, let session = ending.session {
      Program.current.library.removeReported(session)
    }
    if case .signalled(let signal)? = ending.report?.end { Waker().die(of: signal) }
    if ending.status != .finished { throw ending.status.exitCode }
  }

  private func tellResult(
    of ending: RunEnding, of flow: String, on surface: Surface
  ) throws(OutputFailure) {
    if options.json { return try ending.writeObject(flow: flow) }
    if let words = ending.resultText { return try surface.tellResult(words) }
    guard let output = ending.output else { return }
    for line in ResultText(words: Words(world.environment)).lines(for: output) {
      try Surface.writeResult(line)
    }
  }
}
