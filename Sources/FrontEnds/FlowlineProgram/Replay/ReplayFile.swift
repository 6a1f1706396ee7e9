import Flowline
import FlowlineTerminal

/// One script that is replayed.
struct ReplayFile {
  let path: String
  let world: World
  let isLive: Bool
  let isUpdating: Bool
  /// What answers the steps that ask for secrets, which no script has.
  let secrets: [StepID: String]
  /// How long its flow may run, by what it reaches.
  var deadline: (Reach) -> Deadline = { .seconds($0.seconds) }

  /// What the loads and commits of a script reach while it is played.
  enum Reach: Hashable {
    /// The script's own record: nothing is read or written.
    case record
    /// A sample that is made for this script alone.
    case sample
    /// A world that other scripts and people meet too.
    case world

    /// How many seconds a script may take if nobody says.
    ///
    /// A client of a service has a patience of its own, and a service may ask for a pause of a
    /// minute: in a world a script has time for both.
    var seconds: Int { self == .world ? 600 : 60 }
  }

  /// How a script came out.
  enum Verdict: Hashable {
    case same
    case different
    case updated
    /// It cannot be played.
    case unusable
    /// It did not end in time.
    case unfinished
    /// It was not played, because one before it may still be at work.
    case unplayed
  }

  /// Its report.
  struct Result {
    let verdict: Verdict
    var lines: [String]
    /// Whether it may still act on what the next script would meet: only the end of the process
    /// ends it.
    var isAtWork = false
  }

  private var words: Words { world.words }

  func run() -> Result {
    let bytes: [UInt8]
    do throws(NamedFile.Failure) {
      bytes = try NamedFile.read(path)
    } catch {
      return unusable(
        words("answers.unreadable", .string(path), .string(words.reason(of: error.code))))
    }
    let text: ScriptText
    do throws(UnreadableScript) {
      text = try ScriptText(parsing: bytes)
    } catch {
      return unusable(error)
    }
    let notes = text.script.notes.map {
      words("replay.note", .string("\(path):\($0.line)"), .text($0.text))
    }
    var result = play(text)
    result.lines = notes + result.lines
    return result
  }

  /// Why a script of another world is not played live, and the options that lead there if they are
  /// plain words: they come from the script.
  private func otherWorld(_ recorded: String, _ here: String) -> String {
    let here = TextArgument.string(OneLine.text(here))
    guard recorded.hasPrefix("--") else {
      return words(
        "replay.other-world.elsewhere", .string(path), .string(OneLine.text(recorded)), here)
    }
    guard ShellWord.areOptions(recorded) else {
      return words("replay.other-world.unnamed", .string(path), here)
    }
    return words("replay.other-world", .string(path), .string(recorded), here)
  }

  private func play(_ text: ScriptText) -> Result {
    let script = text.script
    let report: ScriptReplay.Report
    let mode: ScriptReplay.Mode = isLive || !script.recordsEffects ? .live : .recorded
    do {
      let stage = try world.stage(for: script)
      if mode == .live, let here = stage.world, let recorded = script.world, recorded != here {
        return unusable(otherWorld(recorded, here))
      }
      let reach: Reach = mode == .recorded ? .record : stage.isSample ? .sample : .world
      let limit = deadline(reach)
      let trail = SessionTrail(of: script.flow)
      var replay = ScriptReplay(
        script, of: stage.catalog.observed(by: trail.observe), or: world.environment,
        secrets: secrets)
      replay.files = SidecarFiles(script: FilePath.expanded(path))
      let prepared = replay
      let played = limit.value { () -> Swift.Result<ScriptReplay.Report, any Error> in
        Swift.Result { try prepared.run(mode) }
      }
      guard let played else {
        return unfinished(trail.leave(parking: limit.park), reaching: reach)
      }
      report = try played.get()
    } catch let fault as ScriptReplayFault {
      return unusable(fault)
    } catch let unknown as UnknownVariant {
      return unusable(
        words(
          "replay.unknown-variant", .string(path), Self.name(of: unknown.flow),
          Self.name(of: unknown.variant)))
    } catch {
      return unusable(words("replay.unusable", .string(path), .string("\(error)")))
    }
    if let step = report.mismatch?.missingSecret {
      return unusable(words("replay.secret", .string(path), .string(step.rawValue)))
    }
    if let held = report.held { return stopped(at: held) }
    guard let mismatch = report.mismatch else {
      if isUpdating, script.format < .second { return update(text, to: report.journal) }
      let steps = words("replay.steps", .integer(report.steps))
      return Result(
        verdict: .same, lines: [words("replay.same", .string(path), .string(steps))])
    }
    let line = self.mismatch(mismatch.line, expected: mismatch.expected, got: mismatch.got)
    guard isUpdating else { return Result(verdict: .different, lines: [line]) }
    guard report.isUpdatable else {
      return Result(
        verdict: .different, lines: [line, words("replay.not-updatable", .string(path))])
    }
    return update(text, to: report.journal, [line])
  }

