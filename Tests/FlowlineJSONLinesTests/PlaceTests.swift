import Flowline
import FlowlineJSONLines
import Testing

/// Flows that are shown in a place of their own, for programs: rules 9 and 10.
struct PlaceTests {
  private struct Shop: Flow {
    let id: FlowID = "shop"

    func run(_ context: FlowContext) async throws -> String {
      let card = try await context.outcome(of: Card().presented(.modal), handler: FlowHandler())
      let note = try await context.run(TextScreen("note", "A note?"))
      return if case .finished(let name) = card { "\(name), \(note)" } else { note }
    }
  }

  private struct Card: Flow {
    let id: FlowID = "card"

    func run(_ context: FlowContext) async throws -> String {
      try await context.run(TextScreen("name", "Your name?"))
    }
  }

  private func messages(_ lines: String...) throws -> [JSONValue] {
    try talk([#"{"start":"shop"}"#] + lines, to: Shop())
  }

  private func types(_ messages: [JSONValue]) -> [String] {
    messages.compactMap { $0["type"]?.string }
  }

  @Test func `rule 10: a place is opened before its prompt and closed once its flow has ended`()
    throws
  {
    let messages = try messages(#"{"answer":"Ada"}"#, #"{"answer":"thanks"}"#)
    #expect(types(messages) == ["opened", "prompt", "prompt", "dismissed", "closed", "ended"])
    let place = try #require(messages[0]["place"])
    #expect(place["flow"] == "card" && place["style"] == "modal")
    #expect(messages[1]["prompt"]?["place"] == place)
    #expect(messages[2]["prompt"]?["place"] == nil)
    #expect(messages[3]["first"] == 0 && messages[3]["last"] == 0)
    #expect(messages[4]["place"] == place)
    #expect(messages[5]["output"] == "Ada, thanks")
  }

  @Test func `rule 9: a place, or a prompt, that the client says is gone dismisses its flow`()
    throws
  {
    let opened = try messages().first
    guard case .integer(let number)? = opened?["place"]?["number"] else {
      Issue.record("no place was opened")
      return
    }
    for gone in [#"{"closed":\#(number)}"#, #"{"gone":0}"#] {
      let messages = try messages(gone, gone, #"{"answer":"thanks"}"#, #"{"journal":true}"#)
      #expect(messages.last?["script"]?.string?.contains("\ncancel card dismissed\n") == true)
      let refusal = messages.first { $0["type"] == "refusal" }
      #expect(refusal?["code"] == "stale")
      #expect(messages.contains { $0["output"] == "thanks" })
    }
  }

  @Test func `a place that is no number is told as an error`() throws {
    let messages = try messages(#"{"closed":"card"}"#)
    #expect(messages.contains { $0["type"] == "error" && $0["line"] == 2 })
  }
}
