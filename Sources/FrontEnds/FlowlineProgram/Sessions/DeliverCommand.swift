import ArgumentParser
import Flowline
import FlowlineTerminal
import FoundationEssentials

/// `deliver`.
struct DeliverCommand<Own: ProgramOptions>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "deliver",
      abstract: "Deliver an event to a session that waits for it, now or later.",
      discussion: """
        The event is saved with the session before anything follows from it. The flow then runs as far \
        as it can without an answer, and the session is saved: “\(Program.name) resume” resumes it. A \
        flow that does not wait for the event yet receives it when it does.

        Secrets are not saved: a session that has asked for one asks again before it takes an event. Give \
        it with --secret.

        With --key the event counts once, however often it is delivered; the same key with another \
        value is refused. The exit code is 0 once the event is delivered, whatever the flow does then, and \
        3 if a secret is missing or was refused.
        """)
  }

  @Argument(
    help: """
      The beginning of the session’s id, as “\(Program.name) sessions” shows it, “last”, or the \
      path of its file.
      """,
    completion: .custom { Completions.sessions($0, $1, $2) })
  var session: String

  @Argument(help: "The id of the step that waits for the event.")
  var name: String

  @Argument(
    help: ArgumentHelp("What happened, as JSON; null by default.", valueName: "json"))
  var value = "null"

  @ArgumentParser.Option(
    help: ArgumentHelp(
      "A key that tells this event from others of the same name.", valueName: "text"))
  var key: String?

  @OptionGroup var secrets: SecretOptions

  @Flag(help: "Print the outcome as one JSON object.")
  var json = false

  @OptionGroup var own: Own

  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard !name.isEmpty else { throw Usage.fault("usage.deliver.name") }
    do {
      _ = try JSONValue(parsing: value)
    } catch {
      throw Usage.fault("usage.deliver.value", value)
    }
  }

  func run() throws {
    var options = try WalkOptions.parse([])
    options.noInput = true
    options.json = json
    options.given.secrets = secrets
    let world = try options.world(of: own, by: common)
    let run = SessionRun(options, in: world, keptIn: SessionPlace(of: session))
    let event = DeliveredEvent(StepID(name), try JSONValue(parsing: value), key: key)
    let (ending, flow) = try SessionOpening(run: run, name: session).ending {
      record, flow, environment in
      try run.ending(of: flow, in: environment, takesInput: false) { walk in
        walk.event = event
        return try walk.resume(record, of: world.catalog)
      }
    } ended: { _, _ in
      // Its end was not reported yet: resuming it reports it.
      .failure(
        world.words("deliver.ended"), code: Refusal.Code.sessionEnded.rawValue, words: world.words)
    }
    guard var ending else { return }
    ending.delivered(world.words)
    try run.tell(ending, of: flow)
  }
}

extension RunEnding {
  /// The walk for an event is over: once that is delivered, nothing that the flow does then is a fault.
  fileprivate mutating func delivered(_ words: Words) {
    isDelivered = report?.isDelivered ?? false
    guard isDelivered == true else {
      if report != nil { messages.insert(words("deliver.not-done"), at: 0) }
      return
    }
    status = .finished
    switch report?.end {
    case .missing(let prompt)?:
      error = .null
      messages[0] = words(
        "deliver.asks", .string(prompt.id.rawValue), .string(OneLine.text(prompt.question.text)))
    case .waiting(let waits)?:
      error = .null
      messages[0] =
        words("deliver.done") + " "
        + waits.map { Words(words.environment)($0) }.joined(separator: " ")
    default: messages.insert(words("deliver.done"), at: 0)
    }
  }
}
