import ArgumentParser
import Flowline
import FlowlineTerminal

/// `describe`.
struct DescribeCommand<Own: ProgramOptions>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "describe", abstract: HelpText.string(Program.texts("help.describe")),
      discussion: HelpText.string(Program.texts("help.describe.more", .string("2020-12"))))
  }

  @Argument(
    help: ArgumentHelp(Program.texts("help.flow", .string(Program.name))),
    completion: .custom { Completions.flows($0, $1, $2) })
  var flow: String

  @OptionGroup var given: AnswerOptions

  // A number below 0 is a wrong value, and not an option that follows.
  @ArgumentParser.Option(
    parsing: .unconditional,
    help: ArgumentHelp(Program.texts("help.describe.within"), valueName: "seconds"))
  var within = 10

  @Flag(help: ArgumentHelp(Program.texts("help.describe.json")))
  var json = false

  @OptionGroup var own: Own

  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard Deadline.allowed.contains(within) else { throw Usage.fault("usage.within") }
  }

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
      of: entry, in: world.environment, answers: answers, acceptsWarnings: given.acceptWarnings,
      within: .seconds(within))
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
    case .stuck: .timedOut
    case .asks, .writes, .waits, .ended(.finished), .ended(.cancelled): nil
    }
  }

  private func fail(_ ending: RunEnding, _ world: World) throws {
    ending.messages.forEach(Surface.standard(world.settings.terminal).tell)
    if json { try ending.writeObject(flow: flow) }
    throw ending.status.exitCode
  }
}
