import ArgumentParser
import Flowline
import FlowlineJSONLines
import FlowlineTerminal
import FoundationEssentials
import Glibc

/// A run that talks in lines of JSON: `--protocol jsonl`.
struct MessageRun {
  private let world: World

  init(_ world: World) {
    self.world = world
  }

  private var frontEnd: JSONLinesFrontEnd {
    let world = world
    return JSONLinesFrontEnd(
      Program.name, version: Program.current.version, store: Program.current.library.store,
      world: world.name, environment: { world.environment }
    ) { _ in world.catalog }
  }

  /// Takes requests for any flow, until the input ends.
  ///
  /// It ends as the subcommand `run` does, by the last flow that was begun; with exit code 0 if none was.
  func run() throws {
    let end = end(of: frontEnd)
    guard end.outcome != nil || end.isPaused || !end.isOver else { return try report(end) }
    try finish(end)
  }

  /// Begins a session, and takes requests until it is over.
  func begin(_ flow: FlowID, session: UUID?, _ given: AnswerOptions, _ link: [GivenAnswer] = [])
    throws
  {
    let catalog = world.catalog
    guard catalog[flow] != nil else {
      return try fail(.unknownFlow(flow.rawValue, in: catalog, words: world.words))
    }
    let prepared = try prepared(given, for: flow)
    let record: any SessionRecord
    do throws(StoreFailure) {
      record = try Program.current.library.store.begin(session ?? UUID())
    } catch {
      let message = Words(world.environment)(error)
      return try fail(.failure(message, code: error.code.rawValue, words: world.words))
    }
    var frontEnd = frontEnd
    frontEnd.opening = .begin(flow, record: record, given: prepared + link)
    try finish(end(of: frontEnd))
  }

  /// Resumes a session, and takes requests until it is over; of one that has ended it writes the end.
  ///
  /// - Parameters:
  ///   - record: the session's record; closed when the session ends.
  ///   - flow: its flow.
  ///   - run: where it is kept, what is answered beforehand, and the language it is to continue in.
  func resume(_ record: any SessionRecord, of flow: FlowID, _ run: SessionRun) throws {
    var frontEnd = frontEnd
    frontEnd.store = run.place.library.store
    frontEnd.forgetsEnded = run.place.file == nil
    let given = try prepared(run.options.given, for: flow)
    frontEnd.opening = .resume(record, given: given, language: run.language)
    try finish(end(of: frontEnd))
  }

  private func prepared(_ given: AnswerOptions, for flow: FlowID) throws -> [GivenAnswer] {
    do throws(AnswersFault) {
      return try given.prepared(for: flow, world.words)
        .given(acknowledged: given.acceptWarnings)
    } catch {
      try fail(
        .failure(error.message, code: "answers", status: .usage, words: world.words))
      return []
    }
  }

  /// A client that is gone is found out by the write that fails.
  private func end(of frontEnd: JSONLinesFrontEnd) -> JSONLinesFrontEnd.End {
    signal(SIGPIPE, SIG_IGN)
    return frontEnd.run()
  }

  /// Fails if not all could be written; of a client that is gone nothing is said.
  private func report(_ end: JSONLinesFrontEnd.End) throws {
    guard let code = end.writeError else { return }
    if code == EPIPE { throw ExitStatus.failed.exitCode }
    throw OutputFailure(code: code)
  }

  /// Ends as the flow did.
  private func finish(_ end: JSONLinesFrontEnd.End) throws {
    try report(end)
    guard end.refusal == nil, end.hold == nil else {
      throw ExitStatus.failed.exitCode
    }
    guard end.isOver else { throw ExitStatus.unanswered.exitCode }
    switch end.outcome {
    case .finished?: return
    // One that was left for later has no outcome.
    case .cancelled?, nil: throw ExitStatus.cancelled.exitCode
    case .failed?: throw ExitStatus.failed.exitCode
    }
  }

  private func fail(_ ending: RunEnding) throws {
    ending.messages.forEach(Surface.standard(world.settings.terminal).tell)
    throw ending.status.exitCode
  }
}
