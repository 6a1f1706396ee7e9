import ArgumentParser
import Flowline
import FlowlineTerminal

/// `flowline manual`.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Print the manual page, in roff.",
    discussion: "To read it: flowline manual | man -l -")

  @OptionGroup var common: CommonOptions

  func run() throws {
    let world = try World(common.settings)
    // What the parser knows of the command line; it is made of the same declarations as the parsing.
    let dump = try JSONValue(parsing: RootCommand._dumpHelp())
    guard let root = dump["command"] else { throw ExitStatus.failed.exitCode }
    let page = ManualPage(root: root, words: world.words, terminal: Words(world.environment))
    Surface.writeResult(page.roff)
  }
}
