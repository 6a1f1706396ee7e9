import Flowline
import FlowlineJSONLines
import Testing

/// Children at once over lines of JSON.
struct AtOnceTests {
  private struct Pair: Flow {
    let id: FlowID = "pair"

    func run(_ context: FlowContext) async throws -> String {
      let (name, count) = try await context.all(
        TextScreen("name", "Name?"), NumberScreen("count", "How many?", in: 1...9))
      return "\(name) \(count)"
    }
  }

  @Test func `an answer is previewed by the question that it is for`() throws {
    let lines = [
      #"{"start":"pair"}"#, #"{"preview":{"text":"3"}}"#,
      #"{"preview":{"text":"3"},"presentation":1}"#,
      #"{"preview":{"text":"3"},"presentation":7}"#,
    ]
    let messages = try talk(lines, to: Pair())
    let previews = messages.filter { $0["type"] == "preview" }
    #expect(previews.map { $0["recorded"] } == ["3", 3])
    let refusal = messages.first { $0["type"] == "refusal" }
    #expect(refusal?["of"] == "preview" && refusal?["code"] == "stale")
  }
}
