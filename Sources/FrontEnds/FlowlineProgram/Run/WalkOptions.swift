import ArgumentParser
import Flowline
import FlowlineTerminal

/// What a walk takes that the command begins or resumes.
struct WalkOptions: ParsableArguments {
  @OptionGroup var given: AnswerOptions

  @ArgumentParser.Option(
    help: ArgumentHelp(Program.texts("help.record"), valueName: "file"),
    completion: .file())
  var record: String?

  @Flag(help: ArgumentHelp(Program.texts("help.json")))
  var json = false

  @Flag(help: ArgumentHelp(Program.texts("help.no-input")))
  var noInput = false

  @Flag(help: ArgumentHelp(Program.texts("help.wait")))
  var wait = false

  // A number below 0 is a wrong value, and not an option that follows.
  @ArgumentParser.Option(
    parsing: .unconditional,
    help: ArgumentHelp(Program.texts("help.timeout"), valueName: "seconds"))
  var timeout: Double?

  @ArgumentParser.Option(
    name: .customLong("protocol"),
    help: ArgumentHelp(Program.texts("help.protocol")))
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
