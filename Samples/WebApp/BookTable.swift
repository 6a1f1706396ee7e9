import Flowline

/// Books a table, once a deposit is paid.
struct BookTable: Flow {
  let id: FlowID = "table"
  let title: Text = "Book a table"

  func run(_ context: FlowContext) async throws -> String {
    let guests = try await context.run(NumberScreen("guests", "How many guests?", in: 1...12))
    let name = try await context.run(TextScreen("name", "In whose name?"))
    // A real one commits an order to the payment service here, with `context.sessionID` and the
    // member as its reference, which come back with the report.
    let receipt = try await context.wait(
      "deposit", for: String.self, title: "Waiting for the deposit, in the name of \(name)")
    return "A table for \(guests), in the name of \(name). Receipt \(receipt)."
  }

  func words(for result: String) -> Text? { Text(verbatim: result) }
}
