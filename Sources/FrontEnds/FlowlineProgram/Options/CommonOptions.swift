import ArgumentParser
import FlowlineTerminal

/// What every subcommand takes.
struct CommonOptions: ParsableArguments {
  /// The word for the bank in a file.
  static let embedded = "embedded"

  @Option(
    help: ArgumentHelp(
      "The bank: “embedded”, a sample in a file, or the address of a bank's API.",
      valueName: "address"))
  var bank = Self.embedded

  @Option(
    help: ArgumentHelp(
      """
      A file that nobody else may read with the access token of a bank with an address; “-” takes \
      the first line of standard input. Else the file that STARLING_TOKEN_FILE names.
      """,
      valueName: "file"),
    completion: .file())
  var tokenFile: String?

  @Option(
    help: ArgumentHelp("Where the bank's file is kept.", valueName: "directory"),
    completion: .directory)
  var data: String?

  @Option(help: "The language of texts.")
  var lang: Language?

  @Option(help: ArgumentHelp("How amounts and days are written, as in en_GB.", valueName: "id"))
  var locale: String?

  @Option(help: ArgumentHelp("Where days begin, as in Europe/London.", valueName: "zone"))
  var timeZone: String?

  @Option(
    help: ArgumentHelp("The time to take for now, as in 2026-11-20T12:00:00Z.", valueName: "time"))
  var now: String?

  @Flag(help: "Whole sentences, line after line: for screen readers and braille.")
  var plain = false

  @Option(help: "When to use colours.")
  var color = Color.auto

  /// A language that all texts exist in.
  enum Language: String, ExpressibleByArgument, CaseIterable {
    case en
    case ru
  }

  /// When to use colours.
  enum Color: String, ExpressibleByArgument, CaseIterable {
    case auto
    case always
    case never
  }

  mutating func validate() throws {
    _ = try settings.address()
    if tokenFile != nil, !settings.isRemote { throw Usage.fault("usage.token-file") }
    if let locale, !LocaleChoice.isIdentifier(locale) {
      throw Usage.fault("usage.locale", locale)
    }
    if let data, data.isEmpty { throw Usage.fault("usage.data") }
  }

  /// The settings that the options make.
  var settings: Settings {
    Settings(
      bank: bank, tokenFile: tokenFile.map(FilePath.expanded), data: data, language: lang?.rawValue,
      locale: locale, timeZone: timeZone, now: now,
      isPlain: plain, color: TerminalFacts.ColorOption(rawValue: color.rawValue) ?? .auto)
  }
}

/// What a run is told of its world and of the terminal; by itself what holds where nothing is said.
struct Settings {
  var bank = CommonOptions.embedded
  var tokenFile: String?
  var data: String?
  var language: String?
  var locale: String?
  var timeZone: String?
  var now: String?
  var isPlain = false
  var color = TerminalFacts.ColorOption.auto

  /// What is known of the terminal, with what is said of it.
  var terminal: TerminalFacts { .current(color: color, isPlain: isPlain) }
}
