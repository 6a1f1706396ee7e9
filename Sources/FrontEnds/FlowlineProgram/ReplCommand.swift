import ArgumentParser
import Flowline
import FlowlineTerminal

/// `flowline` alone.
struct ReplCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl", abstract: "Open the prompt where flows are started by their names.")

  @ArgumentParser.Option(
    name: .customLong("protocol"),
    help: "Take requests from standard input and write messages to standard output.")
  var messages: MessageProtocol?

  @OptionGroup var common: CommonOptions

  func run() throws {
    if messages != nil { return try MessageRun(try World(common.settings).connected()).run() }
    try Self.run(common.settings)
  }

  /// Takes lines until the program is left.
  static func run(_ settings: Settings) throws {
    let world = try World(settings).connected()
    let front = try Front(settings.terminal)
    let repl = Repl(
      "flowline", world.catalog, on: front.surface, from: front.source, histories: front.histories,
      manner: WalkManner(isAttended: front.isInteractive), shelf: World.shelf, world: world.name
    ) { world.environment }
    switch repl.run() {
    case .left, .gone: return
    case .interrupted: throw ExitStatus.interrupted.exitCode
    case .signalled(let signal): Waker().die(of: signal)
    case .stopped(let report):
      let ending = RunEnding(report, words: world.words, keptIn: .shelf)
      ending.messages.forEach(front.surface.tell)
      throw ending.status.exitCode
    }
  }
}
