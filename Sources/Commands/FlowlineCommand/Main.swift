import BankProgram
import Flowline
import FlowlineProgram
import FlowlineTerminal
import Glibc

/// The command `flowline`.
@main
enum Main {
  static func main() {
    if CommandLine.arguments.dropFirst().first == "serve" { serve() }
    FlowProgram("flowline", version: version, options: FlowlineOptions.self).main()
  }

  /// Serves pages and an API: what that needs is linked by a companion alone.
  private static func serve() -> Never {
    let companion = Companion("flowline-serve")
    let failure = companion.replaceProcess(with: CommandLine.arguments.dropFirst(2)) {
      texts("serve.missing", .string(companion.name), .string($0))
    }
    Surface.writeMessage(Words(.current)(failure.message))
    exit(1)
  }
}
