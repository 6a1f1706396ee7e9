import Flowline
import Money

// The examples of ComposingFlows and of doc comments about forms and destinations, as they are
// printed, with what they need around them.

private enum ComposingExamples {
  struct NewGoal: Encodable, Sendable {
    let name: String
    let target: Money
  }

  struct Payee: Encodable, Sendable {
    let name: String
    let iban: String
  }

  struct Bank: Sendable {
    func knows(_ iban: String) async throws -> Bool { !iban.isEmpty }
    func isName(_ name: String, of iban: String) async throws -> Bool { name != iban }
    func balance() async throws -> Money { Money(minorUnits: 0, currency: .gbp) }
  }

  struct AddCardFlow: Flow {
    let id: FlowID = "add-card"

    func run(_ context: FlowContext) async throws -> String? { nil }
  }

  struct PayFlow: Flow {
    let id: FlowID = "pay"

    func run(_ context: FlowContext) async throws -> Bool { true }
  }

  struct CloseFlow: Flow {
    struct Closed: Encodable, Sendable {
      let balance: Money
    }

    let id: FlowID = "close"

    func run(_ context: FlowContext) async throws -> Closed {
      Closed(balance: Money(minorUnits: 0, currency: .gbp))
    }
  }

  static func goal(_ context: FlowContext) async throws -> NewGoal {
    let goal = try await context.run(
      Form("goal-details", "A new goal") { page -> NewGoal? in
        let name = page.ask(TextScreen("name", "Name?"))
        let target = page.ask(AmountScreen("target", "How much?", in: .gbp))
        guard let name, let target else { return nil }
        return NewGoal(name: name, target: target)
      })
    return goal
  }

  static func payee(at bank: Bank) -> Form<Payee> {
    let payee = Form("payee") { page -> Payee? in
      let name = page.ask(TextScreen("name"))
      let iban = page.ask(TextScreen("iban")) { iban in
        try await bank.knows(iban) ? nil : Refusal("unknown")
      }
      guard let name, let iban else { return nil }
      return Payee(name: name, iban: iban)
    }
    .checking { payee in
      try await bank.isName(payee.name, of: payee.iban) ? nil : Refusal("mismatch").at("name")
    }
    return payee
  }

  static func card(_ context: FlowContext) async throws -> String? {
    guard try await context.run(ConfirmScreen("has-card")) else { return nil }
    return try await context.run(AddCardFlow().cancelGoesBack())
  }

  static func menu(of bank: Bank, _ context: FlowContext) async throws -> Money {
    return try await context.menu {
      let balance = try await context.load("balance", bank.balance)
      return ChoiceScreen(
        "next",
        options: [
          Option("pay", Destination<Money>.visit(PayFlow())),
          Option("close", .visit(CloseFlow()) { closed in closed.balance }),
          Option("refresh", .again),
          Option("done", .result(balance)),
        ]
      ).page { Row("balance", balance) }
    }
  }
}

private enum FormExample {
  struct Country: Encodable, Sendable {
    let usesIBAN: Bool
  }

  struct Payee: Encodable, Sendable {
    let name: String
    let country: Country
    let iban: String?
  }

  static func form(_ countries: [Option<Country>]) -> Form<Payee> {
    let form = Form("payee", "Whom do you pay?") { page -> Payee? in
      let name = page.ask(TextScreen("name", "Name"))
      let country = page.ask(ChoiceScreen("country", "Country", options: countries))
      let iban = country?.usesIBAN == true ? page.ask(TextScreen("iban", "IBAN")) : nil
      guard let name, let country else { return nil }
      return Payee(name: name, country: country, iban: iban)
    }
    return form
  }
}

private enum DependentFieldExample {
  enum Licence: String, Encodable, Sendable, CaseIterable {
    case here
    case abroad
  }

  struct Driver: Encodable, Sendable {
    let name: String
    let licence: Licence
    let permit: String?
    let email: String
  }

  static func form() -> Form<Driver> {
    let driver = Form("driver", "Who drives?") { page -> Driver? in
      let name = page.ask(TextScreen("name", "Name?"))
      let licence = page.ask(
        ChoiceScreen("licence", "Issued where?", options: Licence.allCases.map { Option($0) }))
      let permit =
        licence == .abroad ? page.ask(TextScreen("permit", "Number of the permit?")) : nil
      let email = page.ask(TextScreen("email", "E-mail address?"))
      guard let name, let licence, let email else { return nil }
      return Driver(name: name, licence: licence, permit: permit, email: email)
    }
    return driver
  }
}

private enum DestinationExample {
  struct Account: Encodable, Sendable {}

  struct GoalsFlow: Flow {
    let id: FlowID = "goals"
    let account: Account

    init(of account: Account) { self.account = account }

    func run(_ context: FlowContext) async throws -> Bool { true }
  }

  struct CloseFlow: Flow {
    struct Closed: Encodable, Sendable {
      let account: Account
    }

    let id: FlowID = "close"
    let account: Account

    init(_ account: Account) { self.account = account }

    func run(_ context: FlowContext) async throws -> Closed { Closed(account: account) }
  }

  static func menu(of account: Account, _ context: FlowContext) async throws -> Account {
    let chosen = try await context.menu {
      ChoiceScreen(
        "account",
        options: [
          Option("goals", Destination<Account>.visit(GoalsFlow(of: account))),
          Option("close", .visit(CloseFlow(account)) { closed in closed.account }),
          Option("done", .result(account)),
        ])
    }
    return chosen
  }
}

private enum FormCheckExamples {
  struct Payee: Encodable, Sendable {
    let iban: String
  }

  struct Bank: Sendable {
    func knows(_ payee: Payee) async throws -> Bool { !payee.iban.isEmpty }
    func knows(_ iban: String) async throws -> Bool { !iban.isEmpty }
  }

  static func checked(_ payee: Form<Payee>, by bank: Bank) -> Form<Payee> {
    let checked = payee.checking { payee in
      try await bank.knows(payee)
        ? nil : Refusal("unknown", "The bank knows no such payee.").at("iban")
    }
    return checked
  }

  static func field(of bank: Bank) -> Form<Payee> {
    Form("payee") { page -> Payee? in
      let iban = page.ask(TextScreen("iban", "IBAN?")) { iban in
        try await bank.knows(iban) ? nil : Refusal("unknown", "The bank knows no such account.")
      }
      return iban.map { Payee(iban: $0) }
    }
  }
}

private enum FormPartExample {
  struct Project: Encodable, Sendable {
    let name: String
  }

  struct Claim: Encodable, Sendable {
    var project: Project?
  }

  static func form(_ projects: [Option<Project>]) -> Form<Claim> {
    let project = FormPart<Claim>(\.project, ChoiceScreen("project", options: projects)) {
      Row("project", $0.name)
    }
    let form = Form("claim") { page -> Claim? in
      var claim = Claim()
      return page.take(project, of: &claim) ? claim : nil
    }
    return form
  }
}
