public import ArgumentParser
public import Flowline

/// The options of a program's own, which make its flows: which server, which account, which folder.
///
/// They are declared as ArgumentParser wants them, may be given behind every subcommand as well as
/// before it, and are in the help, the completions and the manual:
///
///     struct ShopOptions: ProgramOptions {
///       @ArgumentParser.Option(help: "The shop's address.")
///       var shop = "https://shop.example"
///
///       func world(for use: ProgramUse, in run: ProgramRun) -> ProgramWorld {
///         ProgramWorld(ShopFlows.catalog(at: shop), name: "--shop \(shop)")
///       }
///     }
///
///     FlowProgram("shop", options: ShopOptions.self).main()
///
/// Help that is a text of a catalogue is printed in the language of the person; see
/// `ArgumentHelp.init(_:valueName:)`.
///
/// Every option has a default or is optional: without arguments the prompt opens. What is wrong
/// with their values is thrown by `validate()`, as a `ValidationError`, which is printed with the
/// usage and has exit code 2.
public protocol ProgramOptions: ParsableArguments {
  /// Makes the flows and names the world that their sessions belong to.
  ///
  /// It is called after the command line was read and before anybody is asked anything: once to run or
  /// list flows, and more often to suggest.
  ///
  /// - Parameters:
  ///   - use: whether the flows are to be run, listed or suggested.
  ///   - run: what the command line says for all programs: language, time zone, time.
  /// - Returns: the flows, and the name of their world.
  /// - Throws: ``ProgramFailure``, printed with exit code 1; a `ValidationError`, with exit code 2.
  func world(for use: ProgramUse, in run: ProgramRun) throws -> ProgramWorld

  /// The options of a run without any arguments; by default, what the parser makes of none.
  ///
  /// The parser takes a good part of the time to the first prompt. A program that wants it back sets
  /// each property to its default by itself.
  static func withoutArguments() throws -> Self

  /// Whether there is something that is switched on or off; if so, there is a subcommand `switches`.
  static var hasSwitches: Bool { get }

  /// What is switched on or off, with these options; nothing by default.
  ///
  /// - Throws: a `ValidationError` if what is said cannot be read.
  func switches() throws -> [ProgramSwitch]

  /// Whether there is something that a program looks for by itself; if so, there is a subcommand `watch`.
  static var hasWatch: Bool { get }

  /// What is looked for, with these options; nothing by default.
  ///
  /// - Parameter run: what the command line says for all programs.
  /// - Throws: as ``world(for:in:)``.
  func watch(in run: ProgramRun) throws -> ProgramWatch?

  /// Subcommands of the program's own, such as one that starts a server; none by default.
  ///
  /// They are in the one table of subcommands: help, completions, the manual and suggestions for misspelt
  /// words have them. A name that every program has, such as `run`, keeps its meaning. Their help is in the
  /// language of the person if their configurations are made of texts, see
  /// `CommandConfiguration.init(commandName:abstract:discussion:)`.
  ///
  /// They take what they declare, and not the options of the program by themselves; none of them may be an
  /// `AsyncParsableCommand`. What they throw is printed as that of the other subcommands: ``ProgramFailure``
  /// with exit code 1, a `ValidationError` with exit code 2, an `ExitCode` with its own.
  static var subcommands: [any ParsableCommand.Type] { get }

  /// The files that the manual names beside sessions and histories; none by default.
  static var files: [ProgramFile] { get }
}

extension ProgramOptions {
  /// What the parser makes of no arguments.
  public static func withoutArguments() throws -> Self { try parse([]) }

  /// Nothing.
  public static var hasSwitches: Bool { false }

  /// Nothing.
  public func switches() -> [ProgramSwitch] { [] }

  /// Nothing.
  public static var hasWatch: Bool { false }

  /// Nothing.
  public func watch(in run: ProgramRun) -> ProgramWatch? { nil }

  /// None.
  public static var subcommands: [any ParsableCommand.Type] { [] }

  /// No files.
  public static var files: [ProgramFile] { [] }
}

/// What a run wants the flows for.
public enum ProgramUse: Sendable, Hashable {
  /// They are run, and load and commit.
  ///
  /// - Parameter isWatched: whether somebody sees pages change, so that something older may be shown
  ///   first. If not, only what holds now is wanted.
  case running(isWatched: Bool)
  /// They are listed, or named in a list of sessions, or replayed from scripts that have every reply.
  /// Nothing need be connected.
  case listing
  /// A command line is being completed or was misspelt: flows are named, and run up to a question
  /// without an answer. Nothing may take long, and nothing may be connected.
  case suggesting
}

/// A file that a program keeps, for its manual.
public struct ProgramFile: Sendable {
  /// Its path, such as `$XDG_DATA_HOME/book/tables`.
  public let path: String
  /// What is in it, in a sentence.
  public let meaning: Text

  /// Describes a file.
  public init(_ path: String, _ meaning: Text) {
    self.path = path
    self.meaning = meaning
  }
}

/// The options of a program that has none of its own.
public struct NoProgramOptions: ProgramOptions {
  /// Makes no options.
  public init() {}

  /// No options.
  public static func withoutArguments() -> NoProgramOptions { NoProgramOptions() }

  /// The catalogue that the program was made with.
  public func world(for use: ProgramUse, in run: ProgramRun) -> ProgramWorld {
    Program.current.world
  }
}
