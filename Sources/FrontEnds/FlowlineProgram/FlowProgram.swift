import ArgumentParser
import CommandArguments
public import Flowline
import FlowlineTerminal
import Glibc

/// A whole command over a catalogue of flows: a prompt, `run`, `open`, `resume`, `deliver`, `sessions`,
/// `replay`, `describe`, `list`, completion in shells and a manual page.
///
/// With a flow of your own it is complete:
///
///     var catalog = FlowCatalog()
///     catalog.add(BookTable(), summary: "Book a table.")
///     FlowProgram("book", catalog).main()
///
/// Without a subcommand the prompt opens, at which flows are started by their names. Answers come
/// from options and files too, so that a program can run it; without a terminal one line of
/// standard input is read for each question. Prompts and messages go to standard error, results to
/// standard output.
///
/// It ends with one of these exit codes: 0 finished, 1 failed, 2 a command line that cannot be
/// followed, 3 an answer is missing or refused and nobody can be asked, or the flow waits, 4 a replay
/// differs, 5 declined or left, 124 timed out, 130 interrupted.
///
/// Sessions are kept in `$XDG_STATE_HOME/NAME/sessions` while they run, and what was typed in
/// `$XDG_STATE_HOME/NAME/history`, both for their owner alone.
///
/// A program that takes options of its own to make its flows describes them as ``ProgramOptions``.
public struct FlowProgram<Options: ProgramOptions> {
  let program: Program

  /// Makes a program whose flows depend on options of its own.
  ///
  /// - Parameters:
  ///   - name: what it is called on a command line. It is shown before the line of the prompt, in
  ///     messages, help, completions and the manual, and names its folders.
  ///   - version: what `--version` prints; without one there is no such option.
  ///   - options: its own options, which every subcommand takes.
  public init(_ name: String, version: String = "", options: Options.Type) {
    self.init(Program(name: name, version: version))
  }

  fileprivate init(_ program: Program) {
    var program = program
    program.suggestedWorld = Self.suggestedWorld
    self.program = program
  }

  @Sendable private static func suggestedWorld(for words: [String]) -> World? {
    let given = DeclaredOptions(of: Options.self).taken(from: words)
    guard let options = (try? Options.parse(given)) ?? (try? Options.parse([])) else { return nil }
    return try? World(Settings(), options, for: .suggesting)
  }

  /// Follows the command line of this process, and ends the process with the exit code.
  ///
  /// Arguments that are not UTF-8 are refused, with exit code 2.
  public func main() -> Never {
    StandardDescriptors.secure()
    do throws(UnreadableArgument) {
      exit(status(of: try CommandArguments.all()))
    } catch {
      exit(status(of: error))
    }
  }

  /// Follows a command line.
  ///
  /// - Parameter arguments: what is behind the program's name.
  /// - Returns: the exit code.
  func status(of arguments: [String]) -> Int32 {
    Program.$current.withValue(program) { RootCommand<Options>.status(of: arguments) }
  }

  /// Says which argument cannot be read.
  ///
  /// - Returns: the exit code.
  private func status(of argument: UnreadableArgument) -> Int32 {
    Program.$current.withValue(program) {
      let words = Usage.words()
      Surface.writeMessage(
        words.error(
          words("usage.not-utf8", .string(String(argument.place)), .string(argument.excerpt))))
      return ExitStatus.usage.rawValue
    }
  }
}

extension FlowProgram where Options == NoProgramOptions {
  /// Makes a program of a catalogue.
  ///
  /// - Parameters:
  ///   - name: what it is called on a command line. It is shown before the line of the prompt, in
  ///     messages, help, completions and the manual, and names its folders.
  ///   - catalog: the flows it offers.
  ///   - version: what `--version` prints; without one there is no such option.
  ///   - world: which world its sessions belong to, see `SessionOptions.world`.
  public init(
    _ name: String, _ catalog: FlowCatalog, version: String = "", world: String? = nil
  ) {
    self.init(
      Program(name: name, version: version, world: ProgramWorld(catalog, name: world)))
  }
}
