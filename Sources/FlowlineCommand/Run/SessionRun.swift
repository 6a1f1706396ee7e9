import ArgumentParser
import Flowline
import FlowlineTerminal
import FoundationEssentials

/// One walk through a flow that the command begins or goes on with, and what is told of it.
struct SessionRun {
  let world: World
  let options: WalkOptions
  let terminal: TerminalFacts

  init(_ options: WalkOptions, in world: World) {
    self.world = world
    self.options = options
    terminal = world.settings.terminal
  }

  /// Begins a session of a flow and walks through it.
  ///
  /// - Parameters:
  ///   - session: its id; a random one if nothing is said.
  ///   - given: answers of a link, behind those of the options.
  func begin(
    _ flow: FlowID, session: UUID? = nil, given: [GivenAnswer] = []
  ) throws -> RunEnding {
    let catalog = world.catalog
    guard let entry = catalog[flow] else {
      return .unknownFlow(flow.rawValue, in: catalog, words: world.words)
    }
    let record: any SessionRecord
    do throws(StoreFailure) {
      record = try World.shelf.store.begin(session ?? UUID())
    } catch {
      let message = Words(world.environment)(error)
      return .failure(message, code: error.code.rawValue, words: world.words)
    }
    return try ending(of: entry.id, in: world.environment, given: given) { walk in
      try walk.run(entry, keptIn: record)
    }
  }

  /// Walks through a flow, in the world its session sees.
  ///
  /// - Parameter walk: begins or resumes, and comes back at the end.
  func ending(
    of flow: FlowID, in environment: FlowEnvironment, given: [GivenAnswer] = [],
    _ walk: (Walk) throws -> WalkReport
  ) throws -> RunEnding {
    let words = Words(environment, from: World.texts)
    var prepared: PreparedAnswers
    do throws(AnswersFault) {
      prepared = try options.prepared(for: flow, words)
    } catch {
      return .failure(error.message, code: "answers", status: .usage, words: words)
    }
    for answer in given { prepared.add(answer) }
    let front = try Front(terminal, takesInput: !options.noInput)
    let manner = WalkManner(
      isAttended: front.isInteractive, showsPrompts: !options.noInput,
      timeout: options.timeout.map { .seconds($0) })
    let walking = Walk(
      on: front.surface, from: front.source, in: environment, histories: front.histories,
      manner: manner, answers: prepared, recorder: options.record.map(Recorder.init))
    let report = try walk(walking)
    let kept = World.shelf.keeps(report) ? report.session : nil
    return RunEnding(report, words: words, kept: kept)
  }

  /// Tells how it ended, forgets a session that is through, and ends the command as it ended.
  func tell(_ ending: RunEnding, of flow: String) throws {
    ending.messages.forEach(Surface.standard(terminal).tell)
    if options.json {
      Surface.writeResult(ending.object(flow: flow).text)
    } else if let output = ending.output {
      ResultText(words: Words(world.environment)).lines(for: output).forEach(Surface.writeResult)
    }
    if !ending.isKept, let session = ending.session { World.shelf.forgetTold(session) }
    if case .signalled(let signal)? = ending.report?.end { Waker().die(of: signal) }
    if ending.status != .finished { throw ending.status.exitCode }
  }
}
