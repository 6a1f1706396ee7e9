import Flowline
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FlowlineProgram

/// Asks for a name, and fails.
private struct Closing: Flow {
  struct Closed: LocalizableError {
    var text: Text { Text(verbatim: "The account was closed.") }
  }

  let id: FlowID = "close"

  func run(_ context: FlowContext) async throws -> Int {
    _ = try await context.run(TextScreen("name", "Name?"))
    throw Closed()
  }
}

/// What cannot be put in the place of standard input.
private struct NoInput: Error {}

/// Follows a command line of a program whose flow fails, in a home of its own.
///
/// - Returns: the exit code.
private func status(of line: [String], reading input: String) throws -> Int32 {
  let home = try TemporaryFolder()
  let file = open(try home.write(input, to: "input"), O_RDONLY)
  guard file >= 0, dup2(file, STDIN_FILENO) == STDIN_FILENO else { throw NoInput() }
  for name in ["HOME", "XDG_STATE_HOME"] { setenv(name, home.path, 1) }
  var catalog = FlowCatalog()
  catalog.add(Closing(), summary: "Closes.")
  return FlowProgram("book", catalog).status(of: line)
}

/// How a program ends whose flow has failed.
struct FailedFlowTests {
  @Test(
    arguments: [
      (["run", "close", "--answer", "name=Ada"], "", "The account was closed."),
      (["run", "close", "--answer", "name=Ada", "--json"], "", #""outcome":"failed""#),
      ([], "close\nAda\n", "The account was closed."),
      (["run", "close", "--protocol", "jsonl"], "{\"answer\":\"Ada\"}\n", #""outcome":"failed""#),
    ] as [([String], String, String)])
  func `run, as JSON, at a prompt that is piped and over lines of JSON it ends with 1`(
    line: [String], input: String, told: String
  ) async throws {
    let result = try await #require(
      processExitsWith: .exitCode(1),
      observing: [\.standardOutputContent, \.standardErrorContent]
    ) { [line = line as [String], input = input as String] in
      exit(try status(of: line, reading: input))
    }
    let written = result.standardOutputContent + result.standardErrorContent
    let text = String(decoding: written, as: UTF8.self)
    #expect(text.contains(told), "\(text)")
  }
}
