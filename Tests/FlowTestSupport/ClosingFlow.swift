package import Flowline

/// Asks for a name, and fails in words for people.
package struct ClosingFlow: Flow {
  private struct Closed: LocalizableError {
    var text: Text { Text(verbatim: "The account was closed.") }
  }

  package let id: FlowID = "close"

  package init() {}

  package func run(_ context: FlowContext) async throws -> Int {
    _ = try await context.run(TextScreen("name", "Name?"))
    throw Closed()
  }
}
