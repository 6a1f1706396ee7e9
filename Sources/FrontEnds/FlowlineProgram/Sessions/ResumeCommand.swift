import ArgumentParser
import Flowline
import FlowlineTerminal
import FoundationEssentials

/// `resume`.
struct ResumeCommand<Own: ProgramOptions>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "resume", abstract: HelpText.string(Program.texts("help.resume")),
      discussion: HelpText.string(Program.texts("help.resume.more")))
  }

  @Argument(
    help: ArgumentHelp(
      Program.texts("help.session", .string(Program.name), .string("last"))),
    completion: .custom { Completions.sessions($0, $1, $2) })
  var session = "last"

  @OptionGroup var options: WalkOptions

  @OptionGroup var own: Own

  @OptionGroup var common: CommonOptions

  func run() throws {
    let world = try options.world(of: own, by: common)
    var run = SessionRun(options, in: world, keptIn: SessionPlace(of: session))
    run.language = world.askedLanguage
    let opening = SessionOpening(run: run, name: session)
    let (ending, flow) = try opening.ending { record, flow, environment in
      if options.messages != nil {
        try MessageRun(world).resume(record, of: flow, run)
        return nil
      }
      // A person who names a file at a terminal answers there; a program answers by options.
      let takesInput = run.place.file == nil || run.terminal.isInteractive
      return try run.ending(of: flow, in: environment, takesInput: takesInput) {
        try $0.resume(record, of: world.catalog)
      }
    } ended: { end, record, flow in
      if options.messages != nil {
        try MessageRun(world).resume(record, of: flow, run)
        return nil
      }
      return try failureToRecord(record, world)
        ?? RunEnding(end, of: record, given: options.given, keptIn: run.place, in: world)
    }
    if let ending { try run.tell(ending, of: flow) }
  }

  /// Writes the script of a session that is over, if that was asked for; why it could not be written.
  private func failureToRecord(
    _ record: any SessionRecord, _ world: World
  ) throws -> RunEnding? {
    guard let path = options.record else { return nil }
    guard !Recorder.isCast(path) else {
      return .failure(
        world.words("resume.no-film", .string(path)), code: "record", status: .usage,
        words: world.words)
    }
    let text = String(decoding: try record.contents(), as: UTF8.self)
    do throws(RecordedFile.Failure) {
      try RecordedFile.write(text, to: path)
      return nil
    } catch {
      return .failure(
        Words(world.environment).message(of: error), code: "record",
        status: error.isMisnamed ? .usage : .failed, words: world.words)
    }
  }
}
