import Flowline
import FlowlineJSONLines
import Testing

/// Lines that are not requests are told of without what they hold.
struct FaultTests {
  /// What the front end writes to lines of input, the greeting apart.
  private func messages(_ lines: [[UInt8]]) throws -> [JSONValue] {
    var catalog = FlowCatalog()
    catalog.add(TextScreen("pin", "PIN?").sensitive(), summary: "A secret")
    return try talk(lines, to: JSONLinesFrontEnd("tester") { [catalog] _ in catalog }).messages
  }

  @Test(arguments: [
    (#"{"answer":"hunter2"#, "a closing quote", 10), (#"{"answer":"hunter2"}}"#, "the end", 20),
    (#"{"answer":hunter2}"#, "a JSON value", 10), ("hunter2", "a JSON value", 0),
    (#"{"answer":"\hunter2"}"#, "an escape", 12), (#"{"answer":-hunter2}"#, "a digit", 11),
  ])
  func `rule 22: a line that is not JSON is told with its place alone`(
    line: String, expected: String, offset: Int64
  ) throws {
    let messages = try messages([Array(line.utf8)])
    #expect(messages.count == 1 && messages[0]["type"] == "error")
    #expect(messages[0]["expected"]?.string?.contains(expected) == true, "\(messages)")
    #expect(messages[0]["offset"] == .integer(offset), "\(messages)")
    #expect(!messages[0].text.contains("hunter2"))
  }

  @Test func `a request that has a member twice starts nothing and says which it is`() throws {
    let messages = try messages([Array(#"{"start":"pin","start":"pin"}"#.utf8)])
    #expect(messages.map { $0["type"] } == ["error"])
    #expect(messages[0]["expected"]?.string?.contains("no second member “start”") == true)
    #expect(messages[0]["offset"] == 15)
  }

  @Test(arguments: [
    #""hunter2""#, #"["hunter2"]"#, #"{"anwser":"hunter2"}"#, #"{"answer":"hunter2","back":true}"#,
    #"{"back":{"x":"hunter2"}}"#, #"{"answer":1,"presentation":"hunter2"}"#,
    #"{"answer":1,"acknowledge":"hunter2"}"#, #"{"fill":"hunter2"}"#, #"{"fill":["hunter2"]}"#,
    #"{"start":["hunter2"]}"#, #"{"start":"pin","given":"hunter2"}"#,
    #"{"start":"pin","locale":"hunter2 x"}"#, #"{"start":"pin","now":"hunter2"}"#,
    #"{"start":"pin","given":{"/":"hunter2"}}"#, #"{"start":"pin","given":{"":"hunter2"}}"#,
    #"{"cancel":"hunter2"}"#, #"{"answer":"hunter2","x":1}"#, #"{"language":["hunter2"]}"#,
  ])
  func `rule 22: a line that is not a request is told without its values`(line: String) throws {
    let messages = try messages([Array(line.utf8)])
    #expect(messages.map { $0["type"] } == ["error"])
    #expect(messages.allSatisfy { !$0.text.contains("hunter2") }, "\(messages)")
  }

  @Test(arguments: [
    (#"{"back":false}"#, #"{"back":true} or a step such as new-goal/name"#, "false"),
    (#"{"cancel":false}"#, #"{"cancel":true}"#, "false"),
    (#"{"cancel":null}"#, #"{"cancel":true}"#, "null"),
    (#"{"end":true}"#, "a whole number", "true"),
    (#"{"start":true}"#, "a flow's id", "true"),
    (#"{"answer":1,"acknowledge":0}"#, "true or false", "a number"),
  ])
  func `a fault says what came: a truth value as it is, and of others their kind`(
    line: String, expected: String, got: String
  ) throws {
    let messages = try messages([Array(line.utf8)])
    #expect(messages.map { $0["got"]?.string } == [got])
    #expect(messages[0]["expected"]?.string?.hasPrefix(expected) == true, "\(messages)")
  }

  @Test(arguments: [#"{"sessions":true}"#, #"{"resume":"1"}"#])
  func `a program that keeps no sessions says so`(line: String) throws {
    let messages = try messages([Array(line.utf8)])
    #expect(messages.map { $0["type"] } == ["error"])
    #expect(messages[0]["expected"] == "a program that keeps sessions")
  }

  @Test func `rule 22: bytes that are not text are told with their place alone`() throws {
    let line = Array(#"{"answer":"hunter2"#.utf8) + [0xFF] + Array(#"hunter2"}"#.utf8)
    let messages = try messages([line])
    #expect(messages.map { $0["offset"] } == [18])
    #expect(!messages[0].text.contains("hunter2"))
  }
}
