import Flowline
import Money

// The examples of AskingWell and ChildrenAtOnce, and of doc comments about the same, as they are
// printed, with what they need around them.

private enum AskingWellExamples {
  static let texts = TextCatalog(
    Array(#"{"sourceLanguage":"en","version":"1.0","strings":{}}"#.utf8))

  struct Receipt: Encodable, Sendable {
    let isNew: Bool
  }

  struct GoalFlow: Flow {
    let id: FlowID = "goal"

    var steps: ClosedRange<Int>? { 3...6 }

    func run(_ context: FlowContext) async throws -> Receipt {
      let isNew = try await context.run(ConfirmScreen("new", "Is the goal new?"))
      context.expect(isNew ? 4...5 : 2...2)
      return Receipt(isNew: isNew)
    }
  }

  struct Server: Sendable {
    func isFree(_ name: String) async throws -> Bool { !name.isEmpty }
  }

  struct Payment: Codable, Sendable {}

  enum Rates: Codable, Sendable {
    case current(pound: Money)
    case closed
  }

  struct Bank: Sendable {
    func payments(_ progress: (Int, Int) -> Void) async throws -> [Payment] {
      progress(1, 1)
      return []
    }
    func payments(page: Int) async throws -> [Payment] { [] }
    func rates() async throws -> Rates { .closed }
  }

  struct Offline: LocalizableError {
    var text: Text { texts("offline") }
  }

  static func amount(of balance: Int) -> some Screen<Money> {
    AmountScreen("amount", "How much?", in: .gbp)
      .warning("most-of-it") { amount, _ in
        amount.minorUnits > balance * 8 / 10 ? "This is most of your balance. Go on?" : nil
      }
  }

  static func name(at server: Server, _ context: FlowContext) async throws -> String {
    let name = try await context.run(
      TextScreen("name", "User name?"),
      checking: { name in
        try await server.isFree(name) ? nil : Refusal("taken", "Somebody has it. Try another.")
      })
    return name
  }

  static func payments(at bank: Bank, _ context: FlowContext) async throws -> [Payment] {
    let payments = try await context.load("payments", title: "Reading payments") {
      try await bank.payments { page, pages in EffectProgress.report(page, of: pages) }
    }
    return payments
  }

  static func pages(
    at bank: Bank, _ pages: Int, _ context: FlowContext
  ) async throws -> [Payment] {
    let payments = try await context.load("payments", title: "Reading payments") {
      var payments: [Payment] = []
      for page in 1...pages {
        payments += try await bank.payments(page: page)
        EffectProgress.report(page, of: pages)
      }
      return payments
    }
    return payments
  }

  static func rates(at bank: Bank, _ context: FlowContext) async throws {
    switch try await context.load("rates", bank.rates) {
    case .current(let pound): try await context.show("rates") { Row("pound", pound) }
    case .closed: try await context.show("closed")
    }
  }
}

private enum AtOnceExamples {
  struct Account: Sendable {}

  struct Bank: Sendable {
    func rates() async throws -> [Double] { [1.2, 1.3] }
    func arrival() async throws -> Bool { true }
  }

  struct BalanceFlow: Flow {
    let id: FlowID = "balance"
    let account: Account

    init(of account: Account) { self.account = account }

    func run(_ context: FlowContext) async throws -> Int { 0 }
  }

  static func children(
    of bank: Bank, _ context: FlowContext
  ) async throws -> (String, [Double], Bool) {
    let (name, rates) = try await context.all(
      TextScreen("name", "Your name?"),
      Load("rates") { try await bank.rates() })

    let isPaid = try await context.first(
      of: ConfirmScreen("paid", "Have you paid?"), Load("arrival") { try await bank.arrival() })
    return (name, rates, isPaid)
  }

  static func balances(of accounts: [Account], _ context: FlowContext) async throws -> [Int] {
    let balances = try await context.all(accounts.map { BalanceFlow(of: $0) })
    return balances
  }
}
