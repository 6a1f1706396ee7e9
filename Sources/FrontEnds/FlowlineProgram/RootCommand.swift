import ArgumentParser
import Flowline
import FlowlineTerminal
import Glibc

/// A program's command line.
struct RootCommand<Own: ProgramOptions>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: Program.name,
      abstract: HelpText.string(Program.texts("help.root")),
      discussion: HelpText.string(Program.texts("help.root.more")),
      version: Program.current.version,
      subcommands: subcommands,
      defaultSubcommand: ReplCommand<Own>.self)
  }

  private static var subcommands: [any ParsableCommand.Type] {
    var own: [any ParsableCommand.Type] = Own.hasSwitches ? [SwitchesCommand<Own>.self] : []
    if Own.hasWatch { own.append(WatchCommand<Own>.self) }
    own += Own.subcommands
    return [
      ReplCommand<Own>.self, RunCommand<Own>.self, OpenCommand<Own>.self, ResumeCommand<Own>.self,
      DeliverCommand<Own>.self, SessionsCommand<Own>.self, ReplayCommand<Own>.self,
      ListCommand<Own>.self, DescribeCommand<Own>.self,
    ] + own + [CompletionCommand<Own>.self, ManualCommand<Own>.self]
  }

  /// Follows a command line.
  ///
  /// - Returns: the exit code.
  static func status(of arguments: [String]) -> Int32 {
    do {
      // The parser takes a third of the time to the first prompt, and has nothing to do here.
      if arguments.isEmpty {
        try ReplCommand<Own>.run(Settings(), Own.withoutArguments())
        return ExitStatus.finished.rawValue
      }
      let order = CommandLineOrder(of: Self.self)
      let arguments = order.arranged(arguments)
      let single = singleCommand(of: arguments, in: order)
      if single == nil,
        let fault = Suggestion.fault(in: arguments, order, words: Usage.words())
      {
        Surface.writeMessage(Usage.words().error(fault))
        return ExitStatus.usage.rawValue
      }
      var command = try single ?? parseAsRoot(arguments)
      try command.run()
      return ExitStatus.finished.rawValue
    } catch let code as ExitCode {
      return code.rawValue
    } catch let failure as OutputFailure {
      return status(of: failure)
    } catch let failure as ProgramFailure {
      Surface.writeMessage(Usage.words().error(Usage.words()(failure.message)))
      return ExitStatus.failed.rawValue
    } catch {
      if exitCode(for: error) == .success {
        let help = HelpText.speaking(Usage.words(for: arguments)) { fullMessage(for: error) }
        return statusOfTelling(help)
      }
      // The parser's own number for a wrong command line is another than ours.
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      Surface.writeMessage(usageError(message(for: error), in: arguments))
      return ExitStatus.usage.rawValue
    }
  }

  /// Parses the command of a line by itself, without the tree of all commands.
  ///
  /// In the tree, the parser builds the declarations of a subcommand four times and those of the
  /// default one twice; for a command by itself, twice. In debug builds this is most of the time that
  /// a command takes to begin.
  ///
  /// - Parameters:
  ///   - arguments: a command line, arranged.
  ///   - order: what arranged it.
  /// - Returns: the same command as from the tree; nil if the line is wrong or asks for help, the
  ///   version or completions, for which the parser needs the tree.
  static func singleCommand(
    of arguments: [String], in order: CommandLineOrder
  ) -> (any ParsableCommand)? {
    guard let first = arguments.first else { return nil }
    let prompt: any ParsableCommand.Type = ReplCommand<Own>.self
    let isPrompt = first.hasPrefix("-")
    guard let subcommand = isPrompt ? prompt : order.subcommands[first],
      let command = try? subcommand.parseAsRoot(
        isPrompt ? arguments : Array(arguments.dropFirst())),
      // For help it is a command of the parser's own.
      type(of: command) == subcommand
    else { return nil }
    return command
  }

  /// What is wrong with a command line and how it is written, in the language that the line asks for.
  static func usageError(_ message: String, in arguments: [String]) -> String {
    let words = Usage.words(for: arguments)
    let order = CommandLineOrder(of: Self.self)
    let command = order.arranged(arguments).first.flatMap { order.subcommands[$0] }
    let line = [Program.name, command?._commandName].compactMap { $0 }
    let prompt: any ParsableCommand.Type = ReplCommand<Own>.self
    let parser = ParserMessage(words: words) {
      DeclaredOptions(of: command ?? prompt).names + ["--help"]
    }
    return """
      \(words.error(parser.text(message)))
      \(words("word.usage")) \(command.map { usageString(for: $0) } ?? usageString())
        \(words("usage.see", .string((line + ["--help"]).joined(separator: " "))))
      """
  }

  /// Prints what was asked for instead of a command, such as help.
  private static func statusOfTelling(_ text: String) -> Int32 {
    do throws(OutputFailure) {
      try Surface.writeResult(text)
      return ExitStatus.finished.rawValue
    } catch {
      return status(of: error)
    }
  }

  private static func status(of failure: OutputFailure) -> Int32 {
    let words = Usage.words()
    Surface.writeMessage(
      words.error(words("output.failed", .string(words.reason(of: failure.code)))))
    return ExitStatus.failed.rawValue
  }
}
