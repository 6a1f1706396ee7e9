import ArgumentParser
import Flowline
import FlowlineTerminal

/// `describe`.
struct DescribeCommand<Own: ProgramOptions>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "describe", abstract: "Show the questions of a flow, as far as they are known.",
      discussion: """
        The flow runs with the given answers up to the first question without one, to the first wait \
        for something outside, or to the first action, which is not carried out. Nobody is asked and no \
        session is saved. What a flow asks may depend on the answers: to see more, describe it again with \
        more of them.

        With --json the answers are described as JSON Schema (draft 2020-12); an object that matches is \
        a file for --answers.
        """)
  }

  @Argument(
    help: "The flow’s id, as “\(Program.name) list” shows it.",
    completion: .custom { Completions.flows($0, $1, $2) })
  var flow: String

  @OptionGroup var given: AnswerOptions

  @Flag(help: "Print JSON Schema.")
  var json = false

  @OptionGroup var own: Own

  @OptionGroup var common: CommonOptions

  func run() throws {
    let world = try common.world(of: own, for: .running(isWatched: false), flow: json ? flow : nil)
    let words = world.words
    let catalog = world.catalog
    guard let entry = catalog[FlowID(flow)] else {
      return try fail(.unknownFlow(flow, in: catalog, words: words), world)
    }
    let answers: PreparedAnswers
    do throws(AnswersFault) {
      answers = try given.prepared(for: entry.id, words)
    } catch {
      return try fail(
        .failure(error.message, code: "answers", status: .usage, words: words), world)
    }
    let description = try Description(
      of: entry, in: world.environment, answers: answers, acceptsWarnings: given.acceptWarnings)
    let text = DescriptionText(entry: entry, description: description, words: words)
    if json {
      let schema = DescriptionSchema(
        entry: entry, description: description, environment: world.environment,
        comment: text.comment)
      try Surface.writeResult(schema.json.text)
    } else {
      try text.lines.forEach(Surface.writeResult)
    }
    guard let status = status(of: description) else { return }
    Surface.standard(world.settings.terminal).tell(words.error(text.comment))
    throw status.exitCode
  }

  /// How the command ends if the description does not go as far as the answers; nil if all is well.
  private func status(of description: Description) -> ExitStatus? {
    switch description.standing {
    case .refuses: .unanswered
    case .notStarted, .held, .endless, .ended(.failed): .failed
    case .asks, .writes, .waits, .ended(.finished), .ended(.cancelled): nil
    }
  }

  private func fail(_ ending: RunEnding, _ world: World) throws {
    ending.messages.forEach(Surface.standard(world.settings.terminal).tell)
    if json { try ending.writeObject(flow: flow) }
    throw ending.status.exitCode
  }
}
