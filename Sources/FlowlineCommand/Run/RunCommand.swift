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
    try run.tell(try ending(of: run), of: flow)
  }

  private func ending(of run: SessionRun) throws -> RunEnding {
    let catalog = run.world.catalog
    guard let entry = catalog[FlowID(flow)] else {
      return .unknownFlow(flow, in: catalog, words: run.world.words)
    }
    let record: any SessionRecord
    do throws(StoreFailure) {
      record = try World.shelf.store.begin(session.flatMap(UUID.init(uuidString:)) ?? UUID())
    } catch {
      let message = Words(run.world.environment)(error)
      return .failure(message, code: error.code.rawValue, words: run.world.words)
    }
    return try run.ending(of: entry.id, in: run.world.environment) { walk in
      try walk.run(entry, keptIn: record)
    }
  }
}
