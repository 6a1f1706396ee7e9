import Flowline
import FlowlineJSONLines
import Testing

/// Pages that a program fills.
struct FillTests {
  private struct PayeeFlow: Flow {
    let id: FlowID = "payee"

    private static let form = Form<String>("form", "Whom do you pay?") { page in
      let name = page.ask(TextScreen("name", "Name?"))
      let amount = page.ask(NumberScreen("amount", "How much?", in: 1...9, default: 5))
      guard let name, let amount else { return nil }
      return "\(name) \(amount)"
    }

    func run(_ context: FlowContext) async throws -> String { try await context.run(Self.form) }
  }

  @Test func `a member that is no field is refused by its name, with the fields there are`() throws
  {
    var catalog = FlowCatalog()
    catalog.add(PayeeFlow(), summary: "Pays.")
    let lines = [
      #"{"start":"payee"}"#, #"{"fill":{"name":"Ann","amuont":7}}"#,
      #"{"fill":{"name":"Ann","amount":7}}"#,
    ]
    let (messages, _) = try talk(
      lines.map { Array($0.utf8) }, to: JSONLinesFrontEnd("tester") { [catalog] _ in catalog })
    let refusals = messages.filter { $0["type"] == "refusal" }
    #expect(refusals.map { $0["code"] } == ["wrong-fields"], "\(messages)")
    let stray = refusals.first?["fields"]?["amuont"]
    #expect(stray?["code"] == "no-such-field")
    #expect(stray?["message"]?.string?.contains("name, amount") == true)
    #expect(messages.last?["output"] == "Ann 7")
  }
}
