import BankProgram
import Flowline
import FlowlineProgram
import FlowlineTerminal
import Glibc

/// The command `flowline`.
@main
enum Main {
  static func main() {
    switch CommandLine.arguments.dropFirst().first {
    case "serve"?: serve(CommandLine.arguments.dropFirst(2))
    case "mcp"?: serve(CommandLine.arguments.dropFirst())
    default: FlowProgram("flowline", version: version, options: FlowlineOptions.self).main()
    }
  }

  /// Serves pages and an API, or an agent: what that needs is linked by a companion alone.
  private static func serve(_ arguments: some Sequence<String>) -> Never {
    let companion = Companion("flowline-serve")
    let failure = companion.replaceProcess(with: arguments) {
      texts("serve.missing", .string(companion.name), .string($0))
    }
    Surface.writeMessage(Words(.current)(failure.message))
    exit(1)
  }
}
