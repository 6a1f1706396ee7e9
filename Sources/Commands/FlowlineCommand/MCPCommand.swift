import ArgumentParser
import BankProgram
import Flowline
import FlowlineProgram

/// `mcp`: tools for the agent that starts it.
///
/// What that needs is linked by a companion alone.
struct MCPCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "mcp", abstract: texts("help.mcp"), discussion: texts("help.mcp.more"))
  }

  @Argument(
    parsing: .captureForPassthrough,
    help: ArgumentHelp(texts("help.passed-on"), valueName: "argument"))
  var arguments: [String] = []

  func run() throws {
    throw Companion.serve(["mcp"] + arguments)
  }
}
