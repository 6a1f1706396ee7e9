import Flowline
import Money

/// A form whose fields appear with what is chosen.
enum Forms {
  static func payee(_ id: FlowID = "payee") -> Form<String> {
    Form<String>(id, "Whom do you pay?") { page in
      let name = page.ask(TextScreen("name", "Name", length: 2...80))
      let country = page.ask(
        ChoiceScreen(
          "country", "Country",
          options: [
            Option("uk", "uk", label: "United Kingdom"), Option("fr", "fr", label: "France"),
          ]
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
  }

  struct PayeeFlow: Flow {
    let id: FlowID = "open-account"
    var title: Text { "open an account" }

    func run(_ context: FlowContext) async throws -> String {
      let name = try await context.run(payee())
      _ = try await context.run(ReviewScreen("end", "The end"))
      return name
    }
  }

  /// Checks outside that ask back.
  struct CheckedFlow: Flow {
    let id: FlowID = "open-account"

    func run(_ context: FlowContext) async throws -> Int {
      let number = NumberScreen("number", "How many?", in: 1...10_000)
      let count = try await context.run(number) { number in
        number > 1_000 ? Refusal("many", "So many?", isWarning: true) : nil
      }
      let trip = Form<Int>("trip", "Your trip") { page in
        let day = page.ask(DateScreen("day", "When?"))
        let way = page.ask(
          ChoiceScreen("way", "How?", options: [Option("sea", 1), Option("air", 2)]))
        guard day != nil, let way else { return nil }
        return way
      }
      let way = try await context.run(
        trip.checking { _ in Refusal("far", "So far?", isWarning: true) })
      return count + way
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

  /// Two forms at once, whose fields have the same names.
  struct TwoFormsFlow: Flow {
    let id: FlowID = "open-account"

    func run(_ context: FlowContext) async throws -> String {
      let (first, second) = try await context.all(payee("first"), payee("second"))
      return first + second
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
