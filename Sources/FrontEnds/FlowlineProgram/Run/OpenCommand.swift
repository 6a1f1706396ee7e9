import ArgumentParser
import Flowline
import FlowlineTerminal

/// `open`.
struct OpenCommand<Own: ProgramOptions>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "open", abstract: HelpText.string(Program.texts("help.open")),
      discussion: HelpText.string(Program.texts("help.open.more")))
  }

  @Argument(help: ArgumentHelp(Program.texts("help.open.link")))
  var link: String

  @OptionGroup var options: WalkOptions

  @OptionGroup var own: Own

  @OptionGroup var common: CommonOptions

  func run() throws {
    let world = try options.world(of: own, by: common)
    let run = SessionRun(options, in: world)
    let link: FlowLink
    do throws(FlowLink.Fault) {
      if let opening = world.catalog.link(to: self.link) {
        link = opening
      } else {
        link = try FlowLink(self.link)
      }
    } catch {
      let message = world.words(
        "open.no-link", .integer(error.offset + 1), .text(error.expected))
      let ending = RunEnding.failure(message, code: "link", status: .usage, words: world.words)
      return try run.tell(ending, of: "")
    }
    if options.messages != nil {
      return try MessageRun(world).begin(link.flow, session: nil, options.given, link.answers)
    }
    try run.tell(try run.begin(link.flow, given: link.answers), of: link.flow.rawValue)
  }
}
