import ArgumentParser
import CommandArguments
import Foundation
import Glibc
import ServerConnections

/// The command `flowline-serve`.
@main
struct ServeProgram: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flowline-serve",
    abstract: "Serve the flows: as pages for people, as an API for programs, as tools for agents.",
    version: "0.1.0", subcommands: [PagesCommand.self, MCPCommand.self, EraseCommand.self],
    defaultSubcommand: PagesCommand.self)

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
    } catch let failure as ServeFailure {
      fail(failure.message, status: failure.status)
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

/// Why nothing is served.
struct ServeFailure: Error {
  let message: String
  let status: Int32

  init(_ message: String, status: Int32) {
    self.message = message
    self.status = status
  }

  /// Says that an address cannot be listened on; nil if the error says something else.
  init?(listeningOn host: String, port: Int, _ error: any Error, advice: String) {
    let text = "\(error)"
    guard text.contains("ddress") else { return nil }
    let reason = ListeningError.number(of: error).map { String(cString: strerror($0)) } ?? text
    self.init(
      "cannot listen on \(host), port \(port): \(reason). Another program may be using it. \(advice)",
      status: 1)
  }
}
