import Flowline
import FlowlineProgram

struct BookTable: Flow {
  let id: FlowID = "table"

  func run(_ context: FlowContext) async throws -> String {
    let guests = try await context.run(NumberScreen("guests", "How many guests?", in: 1...12))
    let name = try await context.run(TextScreen("name", "In whose name?"))
    return "A table for \(guests), in the name of \(name)."
  }
}

var catalog = FlowCatalog()
catalog.add(BookTable(), summary: "Book a table.")
FlowProgram("book", catalog).main()
