import Flowline
import Testing

@testable import FlowlineTerminal

/// Links at the prompt, typed or pasted.
struct ReplLinkTests {
  /// Reads the address of something.
  private struct ReadFlow: Flow {
    let id: FlowID = "read"
    var title: Text { "Read" }

    func run(_ context: FlowContext) async throws -> String {
      try await context.run(
        TextScreen("address", "Which address?", length: 1...200)
          .refusing("elsewhere", "That is elsewhere.") { !$0.contains("shop.example") })
    }
  }

  private static func catalog(opensAddresses: Bool = true) -> FlowCatalog {
    var catalog = FlowCatalog()
    catalog.add(TeaFlow(), summary: "Order tea.")
    catalog.add(ReadFlow(), summary: "Read something.")
    if opensAddresses { catalog.openAddresses(with: "read", at: "address") }
    return catalog
  }

  /// A prompt at which lines were typed, and then `quit`.
  private func typed(_ lines: LineEvent..., opensAddresses: Bool = true) throws -> Stage {
    let stage = try Stage()
    let repl = Repl(
      "shop", Self.catalog(opensAddresses: opensAddresses), on: stage.surface,
      from: ScriptedSource(lines + [.line("quit")]), histories: stage.histories, wake: {}
    ) { stage.environment }
    guard case .left = repl.run() else { throw FlowCancelled() }
    return stage
  }

  @Test func `a link begins its flow with its answers`() throws {
    let stage = try typed(.line("flow:tea?kind=black&milk/drops=3"), .line("y"))
    #expect(stage.results == ["kind black, milk 3"])
    #expect(!stage.messages.contains { $0.hasPrefix("Error") })
  }

  @Test func `an answer of a link that nobody asked for is told`() throws {
    let stage = try typed(
      .line("flow:tea?kind=black&cup=2"), .line("3"), .line("y"))
    #expect(stage.results == ["kind black, milk 3"])
    #expect(
      stage.messages.contains { $0.hasPrefix("Error: The link has an answer for “cup”, which") })
  }

  @Test(arguments: ["https://shop.example/tea/8", "  HTTP://shop.example/tea/8 "])
  func `an address begins the flow that takes it`(line: String) throws {
    let stage = try typed(.line(line))
    #expect(stage.results == [line.trimmingSpaces])
  }

  @Test func `an address that its flow refuses is asked for`() throws {
    let stage = try typed(.line("https://else.example/"), .line("https://shop.example/tea/8"))
    #expect(stage.messages.contains { $0.contains("That is elsewhere.") })
    #expect(stage.results == ["https://shop.example/tea/8"])
  }

  @Test func `without a flow for them an address is no line`() throws {
    let stage = try typed(.line("https://shop.example/"), opensAddresses: false)
    #expect(stage.messages.contains { $0.contains("There is no flow “https://shop.example/”.") })
    #expect(stage.results.isEmpty)
  }

  @Test(arguments: [
    ("flow:tea?kind", "Error: The link cannot be read: character 14 should be"),
    ("FLOW:", "Error: The link cannot be read: character 6 should be"),
    ("flow:taa?kind=black", "Error: There is no flow “taa”. Did you mean “tea”?"),
  ])
  func `a link that leads nowhere is explained`(line: String, message: String) throws {
    let stage = try typed(.line(line))
    #expect(stage.messages.contains { $0.hasPrefix(message) }, "\(stage.messages)")
    #expect(stage.results.isEmpty)
  }
}
