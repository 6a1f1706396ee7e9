import ArgumentParser
import BankProgram
import Flowline
import FlowlineProgram

/// `serve`: pages and an API over HTTP.
///
/// What that needs is linked by a companion alone.
struct ServeCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "serve", abstract: texts("help.serve"), discussion: texts("help.serve.more"))
  }

  @Argument(
    parsing: .captureForPassthrough,
    help: ArgumentHelp(texts("help.passed-on"), valueName: "argument"))
  var arguments: [String] = []

  func run() throws {
    throw Companion.serve(arguments)
  }
}
