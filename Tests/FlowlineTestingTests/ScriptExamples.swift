import Flowline
import FlowlineTesting
import FoundationEssentials
import Testing

/// The examples of doc comments about scripts, as they are printed.
struct ScriptExamples {
  private enum MyFeature {
    static let texts = TextCatalog(
      Array(#"{"sourceLanguage":"en","version":"1.0","strings":{}}"#.utf8))
  }

  private struct Shop: Sendable {
    let locale: String

    init(at environment: FlowEnvironment) { locale = environment.locale.identifier }
  }

  /// Asks what the flow of the scripts asks, under another id.
  private struct TeaVariant: Flow {
    let id: FlowID

    func run(_ context: FlowContext) async throws -> TeaFlow.Order {
      try await TeaFlow().run(context)
    }
  }

  private var catalog: FlowCatalog { teas }

  private func catalog(over shop: Shop) -> FlowCatalog {
    var catalog = FlowCatalog()
    catalog.add(
      "tea", title: "Tea", summary: "Orders a tea in \(shop.locale).",
      variants: [TeaVariant(id: "one-page"), TeaVariant(id: "step-by-step")],
      choosing: VariantRule { _ in "one-page" })
    return catalog
  }

  @Test(arguments: try ScriptCase.all(in: "Scripts"))
  func replays(_ script: ScriptCase) {
    script.expectMatch(.recorded, of: catalog)
  }

  @Test(arguments: try ScriptCase.all(in: "Scripts"))
  func `both ways of asking are the same`(script: ScriptCase) {
    script.expectParity(between: "one-page", and: "step-by-step") { catalog(over: Shop(at: $0)) }
  }

  @Test func `texts are checked as the check says`() throws {
    let check = TextCheck(of: [MyFeature.texts])
    for script in try ScriptCase.all(in: "Scripts") { script.expectMatch(of: catalog) }
    #expect(check.missing.isEmpty && check.unfilled.isEmpty && check.unused.isEmpty)
  }
}
