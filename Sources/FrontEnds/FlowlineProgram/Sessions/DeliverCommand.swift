import ArgumentParser
import Flowline
import FlowlineTerminal
import FoundationEssentials

/// `deliver`.
struct DeliverCommand<Own: ProgramOptions>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "deliver", abstract: HelpText.string(Program.texts("help.deliver")),
      discussion: HelpText.string(Program.texts("help.deliver.more", .string(Program.name))))
  }

  @Argument(
    help: ArgumentHelp(
      Program.texts("help.session", .string(Program.name), .string("last"))),
    completion: .custom { Completions.sessions($0, $1, $2) })
  var session: String

  @Argument(help: ArgumentHelp(Program.texts("help.deliver.name")))
  var name: String

  @Argument(help: ArgumentHelp(Program.texts("help.deliver.value"), valueName: "json"))
  var value = "null"

  @ArgumentParser.Option(help: ArgumentHelp(Program.texts("help.deliver.key"), valueName: "text"))
  var key: String?

  @OptionGroup var secrets: SecretOptions

  @Flag(help: ArgumentHelp(Program.texts("help.json")))
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
    let opening = SessionOpening(
      run: run, name: session, noteIfUnknown: world.words("deliver.unknown"))
    let (ending, flow) = try opening.ending { record, flow, environment in
      try run.ending(of: flow, in: environment, takesInput: false) { walk in
        walk.event = event
        return try walk.resume(record, of: world.catalog)
      }
    } ended: { end, record, _ in
      try RunEnding(end, of: record, whenDelivering: event, in: world)
    }
    guard var ending else { return }
    if ending.isDelivered == nil { ending.delivered(event, world.words) }
    try run.tell(ending, of: flow)
  }
}

extension RunEnding {
  /// What becomes of an event of a session that has ended: it was delivered if it came before.
  ///
  /// The session is kept: its end may not have been reported yet, which resuming it does.
  ///
  /// - Parameters:
  ///   - end: how the session ended.
  ///   - record: what is kept of it.
  ///   - event: the event.
  ///   - world: where it is told.
  /// - Throws: why the record cannot be read.
  fileprivate init(
    _ end: StoredSession.End, of record: any SessionRecord, whenDelivering event: DeliveredEvent,
    in world: World
  ) throws {
    let words = world.words
    let journal = try Script(parsing: try record.contents()).journal(or: .current)
    switch event.key.flatMap({
      journal.reception(ofEvent: event.name, event.value, key: $0)
    }) {
    case .accepted?:
      let (recap, words) = world.recap(of: record)
      self.init(end, of: record, recap, words)
      session = nil
      status = .finished
      isDelivered = true
      isTaken = !journal.hasOpenEvent(event.name)
      messages.insert(words("deliver.done"), at: 0)
    case .refused(let refusal)?:
      self = .failure(words(refusal.message), code: refusal.code.rawValue, words: words)
    case .queued?, nil:
      self = .failure(
        words("deliver.ended"), code: Refusal.Code.sessionEnded.rawValue, words: words)
    }
  }

  /// The walk for an event is over: once that is delivered, nothing that the flow does then is a fault.
  fileprivate mutating func delivered(_ event: DeliveredEvent, _ words: Words) {
    isDelivered = report?.isDelivered ?? false
    guard isDelivered == true else {
      if report != nil { messages.insert(words("deliver.not-done"), at: 0) }
      return
    }
    status = .finished
    let isOpen = report?.isEventOpen ?? false
    isTaken = !isOpen
    let done = isOpen && report?.outcome == nil ? kept(event, words) : words("deliver.done")
    let waits = (report?.waits ?? []).map { Words(words.environment)($0) }
    switch report?.end {
    case .missing(let prompt)?:
      error = .null
      let asks = words(
        "deliver.asks", .string(prompt.id.rawValue), .string(OneLine.text(prompt.question.text)))
      messages[0] = ([done, asks] + waits).joined(separator: " ")
    case .waiting?:
      error = .null
      messages[0] = ([done] + waits).joined(separator: " ")
    default: messages.insert(done, at: 0)
    }
  }

  /// That the event is kept for a step to come, and the names that are waited for now: its own may be
  /// misspelt.
  private func kept(_ event: DeliveredEvent, _ words: Words) -> String {
    let name = TextArgument.string(OneLine.text(event.name.rawValue))
    let events = (report?.waits ?? []).filter { $0.until == nil }.map(\.id.rawValue)
    guard !events.isEmpty, !events.contains(event.name.rawValue) else {
      return words("deliver.kept", name)
    }
    let awaited = OneLine.text(events.joined(separator: ", "))
    return words("deliver.kept.waiting", name, .string(awaited))
  }
}
