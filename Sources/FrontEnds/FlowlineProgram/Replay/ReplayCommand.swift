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
    help: ArgumentHelp(Program.texts("help.replay.within"), valueName: "seconds"))
  var within = 60

  @OptionGroup var secrets: SecretOptions

  @OptionGroup var own: Own

  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard Deadline.allowed.contains(within) else { throw Usage.fault("usage.within") }
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
    var counts = ReplayCounts()
    for file in files {
      let replay = ReplayFile(
        path: file, world: world, isLive: live, isUpdating: update, secrets: given,
        deadline: .seconds(within))
      let result = replay.run()
      counts.add(result.verdict)
      try result.lines.forEach(Surface.writeResult)
    }
    try Surface.writeResult(counts.line(words: world.words))
    if let status = counts.failure { throw status.exitCode }
  }
}

/// How many scripts came out how.
struct ReplayCounts {
  private var verdicts: [ReplayFile.Verdict: Int] = [:]

  mutating func add(_ verdict: ReplayFile.Verdict) { verdicts[verdict, default: 0] += 1 }

  /// What the command ends with; nil if all is well.
  var failure: ExitStatus? {
    if verdicts[.unusable] != nil { return .failed }
    return verdicts[.different] == nil ? nil : .mismatch
  }

  func line(words: Words) -> String {
    let total = verdicts.values.reduce(0, +)
    let others: [(ReplayFile.Verdict, String)] = [
      (.updated, "updated"), (.different, "different"), (.unusable, "unusable"),
    ]
    var parts = others.compactMap { verdict, key in
      verdicts[verdict].map { words("replay.count.\(key)", .integer($0)) }
    }
    if parts.isEmpty { parts = [words("replay.all-same")] }
    return words("replay.count", .integer(total)) + ": " + parts.joined(separator: ", ")
  }
}
