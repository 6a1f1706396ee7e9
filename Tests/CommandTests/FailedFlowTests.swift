import FlowTestSupport
import Flowline
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FlowlineProgram

/// Asks for a name, and finishes.
private struct Signing: Flow {
  let id: FlowID = "sign"

  func run(_ context: FlowContext) async throws -> String {
    try await context.run(TextScreen("name", "Name?"))
  }
}

/// What cannot be put in the place of standard input.
private struct NoInput: Error {}

/// Follows a command line of a program with one flow that fails and one that finishes, in a home of its own.
///
/// - Returns: the exit code.
private func status(of line: [String], reading input: String) throws -> Int32 {
  let home = try TemporaryFolder()
  let file = open(try home.write(input, to: "input"), O_RDONLY)
  guard file >= 0, dup2(file, STDIN_FILENO) == STDIN_FILENO else { throw NoInput() }
  for name in ["HOME", "XDG_STATE_HOME"] { setenv(name, home.path, 1) }
  var catalog = FlowCatalog()
  catalog.add(ClosingFlow(), summary: "Closes.")
  catalog.add(Signing(), summary: "Signs.")
  return FlowProgram("book", catalog).status(of: line)
}

/// Requests in lines of JSON.
private enum Line {
  static let answer = #"{"answer":"Ada"}"#
  static let cancel = #"{"cancel":true}"#
  static let close = #"{"start":"close"}"#
  static let flows = #"{"flows":true}"#
  static let leave = #"{"leave":true}"#
  static let sign = #"{"start":"sign"}"#
  static let unknown = #"{"start":"nowhere"}"#
}

/// How a program ends, by what became of its flows: 1 if the last one has failed.
struct FailedFlowTests {
  @Test(
    arguments: [
      (["run", "close", "--answer", "name=Ada"], "", "The account was closed."),
      (["run", "close", "--answer", "name=Ada", "--json"], "", #""outcome":"failed""#),
      ([], "close\nAda\n", "The account was closed."),
      (["run", "close", "--protocol", "jsonl"], "{\"answer\":\"Ada\"}\n", #""outcome":"failed""#),
      (
        ["--protocol", "jsonl"], "{\"start\":\"close\"}\n{\"answer\":\"Ada\"}\n",
        #""outcome":"failed""#
      ),
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

  @Test(
    arguments: [
      ([], 0), ([Line.flows], 0), ([Line.unknown], 0), ([Line.sign, Line.answer], 0),
      ([Line.sign, Line.answer, Line.unknown], 0),
      ([Line.close, Line.answer, Line.sign, Line.answer], 0),
      ([Line.sign, Line.answer, Line.close, Line.answer], 1),
      ([Line.close, Line.answer, Line.unknown], 1), ([Line.sign], 3),
      ([Line.close, Line.answer, Line.sign], 3), ([Line.sign, Line.cancel], 5),
      ([Line.sign, Line.answer, Line.sign, Line.cancel], 5), ([Line.sign, Line.leave], 5),
      ([Line.sign, Line.cancel, Line.sign, Line.answer], 0),
    ] as [([String], Int32)])
  func `over lines of JSON for all flows the last flow decides how it ends`(
    lines: [String], code: Int32
  ) async {
    let input = lines.map { $0 + "\n" }.joined()
    await #expect(processExitsWith: .exitCode(code)) { [input = input as String] in
      exit(try status(of: ["--protocol", "jsonl"], reading: input))
    }
  }
}
