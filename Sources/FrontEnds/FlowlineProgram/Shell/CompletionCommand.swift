import ArgumentParser
import FlowlineTerminal

/// `flowline completion`.
struct CompletionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completion", abstract: "Print the script that completes this command in a shell.",
    discussion: """
      For one session: source <(flowline completion bash). For good, write it where the shell looks:
        bash  ~/.local/share/bash-completion/completions/flowline
        zsh   a file _flowline in a folder of $fpath
        fish  ~/.config/fish/completions/flowline.fish
      Flows, kept sessions, and the steps and choices of --answer are completed as they are now.
      """)

  @Argument(help: "The shell.")
  var shell: Shell

  enum Shell: String, ExpressibleByArgument, CaseIterable {
    case bash, zsh, fish

    var parsers: CompletionShell {
      switch self {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    }
  }

  func run() throws {
    Surface.writeResult(RootCommand.completionScript(for: shell.parsers))
  }
}
