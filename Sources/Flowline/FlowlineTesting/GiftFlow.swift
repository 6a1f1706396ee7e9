import Flowline
import Money

/// What the standard walks walk: sends somebody tea.
///
/// It reads, asks a choice and a number, shows a page, runs a child with a form that one comes back from,
/// and writes what a person has confirmed.
struct GiftFlow: Flow {
  let id: FlowID = "gift"
  let title: Text = "Send tea"

  /// What is written, and the result.
  struct Gift: Codable, Sendable {
    let tea: String
    let bags: Int
    let card: Card?
  }

  /// Who gets it, and what it may cost.
  struct Card: Codable, Sendable {
    let name: String
    let budget: Money
  }

  func run(_ context: FlowContext) async throws -> Gift {
    let stock = try await context.load("stock") { 12 }
    let tea = try await context.choose(
      "tea", "Which tea?",
      from: [
        Option("green", "green", label: "Green"), Option("rooibos", "rooibos", label: "Rooibos"),
      ])
    let bags = try await context.run(NumberScreen("bags", "How many bags?", in: 1...stock))
    try await context.show("price", "What it costs") { Row("Bags", bags) }
    let gift = Gift(tea: tea, bags: bags, card: try await card(context))
    try await context.confirm("confirm", "Send it?") {
      Row("Tea", gift.tea)
      Row("Bags", gift.bags)
    }
    let sent = try await context.commit("order", of: gift) { gift, _ in gift }
    try await context.show("receipt", "Sent") { Row("Bags", sent.bags) }
    return sent
  }

  /// Asks for a card until there is one or none is wanted.
  private func card(_ context: FlowContext) async throws -> Card? {
    while true {
      let choice = try await context.choose(
        "card", "With a card?",
        from: [
          Option("plain", "plain", label: "Without one"), Option("new", "new", label: "Write one"),
        ])
      guard choice == "new" else { return nil }
      if let card = try await context.visit(WriteCard()) { return card }
    }
  }

  private struct WriteCard: Flow {
    let id: FlowID = "write-card"
    let title: Text = "Card"

    func run(_ context: FlowContext) async throws -> Card {
      let card = try await context.run(
        Form("details", "The card") { page -> Card? in
          let name = page.ask(TextScreen("name", "For whom?", length: 1...30))
          let budget = page.ask(AmountScreen("budget", "What may it cost?", in: .gbp))
          guard let name, let budget else { return nil }
          return Card(name: name, budget: budget)
        })
      try await context.confirm("sign", "Sign it?") {
        Row("Name", card.name)
        Row("Budget", card.budget)
      }
      return card
    }
  }

  /// The flows of the walks: a program leaves the question before the write to a person.
  static let catalog: FlowCatalog = {
    var catalog = FlowCatalog()
    catalog.add(GiftFlow(), summary: "Sends somebody tea.")
    catalog.confirmInPerson("order", at: "gift/confirm")
    return catalog
  }()
}
