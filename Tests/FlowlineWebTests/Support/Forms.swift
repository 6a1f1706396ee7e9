import Flowline
import Money

/// A form whose fields appear with what is chosen.
enum Forms {
  static let payee = Form<String>("payee", "Whom do you pay?") { page in
    let name = page.ask(TextScreen("name", "Name", length: 2...80))
    let country = page.ask(
      ChoiceScreen(
        "country", "Country",
        options: [Option("uk", "uk", label: "United Kingdom"), Option("fr", "fr", label: "France")]
      ))
    let iban = country == "fr" ? page.ask(TextScreen("iban", "IBAN", length: 15...34)) : nil
    let isUrgent = page.ask(ConfirmScreen("urgent", "Is it urgent?").optional())
    let limit = page.ask(
      AmountScreen("limit", "Limit of a day", in: .gbp)
        .help("Up to this much is paid without asking.")
        .warning("large") { amount, _ -> Text? in
          amount.minorUnits > 100_000 ? "That is a high limit. Is it right?" : nil
        })
    let pin = page.ask(SecretScreen("pin", "PIN", length: 4...6))
    guard let name, country != nil, limit != nil, isUrgent != nil, pin != nil else { return nil }
    return name + (iban ?? "")
  }

  struct PayeeFlow: Flow {
    let id: FlowID = "open-account"
    var title: Text { "open an account" }

    func run(_ context: FlowContext) async throws -> String {
      let name = try await context.run(payee)
      _ = try await context.run(ReviewScreen("end", "The end"))
      return name
    }
  }

  /// Two questions at once.
  struct TwoFlow: Flow {
    let id: FlowID = "open-account"

    func run(_ context: FlowContext) async throws -> String {
      let (name, _) = try await context.all(
        TextScreen("name", "Your name?"), ConfirmScreen("paid", "Have you paid?"))
      return name
    }
  }

  /// A read or a write that fails.
  struct HeldFlow: Flow {
    let id: FlowID = "open-account"
    let isCommit: Bool

    struct Broken: Error {}

    func run(_ context: FlowContext) async throws -> String {
      guard isCommit else {
        return try await context.load("rates", title: "Exchange rates") { throw Broken() }
      }
      return try await context.commit("transfer", title: "Transfer to Bike", of: "x") {
        (_: String, _: IdempotencyKey) -> String in throw Broken()
      }
    }
  }

  /// A child in a place of its own.
  struct PlaceFlow: Flow {
    let id: FlowID = "open-account"

    struct CardFlow: Flow {
      let id: FlowID = "card"
      var title: Text { "Add a card" }

      func run(_ context: FlowContext) async throws -> String {
        try await context.run(TextScreen("card-name", "What is the card called?", length: 1...20))
      }
    }

    func run(_ context: FlowContext) async throws -> String {
      try await context.run(CardFlow().presented(.modal))
    }
  }
}
