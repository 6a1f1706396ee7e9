import ArgumentParser
import Flowline
import FlowlineTerminal

/// What every subcommand takes besides the program's own options: those of texts, time and the terminal.
///
/// They are beside the program's own and not around them: in debug builds the parser checks a group once
/// more for each group that is around it, which made up most of the time that a command took to begin.
struct CommonOptions: ParsableArguments {
  @ArgumentParser.Option(help: ArgumentHelp(Program.texts("help.lang")))
  var lang: Language?

  @ArgumentParser.Option(help: ArgumentHelp(Program.texts("help.locale"), valueName: "id"))
  var locale: String?

  @ArgumentParser.Option(help: ArgumentHelp(Program.texts("help.time-zone"), valueName: "zone"))
  var timeZone: String?

  @ArgumentParser.Option(help: ArgumentHelp(Program.texts("help.now"), valueName: "time"))
  var now: String?

  @ArgumentParser.Option(
    help: ArgumentHelp(Program.texts("help.usage-log"), valueName: "file"),
    completion: .file())
  var usageLog: String?

  @ArgumentParser.Option(help: ArgumentHelp(Program.texts("help.lock-after"), valueName: "minutes"))
  var lockAfter: IdleTime?

  @Flag(help: ArgumentHelp(Program.texts("help.plain")))
  var plain = false

  @ArgumentParser.Option(help: ArgumentHelp(Program.texts("help.color")))
  var color = ColorUse.auto

  mutating func validate() throws {
    if let locale, !LocaleChoice.isKnown(locale) {
      let languages = Language.allCases.map(\.rawValue).joined(separator: ", ")
      throw Usage.fault("usage.locale", OneLine.excerpt(locale), languages)
    }
  }

  /// The settings that the options make.
  var settings: Settings {
    Settings(
      language: lang?.rawValue, locale: locale, timeZone: timeZone, now: now, usageLog: usageLog,
      isPlain: plain, idleTime: lockAfter.map(\.duration) ?? ProgramLock.usualIdleTime,
      color: TerminalFacts.ColorOption(rawValue: color.rawValue) ?? .auto)
  }

  /// What the run has at hand.
  ///
  /// - Parameters:
  ///   - own: the program's own options.
  ///   - use: what the flows are made for.
  ///   - flow: the flow that the one object of `--json` is about; nil if none is printed.
  /// - Returns: the flows, the words and the terminal.
  /// - Throws: what `World` throws; a ``ProgramFailure`` is also printed as the object of `--json`.
  func world(
    of own: some ProgramOptions, for use: ProgramUse, flow: String? = nil
  ) throws -> World {
    do {
      return try World(settings, own, for: use)
    } catch let failure as ProgramFailure {
      let words = Usage.words()
      let ending = RunEnding.failure(words(failure.message), code: "program", words: words)
      if let flow { try ending.writeObject(flow: flow) }
      throw failure
    }
  }
}

/// A language that all texts exist in.
enum Language: String, ExpressibleByArgument, CaseIterable {
  case en
  case ru
}

/// After how long without a key the program locks.
struct IdleTime: ExpressibleByArgument {
  /// Nil for never.
  let duration: Duration?

  init?(argument: String) {
    if argument == "off" {
      duration = nil
    } else if let minutes = Int(argument), ProgramLock.idleMinutes.contains(minutes) {
      duration = .seconds(minutes * 60)
    } else {
      return nil
    }
  }
}

/// When to use colours.
enum ColorUse: String, ExpressibleByArgument, CaseIterable {
  case auto
  case always
  case never
}

/// The language, the time and the terminal of a run, as its options have them.
///
/// Without an option it is the system's.
struct Settings {
  var language: String?
  var locale: String?
  var timeZone: String?
  var now: String?
  /// The file of the usage log; nil for none.
  var usageLog: String?
  var isPlain = false
  /// After how long without a key the program locks; nil for never.
  var idleTime: Duration? = ProgramLock.usualIdleTime
  var color = TerminalFacts.ColorOption.auto

  /// What is known of the terminal, with what the options say.
  var terminal: TerminalFacts { .current(color: color, isPlain: isPlain) }
}
