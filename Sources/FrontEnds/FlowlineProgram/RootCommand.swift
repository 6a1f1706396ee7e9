package import ArgumentParser
import FlowlineTerminal
import Glibc

/// The command `flowline`.
package struct RootCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "flowline",
    abstract: "Walk through guided flows, replay them, and run them from scripts.",
    discussion: """
      Without a subcommand the prompt opens where flows are started by their names.

      Prompts and messages go to standard error, results to standard output.
      Exit codes: 0 finished, 1 failed, 2 usage, 3 an answer is missing or refused and nobody \
      can be asked, 4 a replay differs, 5 declined or left, 124 timed out, 130 interrupted.
      """,
    version: "0.1.0",
    subcommands: [
      ReplCommand.self, RunCommand.self, OpenCommand.self, ResumeCommand.self,
      SessionsCommand.self, ReplayCommand.self, ListCommand.self, DescribeCommand.self,
      CompletionCommand.self, ManualCommand.self,
    ],
    defaultSubcommand: ReplCommand.self)

  package init() {}

  package static func main() {
    let arguments = CommandLineOrder.arranged(CommandLine.arguments.dropFirst())
    do {
      // The parser takes a third of the time to the first prompt, and has nothing to do here.
      if arguments.isEmpty { return try ReplCommand.run(Settings()) }
      if let fault = Suggestion.fault(in: arguments, words: Usage.words()) {
        Surface.writeMessage(Usage.words().error(fault))
        Glibc.exit(ExitStatus.usage.rawValue)
      }
      var command = try parseAsRoot(arguments)
      try command.run()
    } catch {
      // The parser's own number for a wrong command line is another than ours.
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      Surface.writeMessage(Usage.message(fullMessage(for: error), Usage.words()))
      Glibc.exit(ExitStatus.usage.rawValue)
    }
  }
}
