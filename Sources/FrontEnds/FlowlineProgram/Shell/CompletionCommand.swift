import ArgumentParser
import Flowline
import FlowlineTerminal

/// `completion`.
struct CompletionCommand<Own: ProgramOptions>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "completion", abstract: HelpText.string(Program.texts("help.completion")),
      discussion: discussion)
  }

  /// How the script is used: what is typed is the same in every language.
  private static var discussion: String {
    guard HelpText.words != nil else { return "" }
    let name = Program.name
    let once = TextArgument.string("source <(\(name) completion bash)")
    let zsh = Program.texts("help.completion.zsh", .string("_\(name)"), .string("$fpath"))
    return """
      \(HelpText.string(Program.texts("help.completion.once", once)))
        bash  ~/.local/share/bash-completion/completions/\(name)
        zsh   \(HelpText.string(zsh))
        fish  ~/.config/fish/completions/\(name).fish
      \(HelpText.string(Program.texts("help.completion.more")))
      """
  }

  @Argument(help: ArgumentHelp(Program.texts("help.completion.shell")))
  var shell: Shell

  func run() throws {
    let script = HelpText.speaking(Usage.words()) {
      RootCommand<Own>.completionScript(for: shell.parsers)
    }
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
