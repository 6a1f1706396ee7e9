import Flowline
import FlowlineJSONLines
import Testing

/// Ending one nested flow, and what is taken off show, for programs: rules 4 and 10.
struct EndingFlowTests {
  private struct Order: Flow {
    let id: FlowID = "order"

    func run(_ context: FlowContext) async throws -> String {
      let address = try await context.outcome(of: Address(), handler: FlowHandler())
      let note = try await context.run(TextScreen("note", "A note?"))
      return if case .finished(let street) = address { "\(street), \(note)" } else { note }
    }
  }

  private struct Address: Flow {
    let id: FlowID = "address"
    var title: Text { "Where to" }

    func run(_ context: FlowContext) async throws -> String {
      let street = try await context.run(TextScreen("street", "Which street?"))
      let rest = try await context.run(Rest())
      return "\(street) \(rest)"
    }
  }

  private struct Rest: Flow {
    let id: FlowID = "rest"

    func run(_ context: FlowContext) async throws -> String {
      try await context.run(TextScreen("city", "Which city?"))
    }
  }

  private func messages(_ lines: String...) throws -> [JSONValue] {
    try talk([#"{"start":"order"}"#, #"{"answer":"Elm Row"}"#] + lines, to: Order())
  }

  private func openFlows(_ messages: [JSONValue]) throws -> [JSONValue] {
    let legal = try #require(messages.last { $0["type"] == "legal" })
    guard case .array(let flows)? = legal["openFlows"] else {
      Issue.record("no flows are told: \(legal.text)")
      return []
    }
    return flows
  }

  private func number(of flow: JSONValue) throws -> Int64 {
    let flows = try openFlows(try messages(#"{"legal":true}"#))
    guard case .integer(let number)? = flows.first(where: { $0["flow"] == flow })?["number"] else {
      throw NotOpen()
    }
    return number
  }

  private struct NotOpen: Error {}

  @Test func `legal inputs name the nested flows, each with its number and the flow it is in`()
    throws
  {
    let flows = try openFlows(try messages(#"{"legal":true}"#))
    #expect(flows.map { $0["flow"] } == ["address", "rest", "city"])
    #expect(flows.map { $0["isScreen"] } == [false, false, true])
    #expect(flows.first?["title"] == "Where to")
    #expect(flows.map { $0["parent"] } == [nil, flows[0]["number"], flows[1]["number"]])
  }

  @Test func `rule 4: a flow in the middle is ended by its number, and its pages are dismissed`()
    throws
  {
    let number = try number(of: "address")
    let messages = try messages(
      #"{"end":\#(number)}"#, #"{"end":\#(number)}"#, #"{"answer":"thanks"}"#,
      #"{"journal":true}"#)
    #expect(
      messages.map { $0["type"]?.string } == [
        "prompt", "prompt", "dismissed", "prompt", "refusal", "ended", "journal",
      ])
    #expect(messages[2]["first"] == 0 && messages[2]["last"] == 1)
    #expect(messages[3]["prompt"]?["path"] == ["order", "note"])
    #expect(messages[4]["of"] == "end" && messages[4]["code"] == "stale")
    #expect(messages[5]["output"] == "thanks")
    #expect(messages[6]["script"]?.string?.contains("\ncancel address user\n") == true)
  }

  @Test func `an inner flow is ended alone`() throws {
    let number = try number(of: "rest")
    let messages = try messages(#"{"end":\#(number)}"#, #"{"journal":true}"#)
    let journal = messages.last { $0["type"] == "journal" }
    #expect(
      journal?["script"]?.string?.contains("\ncancel rest user\n") == true,
      "\(messages.map(\.text))")
  }

  @Test(arguments: [#"{"end":"address"}"#, #"{"end":true}"#, #"{"end":null}"#])
  func `what is no number ends nothing`(line: String) throws {
    let error = try #require(try messages(line).first { $0["type"] == "error" })
    #expect(error["expected"] == "a whole number as “end”" && error["line"] == 3)
  }
}
