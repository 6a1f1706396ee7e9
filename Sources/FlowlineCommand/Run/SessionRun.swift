import ArgumentParser
import Flowline
import FlowlineTerminal

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

  /// Walks through a flow, in the world its session sees.
  ///
  /// - Parameter walk: begins or resumes, and comes back at the end.
  func ending(
    of flow: FlowID, in environment: FlowEnvironment,
    _ walk: (Walk) throws -> WalkReport
  ) throws -> RunEnding {
    let words = Words(environment, from: World.texts)
    let prepared: PreparedAnswers
    do throws(AnswersFault) {
      prepared = try options.prepared(for: flow, words)
    } catch {
      return .failure(error.message, code: "answers", status: .usage, words: words)
    }
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
