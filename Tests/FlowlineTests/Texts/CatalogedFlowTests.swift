import Flowline
import Testing

/// Flows whose texts are in a catalogue of their type.
struct CatalogedFlowTests {
  private struct Shop: CatalogedFlow {
    static let texts = TextCatalog(
      Array(
        """
        {"sourceLanguage":"en","version":"1.0","strings":{
          "name.question":{"localizations":{"en":{"stringUnit":{"value":"Your name?"}}}},
          "served":{"localizations":{"en":{"stringUnit":{"value":"%@ is served."}}}},
          "shop.title":{"localizations":{"en":{"stringUnit":{"value":"Corner shop"}}}}
        }}
        """.utf8))
    let id: FlowID = "shop"

    func words(for name: String) -> Text? { texts("served", .string(name)) }

    func run(_ context: FlowContext) async throws -> String {
      try await context.run(TextScreen("name"))
    }
  }

  @Test func `they and their steps have their words there`() {
    let controller = FlowController()
    controller.start(Shop(), .test)
    #expect(controller.prompt?.question.text == "Your name?")
    #expect(Shop().catalog == Shop.texts)
    #expect(Shop().words(for: "Ada")?.resolved(in: .test).text == "Ada is served.")
    controller.answer("Ada")
    expectClean(controller)
  }
}
