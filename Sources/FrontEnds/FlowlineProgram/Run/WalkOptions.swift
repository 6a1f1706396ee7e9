import ArgumentParser
import Flowline
import FlowlineTerminal

/// What a walk takes that the command begins or goes on with.
struct WalkOptions: ParsableArguments {
  @OptionGroup var given: AnswerOptions

  @ArgumentParser.Option(
    help: ArgumentHelp(
      "Record the session to a file: a script, or, in FILE.cast, a terminal recording (asciicast v3).",
      valueName: "file"),
    completion: .file())
  var record: String?

  @Flag(help: "Print the outcome as one JSON object.")
  var json = false

  @Flag(help: "Never ask: every answer must be given, and standard input is not read.")
  var noInput = false

  @Flag(help: "Wait until the moments that the flow waits for, even without a terminal.")
  var wait = false

  // A number below 0 is a wrong value, and not an option that follows.
  @ArgumentParser.Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long to wait for an answer.", valueName: "seconds"))
  var timeout: Double?

  @ArgumentParser.Option(
    name: .customLong("protocol"),
    help: "Read requests from standard input and write messages to standard output.")
  var messages: MessageProtocol?

  /// Whether somebody, or a front end, sees pages change.
  func isWatched(_ settings: Settings) -> Bool {
    messages != nil || !noInput && !given.readsInput && settings.terminal.isInteractive
  }

  /// What the run has at hand.
  ///
  /// If it cannot be had, `--json` says so too.
  func world<Own: ProgramOptions>(
    of own: Own, by common: CommonOptions, for flow: String = ""
  ) throws -> World {
    let use = ProgramUse.running(isWatched: isWatched(common.settings))
    return try common.world(of: own, for: use, flow: json ? flow : nil)
  }

  func validate() throws {
    if let timeout, !(timeout > 0 && timeout < 1e9) { throw Usage.fault("usage.timeout") }
    guard messages != nil else { return }
    let others = [
      "--json": json, "--no-input": noInput, "--wait": wait, "--timeout": timeout != nil,
      "--record": record != nil, "--answers -": given.readsInput,
      "--secret": !given.secrets.secret.isEmpty,
    ]
    if let other = others.filter(\.value).keys.min() { throw Usage.fault("usage.protocol", other) }
  }
}

/// How programs talk to the command.
enum MessageProtocol: String, ExpressibleByArgument, CaseIterable {
  /// A JSON object a line.
  case jsonl
}
