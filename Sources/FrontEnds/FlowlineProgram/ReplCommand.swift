import ArgumentParser
import Flowline
import FlowlineTerminal

/// The program without a subcommand.
struct ReplCommand<Own: ProgramOptions>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "repl", abstract: HelpText.string(Program.texts("help.repl")))
  }

  @ArgumentParser.Option(
    name: .customLong("protocol"),
    help: ArgumentHelp(Program.texts("help.protocol")))
  var messages: MessageProtocol?

  @OptionGroup var own: Own

  @OptionGroup var common: CommonOptions

  func run() throws {
    if messages != nil {
      return try MessageRun(try common.world(of: own, for: .running(isWatched: true))).run()
    }
    try Self.run(common.settings, own)
  }

  /// Takes lines until the program is left.
  static func run(_ settings: Settings, _ own: Own) throws {
    let world = try World(settings, own, for: .running(isWatched: true))
    let program = Program.current
    let front = try Front(settings.terminal, in: world)
    front.surface.settings.program.language = world.askedLanguage
    let repl = Repl(
      program.name, world.catalog, on: front.surface, from: front.source,
      histories: front.histories, mode: WalkMode(isAttended: front.isInteractive),
      library: program.library, world: world.name, shellCommand: world.resumeCommand(of:)
    ) { world.environment }
    switch repl.run() {
    case .left, .gone: return
    case .interrupted: throw ExitStatus.interrupted.exitCode
    case .signalled(let signal): Waker().die(of: signal)
    case .faulted(.usage): throw ExitStatus.usage.exitCode
    case .faulted(.failed): throw ExitStatus.failed.exitCode
    case .stopped(let report):
      let ending = RunEnding(report, in: world, keptIn: .library)
      ending.messages.forEach(front.surface.tell)
      throw ending.status.exitCode
    }
  }
}
