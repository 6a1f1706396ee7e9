import Flowline
import FlowlineJSONLines
import OwnScreens
import Testing

/// Kinds of questions that Flowline does not know, as programs see them.
struct OwnScreenTests {
  private static let start =
    #"{"start":"own","session":"00000000-0000-4000-8000-000000000000","locale":"en_GB","#
    + #""now":"2026-11-20T12:00:00Z","timeZone":"Europe/London"}"#

  private static func messages(_ lines: [String]) throws -> [JSONValue] {
    try talk(lines, to: OwnFlow())
  }

  @Test func `a prompt has the kind with its sentence, and its own schema`() throws {
    let messages = try Self.messages([Self.start, #"{"language":"ru"}"#])
    let prompts = messages.filter { $0["type"] == "prompt" }
    let kind = try #require(prompts.first?["prompt"]?["kind"])
    #expect(kind["name"] == "iban" && kind["least"] == 15 && kind["most"] == 42)
    #expect(
      kind["accepts"]?["text"] == "An account number of 15 to 34 letters and digits.")
    #expect(prompts.first?["prompt"]?["accepts"] == kind["accepts"])
    let schema = try #require(prompts.first?["schema"])
    #expect(schema["pattern"] == "^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$")
    #expect(schema["examples"] == ["GB33BUKB20201555555555"] && schema["title"] == "Which account?")
    #expect(
      prompts.last?["prompt"]?["accepts"]?["text"] == "Номер счёта: от 15 до 34 букв и цифр.")
  }

  @Test func `an answer of another shape is refused in the screen's own words`() throws {
    let messages = try Self.messages([Self.start, #"{"answer":7}"#])
    let refusal = try #require(messages.first { $0["type"] == "refusal" })
    #expect(refusal["code"] == "wrong-shape")
    #expect(
      refusal["message"] == "This kind of value is not accepted. Type an account number.")
  }
}
