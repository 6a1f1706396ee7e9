import ArgumentParser
import Flowline
import FlowlineTerminal

/// `replay`.
struct ReplayCommand<Own: ProgramOptions>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "replay", abstract: HelpText.string(Program.texts("help.replay")),
      discussion: HelpText.string(Program.texts("help.replay.more")))
  }

  @Argument(
    help: ArgumentHelp(Program.texts("help.replay.files")),
    completion: .file(extensions: ["flow"]))
  var files: [String]

  @Flag(help: ArgumentHelp(Program.texts("help.replay.live")))
  var live = false

  @Flag(help: ArgumentHelp(Program.texts("help.replay.update")))
  var update = false

  // A number below 0 is a wrong value, and not an option that follows.
  @ArgumentParser.Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      Program.texts(
        "help.replay.within", .integer(ReplayFile.Reach.record.seconds),
        .integer(ReplayFile.Reach.world.seconds)),
      valueName: "seconds"))
  var within: Int?

  @OptionGroup var secrets: SecretOptions

  @OptionGroup var own: Own

  @OptionGroup var common: CommonOptions

  func validate() throws {
    if let within, !Deadline.allowed.contains(within) { throw Usage.fault("usage.within") }
  }

  func run() throws {
    let world = try common.world(of: own, for: live ? .running(isWatched: false) : .listing)
    let given: [StepID: String]
    do throws(AnswersFault) {
      given = try secrets.readForScripts(world.words)
    } catch {
      Surface.standard(world.settings.terminal).tell(world.words.error(error.message))
      throw ExitStatus.usage.exitCode
    }
    let counts = try ReplayCounts(playing: files, words: world.words, Surface.writeResult) { file in
      ReplayFile(
        path: file, world: world, isLive: live, isUpdating: update, secrets: given,
        deadline: { .seconds(within ?? $0.seconds) }
      ).run()
    }
    try Surface.writeResult(counts.line(words: world.words))
    if let status = counts.failure { throw status.exitCode }
  }
}

/// How many scripts came out how.
struct ReplayCounts {
  private var verdicts: [ReplayFile.Verdict: Int] = [:]

  /// Plays scripts one after the other, and none beside one that may still be at work.
  ///
  /// - Parameters:
  ///   - files: their paths.
  ///   - words: the language.
  ///   - write: prints a line of a report.
  ///   - play: plays one of them.
  init(
    playing files: [String], words: Words, _ write: (String) throws -> Void,
    _ play: (String) -> ReplayFile.Result
  ) rethrows {
    for (index, file) in files.enumerated() {
      let result = play(file)
      verdicts[result.verdict, default: 0] += 1
      for line in result.lines { try write(line) }
      let left = files.count - index - 1
      guard result.isAtWork, left > 0 else { continue }
      verdicts[.unplayed] = left
      try write(words("replay.unplayed", .integer(left)))
      break
    }
  }

  /// What the command ends with; nil if all is well.
  var failure: ExitStatus? {
    let failures: [ReplayFile.Verdict] = [.unusable, .unfinished, .unplayed]
    if failures.contains(where: { verdicts[$0] != nil }) { return .failed }
    return verdicts[.different] == nil ? nil : .mismatch
  }

  func line(words: Words) -> String {
    let total = verdicts.values.reduce(0, +)
    let others: [(ReplayFile.Verdict, String)] = [
      (.updated, "updated"), (.different, "different"), (.unusable, "unusable"),
      (.unfinished, "unfinished"), (.unplayed, "unplayed"),
    ]
    var parts = others.compactMap { verdict, key in
      verdicts[verdict].map { words("replay.count.\(key)", .integer($0)) }
    }
    if parts.isEmpty { parts = [words("replay.all-same")] }
    return words("replay.count", .integer(total)) + ": " + parts.joined(separator: ", ")
  }
}
