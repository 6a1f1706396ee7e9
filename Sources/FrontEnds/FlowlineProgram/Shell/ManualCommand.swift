import ArgumentParser
import Flowline
import FlowlineTerminal

/// `manual`.
struct ManualCommand<Own: ProgramOptions>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: ManualPage.command, abstract: HelpText.string(Program.texts("help.manual")),
      discussion: HelpText.string(
        Program.texts("help.manual.more", .string("\(Program.name) manual | man -l -"))))
  }

  @OptionGroup var own: Own

  @OptionGroup var common: CommonOptions

  func run() throws {
    let run = try ProgramRun(common.settings)
    // What the parser knows of the command line; it is made of the same declarations as the parsing.
    let dump = try HelpText.speaking(run.words) {
      try JSONValue(parsing: RootCommand<Own>._dumpHelp())
    }
    guard let root = dump["command"] else { throw ExitStatus.failed.exitCode }
    let page = ManualPage(
      root: root, files: Own.files, words: run.words, terminal: Words(run.environment))
    try Surface.writeResult(page.roff)
  }
}
