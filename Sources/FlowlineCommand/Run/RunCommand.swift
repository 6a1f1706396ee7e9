import ArgumentParser
import Flowline
import FlowlineTerminal

/// `flowline run`.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run one flow.",
    discussion: """
      Answers come from --answer and --answers first. What they leave open is asked on a terminal, \
      or read from standard input, one line a prompt. A given answer is for one asking of its \
      step; give several for a step that is asked several times. One that is never asked for is \
      an error (exit code 2) once the flow has ended, whose outcome is printed all the same.
      """)

  @Argument(help: "The flow's id, as “flowline list” shows it.")
  var flow: String

  @ArgumentParser.Option(
    name: .customLong("answer"),
    help: ArgumentHelp(
      "An answer for a step, as typed: account=personal, round-up/account=personal.",
      valueName: "step=value"))
  var answer: [String] = []

  @ArgumentParser.Option(
    help: ArgumentHelp(
      "Answers from a file: a JSON object {step: value or [values]}, or a script.",
      valueName: "file"))
  var answers: String?

  @ArgumentParser.Option(
    help: ArgumentHelp("Write the script of the run to a file.", valueName: "file"))
  var record: String?

  @Flag(help: "Print the outcome as one JSON object.")
  var json = false

  @Flag(help: "Ask nobody: every answer must be given.")
  var noInput = false

  @ArgumentParser.Option(
    help: ArgumentHelp("How long to wait for an answer.", valueName: "seconds"))
  var timeout: Double?

  @OptionGroup var common: CommonOptions

  func validate() throws {
    for answer in answer where answer.hasPrefix("=") || !answer.contains("=") {
      throw ValidationError("“\(answer)” is no answer; write it like account=personal.")
    }
    if let timeout, !(timeout > 0 && timeout < 1e9) {
      throw ValidationError("--timeout takes a number of seconds above 0.")
    }
  }

  func run() throws {
    let world = try World(common.settings)
    let ending = try walk(in: world)
    ending.messages.forEach(Surface.standard(common.settings.terminal).tell)
    if json {
      Surface.writeResult(ending.object(flow: flow).text)
    } else if let output = ending.output {
      ResultText(words: Words(world.environment)).lines(for: output).forEach(Surface.writeResult)
    }
    if case .signalled(let signal)? = ending.report?.end { Waker().die(of: signal) }
    if ending.status != .finished { throw ending.status.exitCode }
  }

  private func walk(in world: World) throws -> RunEnding {
    let catalog = world.catalog
    guard let entry = catalog[FlowID(flow)] else {
      return .unknownFlow(flow, in: catalog, words: world.words)
    }
    var prepared = PreparedAnswers()
    for answer in answer {
      let parts = answer.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      prepared.add(.text(String(parts[1])), for: String(parts[0]))
    }
    if let answers {
      do throws(AnswersFault) {
        try AnswersFile(path: answers, flow: entry.id, words: world.words).add(to: &prepared)
      } catch {
        return .failure(error.message, code: "answers", status: .usage, words: world.words)
      }
    }
    let front = try Front(common.settings.terminal, takesInput: !noInput)
    let manner = WalkManner(
      isAttended: front.isInteractive, showsPrompts: !noInput,
      timeout: timeout.map { .seconds($0) })
    let walk = Walk(
      on: front.surface, from: front.source, in: world.environment, histories: front.histories,
      manner: manner, answers: prepared, recorder: record.map(Recorder.init))
    return RunEnding(try walk.run(entry), words: world.words)
  }
}