  private func update(_ old: ScriptText, to journal: Journal, _ lines: [String] = []) -> Result {
    let update: ScriptUpdate
    do {
      update = try ScriptUpdate(of: old, to: ScriptText(of: journal))
    } catch {
      return Result(
        verdict: .different, lines: lines + [words("replay.misread", .string(path))])
    }
    do throws(RecordedFile.Failure) {
      try RecordedFile.write(update.text, to: path)
    } catch {
      return unusable(Words(words.environment).message(of: error))
    }
    return Result(
      verdict: .updated,
      lines: lines + update.changes + [words("replay.updated", .string(path))])
  }

  /// The report of a script that came to what went wrong: nothing was compared from there on.
  private func stopped(at held: HeldEffect) -> Result {
    let key =
      held.wasDone
      ? "replay.held.done" : held.mayHaveBeenDone ? "replay.held.unknown" : "replay.held"
    let text = words(
      key, .string(path), .string(OneLine.text(held.step.description)),
      .string(OneLine.text(held.text ?? held.message)))
    return Result(verdict: .unfinished, lines: [text])
  }

  /// The report of a script that is not waited for any more.
  private func unfinished(_ rest: SessionTrail.Rest, reaching reach: Reach) -> Result {
    var text = rest.place.text(words)
    // In a sample of its own it does nothing a second time.
    if reach == .world, !rest.done.isEmpty {
      text += " " + words("stuck.done", .string(StepPath.list(rest.done)))
    }
    return Result(
      verdict: .unfinished, lines: [words("replay.stuck", .string(path), .string(text))],
      isAtWork: reach == .world)
  }

  private func unusable(_ script: UnreadableScript) -> Result {
    switch script {
    case .damaged(let fault):
      unusable(
        words(
          "replay.damaged", .string("\(path):\(fault.line)"), .text(fault.expectedText),
          .text(fault.gotText)))
    case .newerFormat(let recorded, let known):
      unusable(
        words(
          "replay.newer-format", .string(path), .string(String(recorded)), .string(String(known))))
    }
  }

  private func unusable(_ fault: ScriptReplayFault) -> Result {
    switch fault {
    case .unknownFlow(let flow, let known):
      let known = known.map(\.rawValue).joined(separator: ", ")
      return unusable(
        words("replay.unknown-flow", .string(path), Self.name(of: flow), .string(known)))
    case .tellsNothing: return unusable(words("replay.tells-nothing", .string(path)))
    case .newerVersion(let flow, let recorded, let known):
      return unusable(
        words(
          "replay.newer-version", .string(path), Self.name(of: flow), .string(String(recorded)),
          .string(String(known))))
    }
  }

  /// The name of a flow as a script has it.
  private static func name(of flow: FlowID) -> TextArgument {
    .string(OneLine.text(flow.rawValue))
  }

  private func unusable(_ message: String) -> Result {
    Result(verdict: .unusable, lines: [message])
  }

  private func mismatch(_ line: Int, expected: String, got: String) -> String {
    let difference = Difference(expected, got)
    return words(
      "replay.mismatch", .string("\(path):\(line)"), .string(difference.expected),
      .string(told(difference.got)))
  }

  /// What came instead: words of the script, as they are there, or that an answer was refused.
  private func told(_ got: String) -> String {
    let mark = Script.refused
    guard got.hasPrefix(mark) else { return got }
    return words("replay.refused", .string(String(got.dropFirst(mark.count))))
  }
}
