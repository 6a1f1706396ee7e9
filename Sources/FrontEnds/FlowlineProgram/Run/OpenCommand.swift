import ArgumentParser
import Flowline
import FlowlineTerminal

/// `flowline open`.
struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Start the flow of a link, with its answers filled in.",
    discussion: """
      A link looks like flow:round-up?account=personal&week=last. Its answers are read like typed \
      ones: one that is not accepted is told and asked for, or an error (exit code 3) where nobody \
      can be asked.
      """)

  @Argument(help: "The link.")
  var link: String

  @OptionGroup var options: WalkOptions

  @OptionGroup var common: CommonOptions

  func run() throws {
    let world = try World(common.settings).connected(
      showsCopies: options.showsCopies(common.settings))
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
