import ArgumentParser
import Flowline
import FlowlineTerminal
import FoundationEssentials

/// `run`.
struct RunCommand<Own: ProgramOptions>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "run", abstract: HelpText.string(Program.texts("help.run")),
      discussion: HelpText.string(Program.texts("help.run.more", .string(Program.name))))
  }

  @Argument(
    help: ArgumentHelp(Program.texts("help.flow", .string(Program.name))),
    completion: .custom { Completions.flows($0, $1, $2) })
  var flow: String

  @ArgumentParser.Option(
    help: ArgumentHelp(Program.texts("help.run.session"), valueName: "uuid"))
  var session: String?

  @ArgumentParser.Option(
    help: ArgumentHelp(Program.texts("help.run.stop-at-missing"), valueName: "file"),
    completion: .file())
  var stopAtMissing: String?

  @OptionGroup var options: WalkOptions

  @OptionGroup var own: Own

  @OptionGroup var common: CommonOptions

  func validate() throws {
    if let session, UUID(text: session) == nil {
      throw Usage.fault("usage.session", session)
    }
    if let stopAtMissing, stopAtMissing.isEmpty { throw Usage.fault("usage.stop-at-missing") }
    if let stopAtMissing, let record = options.record,
      FilePath.expanded(stopAtMissing) == FilePath.expanded(record)
    {
      throw Usage.fault("usage.record-session", "--record")
    }
    if stopAtMissing != nil, options.messages != nil {
      throw Usage.fault("usage.protocol", "--stop-at-missing")
    }
  }

  func run() throws {
    let world = try options.world(of: own, by: common, for: flow)
    let place = stopAtMissing.map { SessionPlace.file(FilePath.expanded($0)) } ?? .library
    let run = SessionRun(options, in: world, keptIn: place)
    let id = session.flatMap(UUID.init(text:))
    if options.messages != nil {
      return try MessageRun(world).begin(FlowID(flow), session: id, options.given)
    }
    try run.tell(try run.begin(FlowID(flow), session: id), of: flow)
  }
}
