import Flowline
import FlowlineTesting
import Foundation
import TestSupport
import Testing

/// Two variants of a flow, compared over one script.
struct ParityTests {
  /// Asks for a name and a number, writes, and tells what came of it.
  private struct OrderFlow: Flow {
    let id: FlowID
    var question: Text = "How many cups?"
    var extra = 0
    var ending = "done"

    func run(_ context: FlowContext) async throws -> String {
      let name = try await context.run(TextScreen("name", "Your name?"))
      let cups = try await context.run(NumberScreen("cups", question, in: 1...9))
      let price = try await context.load("price") { 3 }
      _ = try await context.commit("order", of: cups * price + extra) { _, _ in true }
      return "\(name) \(ending)"
    }
  }

  /// The same, one level further down and in a modal: nobody need see that.
  private struct NestedOrder: Flow {
    let id: FlowID = "nested"

    func run(_ context: FlowContext) async throws -> String {
      try await context.run(OrderFlow(id: "inside").presented(.modal))
    }
  }

  private func catalog(_ other: any Flow<String>) -> FlowCatalog {
    var catalog = FlowCatalog()
    catalog.add(
      "order", title: "Order", summary: "", variants: [OrderFlow(id: "plain"), other],
      choosing: VariantRule { _ in "plain" })
    return catalog
  }

  private static let order = """
    flow order 1
    answer name "Ada"
    refuse cups "many" not-a-number
    answer cups 2

    """

  private func differences(from other: any Flow<String>) throws -> [String] {
    let script = try TemporaryScript(Self.order)
    return issues {
      script.file.expectParity(between: "plain", and: other.id) { _ in catalog(other) }
    }.map(\.text)
  }

  @Test func `variants that are the same to everybody are at parity`() throws {
    let script = try TemporaryScript(Self.order)
    script.file.expectParity(between: "plain", and: "same") { _ in catalog(OrderFlow(id: "same")) }
    script.file.expectParity(between: "plain", and: "nested") { _ in catalog(NestedOrder()) }
  }

  @Test func `a question in other words, another write and another end are told`() throws {
    let asked = try differences(from: OrderFlow(id: "other", question: "Cups?"))
    #expect(asked.count == 1 && asked[0].contains("other differs from plain"))
    #expect(asked[0].contains("“How many cups?”") && asked[0].contains("“Cups?”"))
    let wrote = try differences(from: OrderFlow(id: "other", extra: 1))
    #expect(wrote.count == 1 && wrote[0].contains(#""of":6"#) && wrote[0].contains(#""of":7"#))
    let ended = try differences(from: OrderFlow(id: "other", ending: "made"))
    #expect(ended.count == 1 && ended[0].contains("Ada made"))
  }

  @Test func `a variant that cannot be played is told with the line`() throws {
    struct Other: Flow {
      let id: FlowID = "other"
      func run(_ context: FlowContext) async throws -> String {
        try await context.run(TextScreen("cups", "Cups?"))
      }
    }
    let found = try differences(from: Other())
    #expect(found.first?.contains("other cannot be played") == true)
    #expect(found.first?.contains("the flow asks cups") == true)
  }

  @Test func `a variant that does not exist is told`() throws {
    let script = try TemporaryScript("flow order 1\nanswer name \"Ada\"\n")
    let catalog = catalog(OrderFlow(id: "other"))
    let found = issues {
      script.file.expectParity(between: "plain", and: "gone") { _ in catalog }
    }
    #expect(found.map(\.text).contains { $0.contains("order has no variant gone") })
  }
}
