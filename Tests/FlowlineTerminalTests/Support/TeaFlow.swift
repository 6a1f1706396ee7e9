import Flowline
import Money

/// A flow with one of everything a walk meets.
struct TeaFlow: Flow {
  let id: FlowID = "tea"
  var title: Text { "Tea" }

  func run(_ context: FlowContext) async throws -> Tea {
    let kind = try await context.run(
      ChoiceScreen(
        "kind", "Which tea?",
        options: [
          Option("green", "green", label: "Green", detail: "£3.20 a box"),
          Option("black", "black", label: "Black", detail: "£2.80 a box"),
        ], default: "green"
      ).label("Kind").help("Both are from Yunnan.").reason("The shop has two."))
    let milk = try await context.run(MilkFlow())
    guard try await context.run(ConfirmScreen("order", "Order it?").label("Order")) else {
      throw FlowCancelled()
    }
    return Tea(kind: kind, milk: milk)
  }
}

struct Tea: Codable {
  let kind: String
  let milk: Int
}

/// A flow inside of another.
struct MilkFlow: Flow {
  let id: FlowID = "milk"
  var title: Text { "Milk" }

  func run(_ context: FlowContext) async throws -> Int {
    try await context.run(NumberScreen("drops", "How many drops?", in: 0...10).label("Drops"))
  }
}

/// Pays with a code that nobody may see.
struct PayFlow: Flow {
  let id: FlowID = "pay"

  func run(_ context: FlowContext) async throws -> Int {
    let amount = try await context.run(
      AmountScreen("amount", "How much?", in: .gbp))
    let code = try await context.run(
      TextScreen("code", "Code?", length: 4...8).sensitive())
    _ = try await context.commit("pay") { _ in true }
    _ = try await context.run(
      ReviewScreen("receipt", "Paid", page: [Section(rows: [Row("Amount", "£1")])]))
    return code.reveal().count + Int(amount.minorUnits)
  }
}
