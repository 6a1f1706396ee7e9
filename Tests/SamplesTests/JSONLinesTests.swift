import Flowline
import FlowlineTesting
import Foundation
import TestSupport
import Testing

extension BuiltProgram {
  /// The sample that talks in lines of JSON, with its sessions in a folder.
  ///
  /// - Parameters:
  ///   - arguments: its arguments, besides those that choose the protocol and the world of the bank.
  ///   - home: where its sessions are kept.
  static func jsonLines(_ arguments: String..., in home: TemporaryFolder) -> BuiltProgram {
    var program = BuiltProgram(
      "flowline-jsonl",
      [
        "--protocol", "jsonl", "--now", "2026-11-20T12:00:00Z", "--locale", "en_GB",
        "--time-zone", "Europe/London",
      ] + arguments)
    program.environment = ["XDG_STATE_HOME": home.path]
    return program
  }
}

struct JSONLinesTests {
  private static let start =
    #"{"start":"round-up","locale":"en_GB","timeZone":"Europe/London","now":"2026-11-20T12:00:00Z"}"#
  private let home: TemporaryFolder
  private let program: BuiltProgram

  init() throws {
    home = try TemporaryFolder()
    program = .jsonLines(in: home)
  }

  @Test func `a program in another language walks a round-up`() async throws {
    let samples = URL(filePath: #filePath).appending(path: "../../../Samples").standardized
    var client = BuiltProgram(
      at: "python3", [samples.appending(path: "JSONLines/walk_round_up.py").path, program.path])
    client.environment = program.environment
    let result = try await client.run()
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(result.output.contains("refused: “"))
    #expect(result.output.contains(#""moved": {"currency": "GBP", "minorUnits": 158}"#))
  }

  @Test func `asks, refuses and ends in messages`() async throws {
    let result = try await program.run(
      Self.start, #"{"answer":{"text":"savings"}}"#, #"{"answer":"personal"}"#, #"{"cancel":true}"#)
    let messages = try result.messages()
    #expect(messages.map { $0["type"]?.string } == ["prompt", "refusal", "prompt", "ended"])
    #expect(messages[1]["code"] == "not-a-choice")
    #expect(messages[2]["prompt"]?["path"] == ["round-up", "week"])
    #expect(messages[3]["outcome"] == "cancelled" && messages[3]["error"] == ["code": "user"])
    #expect(result.status == 5)
  }

  @Test(arguments: [
    (#"{"answer":"#, "JSON: a JSON value at byte 10"),
    ("nope", "JSON: “null” at byte 0"),
    ("[]", "an object such as"),
    ("{}", "an object with one of “start”"),
    (#"{"back":true,"cancel":true}"#, "an object with one of “start”"),
    (#"{"back":1}"#, #"{"back":true}"#),
    (#"{"back":"account"}"#, "none can be gone back to"),
    (#"{"protocol":2}"#, "version 1 of the protocol"),
    (#"{"cancel":true,"now":1}"#, "“cancel” alone"),
    (#"{"start":"nowhere"}"#, "one of the flows round-up, create-goal, accounts"),
    (#"{"start":"accounts","timeZone":"Mars"}"#, "a time zone"),
    (#"{"start":"accounts","now":"noon"}"#, "a time such as"),
    (#"{"start":"accounts","locale":"en GB"}"#, "a locale"),
    (#"{"start":"accounts","session":"1"}"#, "a UUID"),
    (#"{"start":5}"#, "a flow's id"),
    (#"{"answer":1,"presentation":"x"}"#, "a whole number as “presentation”"),
    (#"{"fill":1}"#, "an object with an answer a step as “fill”"),
    (#"{"start":"accounts","given":[]}"#, "an object with an answer a step as “given”"),
    (#"{"journal":true}"#, "“start” before anything else"),
  ])
  func `tells of a line that means nothing and goes on`(line: String, expected: String) async throws
  {
    let result = try await program.run("", line, Self.start, #"{"cancel":true}"#)
    let messages = try result.messages()
    #expect(messages.map { $0["type"]?.string } == ["error", "prompt", "ended"])
    #expect(messages[0]["line"] == 2)
    #expect(messages[0]["expected"]?.string?.contains(expected) == true)
    let isAboutPlace = expected.contains("at byte")
    #expect((messages[0]["offset"] != nil) == isAboutPlace)
    #expect(result.status == 5)
  }

  @Test(arguments: [false, true])
  func `asks on pages, or one question at a time`(inTurn: Bool) async throws {
    var program = program
    if inTurn { program.arguments.append("--in-turn") }
    let messages = try await program.run(
      #"{"start":"create-goal"}"#, #"{"answer":"personal"}"#, #"{"cancel":true}"#
    ).messages()
    #expect(messages[1]["prompt"]?["path"] == ["create-goal", "name"])
    #expect((messages[1]["prompt"]?["form"] == nil) == inTurn)
  }

  @Test func `refuses in words what its bank has no use for`() async throws {
    let messages = try await program.run(#"{"start":"log-out"}"#).messages()
    #expect(messages[0]["type"] == "refusal" && messages[0]["code"] == "no-log-in")
  }

  @Test func `says hello with the flows and the version of the protocol`() async throws {
    let result = try await program.run(#"{"protocol":1}"#, #"{"flows":true}"#)
    let messages = try result.lines.map { try JSONValue(parsing: $0) }
    #expect(messages.map { $0["type"]?.string } == ["hello", "flows"])
    #expect(messages[0]["program"] == "flowline-jsonl")
    #expect(messages[0]["flows"] == messages[1]["flows"])
    guard case .array(let flows)? = messages[0]["flows"] else {
      Issue.record("no flows")
      return
    }
    #expect(flows.map { $0["id"] } == ["round-up", "create-goal", "accounts", "account", "goal"])
  }

  @Test func `goes back to the step that is named, and tells what may be done`() async throws {
    let messages = try await program.run(
      Self.start, #"{"answer":"personal"}"#, #"{"answer":"this"}"#, #"{"legal":true}"#,
      #"{"back":"account"}"#, #"{"back":"goal"}"#, #"{"cancel":true}"#, #"{"legal":true}"#
    ).messages()
    #expect(
      messages.map { $0["type"]?.string } == [
        "prompt", "prompt", "prompt", "legal", "dismissed", "prompt", "error", "ended", "legal",
      ])
    #expect(messages[3]["answer"]?["details"]?["step"] == ["round-up", "review"])
    #expect(messages[3]["back"]?["details"]?["to"] == ["round-up", "week"])
    #expect(messages[3]["backTo"] == [["round-up", "account"], ["round-up", "week"]])
    #expect(messages[3]["start"]?["refusal"]?["code"] == "already-running")
    #expect(messages[4]["first"] == 0 && messages[4]["last"] == 2)
    #expect(messages[5]["prompt"]?["path"] == ["round-up", "account"])
    #expect(messages[6]["got"] == "goal" && messages[6]["line"] == 6)
    #expect(messages[8]["answer"]?["refusal"]?["code"] == "not-running")
    #expect(messages[8]["start"]?["legal"] == true)
  }

  @Test func `tells of bytes that are no text, and of a line without end`() async throws {
    let input =
      Data([0x7B, 0xFF, 0xC0, 0x0A]) + Data(repeating: 0x61, count: (16 << 20) + 1)
      + Data("\n{\"start\":\"accounts\"}\n{\"cancel\":true}".utf8)
    let messages = try await program.run(input).messages()
    #expect(messages.map { $0["type"]?.string } == ["error", "error", "prompt", "ended"])
    #expect(messages[0]["expected"] == "UTF-8 at byte 1")
    #expect(messages[1]["line"] == 2 && messages[1]["got"] == "a longer one")
  }

  @Test func `takes a megabyte for what it is: too long a name`() async throws {
    let name = String(repeating: "x", count: 1 << 20)
    let messages = try await program.run(
      #"{"start":"create-goal"}"#, #"{"answer":"personal"}"#, #"{"answer":{"text":"\#(name)"}}"#,
      #"{"cancel":true}"#
    ).messages()
    #expect(messages.map { $0["type"]?.string } == ["prompt", "prompt", "refusal", "ended"])
    #expect(messages[2]["code"] == "too-long")
  }

  @Test func `leaves the flow when the input ends in the middle, and resumes it`() async throws {
    let result = try await program.run(Self.start, #"{"answer":"personal"}"#)
    let last = try #require(try result.messages().last)
    #expect(last["outcome"] == "cancelled" && last["error"] == ["code": "terminated"])
    #expect(result.status == 3)
    let session = try #require(last["session"]?.string)
    let resumed = try await program.run(#"{"resume":"\#(session)"}"#, #"{"cancel":true}"#)
    #expect(try resumed.messages().first?["prompt"]?["path"] == ["round-up", "week"])
  }

  @Test func `tells what is wrong with a form, field by field`() async throws {
    let messages = try await program.run(
      #"{"start":"create-goal","given":{"account":"personal"}}"#,
      #"{"fill":{"name":"","target":"€5"}}"#, #"{"cancel":true}"#
    ).messages()
    #expect(messages.map { $0["type"]?.string } == ["prompt", "refusal", "ended"])
    let form = try #require(messages[0]["prompt"]?["form"])
    guard case .array(let fields)? = form["fields"] else {
      Issue.record("no fields")
      return
    }
    #expect(fields.map { $0["id"] } == ["name", "target"])
    #expect(messages[1]["code"] == "wrong-fields")
    #expect(messages[1]["fields"]?["name"]?["code"] == "empty")
    #expect(messages[1]["fields"]?["target"]?["code"] == "other-currency")
  }

  @Test func `refuses what does not fit the moment`() async throws {
    let messages = try await program.run(
      #"{"answer":1}"#, Self.start, Self.start, #"{"back":true}"#,
      #"{"answer":"personal","presentation":9}"#, #"{"fill":{"name":"x"}}"#, #"{"cancel":true}"#
    ).messages().filter { $0["type"] == "refusal" }
    #expect(
      messages.map { [$0["of"]?.string, $0["code"]?.string] } == [
        ["answer", "not-running"], ["start", "already-running"], ["back", "at-first-step"],
        ["answer", "stale"], ["fill", "no-form"],
      ])
  }

  @Test(arguments: [
    (["--bogus"], "“--bogus”"), (["--now", "noon"], "“noon”"), (["--data"], "--data"),
    (["--data", ""], "--data needs a folder"),
  ])
  func `does not begin with arguments it cannot use`(
    arguments: [String], message: String
  ) async throws {
    var program = program
    program.arguments += ["--lang", "en"] + arguments
    let result = try await program.run(Self.start)
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test func `prints its options if it is asked for them`() async throws {
    var program = program
    program.arguments = ["help", "run"]
    let result = try await program.run()
    #expect(result.status == 0 && result.errors.isEmpty)
    for option in ["--data", "--in-turn", "--protocol"] {
      #expect(result.output.contains(option), "\(result.output)")
    }
  }

  @Test func `keeps its bank in a directory`() async throws {
    let folder = try TemporaryFolder()
    let kept = BuiltProgram.jsonLines("--data", folder.file("bank"), in: home)
    let walk = [
      Self.start, #"{"answer":"personal"}"#, #"{"answer":"this"}"#, #"{"answer":true}"#,
      #"{"answer":"trip"}"#, #"{"answer":true}"#, #"{"answer":true}"#,
    ]
    let input = Data(walk.joined(separator: "\n").utf8)
    let first = try #require(try await kept.run(input).messages().last)
    #expect(first["output"]?["moved"] == ["currency": "GBP", "minorUnits": 158])
    let again = try await kept.run(Data(walk[..<4].joined(separator: "\n").utf8)).messages()
    #expect(again.last?["output"]?["reason"] == "already-moved")
  }
}

extension BuiltProgram.Result {
  /// The lines of output as JSON, without the first, which says hello.
  func messages() throws -> [JSONValue] {
    let messages = try lines.map { try JSONValue(parsing: $0) }
    #expect(messages.first?["type"] == "hello" && messages.first?["protocol"] == 1)
    return Array(messages.dropFirst())
  }
}
