import ArgumentParser
import Bank
import CommandArguments
import Foundation
import Glibc
import SandboxKit

/// The command `flowline-sandbox`.
@main
struct SandboxProgram: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flowline-sandbox",
    abstract: "Serve a provider’s API on this computer, over data of your own.",
    discussion: """
      Without a subcommand it is the bank: “flowline-sandbox --data FOLDER” is short for \
      “flowline-sandbox bank --data FOLDER”.

      When it is ready it says so on standard output; everything else goes to standard error. It stops \
      after SIGTERM or SIGINT, once open requests are finished.

      Exit codes: 0 stopped, 1 cannot serve, 2 usage.
      """,
    version: "0.1.0",
    subcommands: [BankCommand.self, BooksCommand.self], defaultSubcommand: BankCommand.self)

  static func main() async {
    do {
      var command = try parseAsRoot(CommandArguments.all())
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let argument as UnreadableArgument {
      fail(argument.description, status: 2)
    } catch let error as SandboxError {
      fail(error.description, status: error.code == .remoteAddress ? 2 : 1)
    } catch let error as BankError {
      fail("\(error)", status: 1)
    } catch {
      // The parser's own number for a wrong command line is another than ours.
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      fail(fullMessage(for: error), status: 2)
    }
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    let text = message.hasPrefix("Error") ? message : "Error: \(message)"
    FileHandle.standardError.write(Data("\(text)\n".utf8))
    Glibc.exit(status)
  }
}
