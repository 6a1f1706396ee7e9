import ArgumentParser
import Flowline
import FlowlineTerminal

/// `open`.
struct OpenCommand<Own: ProgramOptions>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "open", abstract: "Start the flow of a link, with its answers filled in.",
      discussion: """
        A link looks like flow:FLOW?STEP=ANSWER&STEP=ANSWER. Its answers are read like typed ones: \
        one that is not accepted is shown and asked for, or is an error (exit code 3) if there is \
        nobody to ask. Whether money is moved, and whatever else a flow leaves to you, is asked in \
        any case: a link may come from somebody else. Pass --answer to answer it beforehand.
        """)
  }

  @Argument(help: "The link.")
  var link: String

  @OptionGroup var options: WalkOptions

  @OptionGroup var own: Own

  @OptionGroup var common: CommonOptions

  func run() throws {
    let world = try options.world(of: own, by: common)
    let run = SessionRun(options, in: world)
    let link: FlowLink
    do throws(FlowLink.Fault) {
      link = try FlowLink(self.link)
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
