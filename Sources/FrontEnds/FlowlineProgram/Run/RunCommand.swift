import ArgumentParser
import Flowline
import FlowlineTerminal
import FoundationEssentials

/// `run`.
struct RunCommand<Own: ProgramOptions>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "run", abstract: "Run one flow.",
      discussion: """
        Answers come from --answer, --secret and --answers first. The rest is asked on a terminal, or \
        read from standard input, one line for each prompt. A given answer is used once; give several \
        for a step that is asked several times. An answer that a finished flow never asked for is \
        an error (exit code 2); the outcome is printed all the same.

        The session is saved from its first answer until its outcome is printed; \
        “\(Program.name) resume” resumes a paused or interrupted one. With --stop-at-missing, nobody is \
        asked: the session is saved in the named file, the question without an answer is printed, and \
        the exit code is 3; “\(Program.name) resume FILE” resumes it with more answers.
        """)
  }

  @Argument(
    help: "The flow’s id, as “\(Program.name) list” shows it.",
    completion: .custom { Completions.flows($0, $1, $2) })
  var flow: String

  @ArgumentParser.Option(
    help: ArgumentHelp(
      "The session’s id; random by default.", valueName: "uuid"))
  var session: String?

  @ArgumentParser.Option(
    help: ArgumentHelp(
      "Never ask; save the session in a new file and stop at the first missing answer.",
      valueName: "file"),
    completion: .file())
  var stopAtMissing: String?

  @OptionGroup var options: WalkOptions

  @OptionGroup var own: Own

  @OptionGroup var common: CommonOptions

  func validate() throws {
    if let session, UUID(uuidString: session) == nil {
      throw Usage.fault("usage.session", session)
    }
    if let stopAtMissing, stopAtMissing.isEmpty { throw Usage.fault("usage.stop-at-missing") }
    if stopAtMissing != nil, options.messages != nil {
      throw Usage.fault("usage.protocol", "--stop-at-missing")
    }
  }

  func run() throws {
    let world = try options.world(of: own, by: common, for: flow)
    let place = stopAtMissing.map { SessionPlace.file(FilePath.expanded($0)) } ?? .library
    let run = SessionRun(options, in: world, keptIn: place)
    let id = session.flatMap(UUID.init(uuidString:))
    if options.messages != nil {
      return try MessageRun(world).begin(FlowID(flow), session: id, options.given)
    }
    try run.tell(try run.begin(FlowID(flow), session: id), of: flow)
  }
}
