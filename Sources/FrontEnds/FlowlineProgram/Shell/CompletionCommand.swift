import ArgumentParser
import FlowlineTerminal

/// `completion`.
struct CompletionCommand<Own: ProgramOptions>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "completion",
      abstract: "Print the script that completes this command in a shell.",
      discussion: """
        For one session: source <(\(Program.name) completion bash). To keep it, write it where the \
        shell looks:
          bash  ~/.local/share/bash-completion/completions/\(Program.name)
          zsh   a file _\(Program.name) in a folder of $fpath
          fish  ~/.config/fish/completions/\(Program.name).fish
        Completes flows, saved sessions, and the steps and choices of --answer as they are now.
        """)
  }

  @Argument(help: "The shell.")
  var shell: Shell

  func run() throws {
    let script = RootCommand<Own>.completionScript(for: shell.parsers)
    try Surface.writeResult(
      shell == .bash ? BashCompletion.script(script, of: Program.name) : script)
  }
}

/// A shell that can be completed in.
enum Shell: String, ExpressibleByArgument, CaseIterable {
  case bash, zsh, fish

  /// The shell, as the parser names it.
  var parsers: CompletionShell {
    switch self {
    case .bash: .bash
    case .zsh: .zsh
    case .fish: .fish
    }
  }
}
