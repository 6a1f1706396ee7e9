import Flowline
import FlowlineJSONLines
import FoundationEssentials
import Testing

/// Moments and events over lines of JSON.
struct OutsideTests {
  private struct Later: Flow {
    let id: FlowID = "later"

    func run(_ context: FlowContext) async throws -> String {
      let name = try await context.wait("approval", for: String.self, title: "The approval")
      try await context.wait("day", until: context.now.addingTimeInterval(1e9))
      return name
    }
  }

  private func talk(_ lines: String...) throws -> (
    messages: [JSONValue], end: JSONLinesFrontEnd.End
  ) {
    var catalog = FlowCatalog()
    catalog.add(Later(), summary: "Wait.")
    return try FlowlineJSONLinesTests.talk(
      lines.map { Array($0.utf8) }, to: JSONLinesFrontEnd("tester") { [catalog] _ in catalog })
  }

  @Test func `what is waited for is told, and an event is delivered`() throws {
    let (messages, end) = try talk(
      #"{"start":"later","now":"2100-01-01T00:00:00Z"}"#, #"{"legal":true}"#,
      #"{"deliver":"approval","value":7}"#, #"{"deliver":"approval","value":"Ann","key":"a"}"#,
      #"{"deliver":"approval","value":"Eve","key":"a"}"#, #"{"legal":true}"#)
    let waiting = messages.filter { $0["type"] == "waiting" }
    #expect(waiting.count == 2)
    #expect(waiting.first?["step"] == ["later", "approval"])
    #expect(waiting.first?["for"]?["kind"] == "event")
    #expect(waiting.first?["for"]?["title"] == "The approval")
    #expect(waiting.last?["for"]?["kind"] == "moment")
    #expect(waiting.last?["for"]?["until"] == "2131-09-10T01:46:40Z")
    let refusals = messages.filter { $0["type"] == "refusal" }
    #expect(refusals.map { $0["code"] } == ["unreadable-event", "other-event"])
    #expect(refusals.allSatisfy { $0["of"] == "deliver" })
    let legal = messages.filter { $0["type"] == "legal" }
    #expect(legal.map { $0["waits"]?.first?["id"] } == ["approval", "day"])
    // The input ended while the flow waited.
    #expect(!end.isOver)
  }

  @Test(arguments: [
    (#"{"deliver":""}"#, "the id of a step as “deliver”"),
    (#"{"deliver":"a","key":1}"#, "text as “key”"),
    (#"{"deliver":"a","vale":1}"#, "nothing beside “deliver” but key, value"),
  ])
  func `a request that is misspelt delivers nothing`(line: String, expected: String) throws {
    let (messages, _) = try talk(line)
    #expect(messages.first?["expected"]?.string == expected)
  }
}

extension JSONValue {
  /// The first element of a list.
  fileprivate var first: JSONValue? {
    if case .array(let elements) = self { elements.first } else { nil }
  }
}
