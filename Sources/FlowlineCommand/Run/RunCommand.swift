import ArgumentParser
import Flowline
import FlowlineTerminal
import FoundationEssentials

/// `flowline run`.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run one flow.",
    discussion: """
      Answers come from --answer and --answers first. What they leave open is asked on a terminal, \
      or read from standard input, one line a prompt. A given answer is for one asking of its \
      step; give several for a step that is asked several times. One that is never asked for is \
      an error (exit code 2) once the flow has ended, whose outcome is printed all the same.

      The session is kept from its first answer on, until its outcome was told; “flowline resume” \
      goes on with one that was left or cut off.
      """)

  @Argument(help: "The flow's id, as “flowline list” shows it.")
  var flow: String

  @ArgumentParser.Option(
    help: ArgumentHelp(
      "The session's own id; a random one if none is given.", valueName: "uuid"))
  var session: String?

  @OptionGroup var options: WalkOptions

  @OptionGroup var common: CommonOptions

  func validate() throws {
    if let session, UUID(uuidString: session) == nil {
      throw ValidationError(
        "“\(session)” is no id for a session; give a UUID, as uuidgen prints it.")
    }
  }

  func run() throws {
    let world = try World(common.settings)
    let run = SessionRun(options, in: world)
    let ending = try run.begin(FlowID(flow), session: session.flatMap(UUID.init(uuidString:)))
    try run.tell(ending, of: flow)
  }
}
