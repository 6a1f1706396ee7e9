import Flowline
import Money

// The examples of doc comments, as they are printed, with what they need around them.

private enum DocumentedExamples {
  struct Bank: Sendable {
    func rates() async throws -> [Int] { [1] }
    func fees() async throws -> Int { 0 }
  }

  struct Server: Sendable {
    func isFree(_ name: String) async throws -> Bool { !name.isEmpty }
  }

  struct Goal: Sendable {
    let name: String
  }

  struct Receipt: Sendable {
    let amount: Money
    let goal: String
    let totalSaved: Money
  }

  struct GreetFlow: Flow {
    let id: FlowID = "greet"

    func run(_ context: FlowContext) async throws -> String {
      let name = try await context.run(TextScreen("name", "What is your name?"))
      return "Hello, \(name)!"
    }
  }

  struct ChangedFlow: Flow {
    let id: FlowID = "changed"

    var version: Int { 3 }
    var migrations: [Migration] {
      [
        Migration(from: 1, .rename("sum", to: "amount")),
        Migration(from: 2, .insert("currency", answer: "GBP")),
      ]
    }

    func run(_ context: FlowContext) async throws -> Bool { true }
  }

  static func amount(of balance: Money) -> some Screen<Money> {
    AmountScreen("amount", "How much?", in: .gbp)
      .warning("most-of-it") { amount, _ in
        amount.minorUnits > balance.minorUnits * 8 / 10
          ? "This is most of your balance. Go on?" : nil
      }
  }

  static func amount(of balance: Money, unless before: Money?) -> some Screen<Money> {
    AmountScreen("amount", "How much?", in: .gbp, default: before)
      .warning("most-of-it", unless: before) {
        $0.minorUnits > balance.minorUnits * 8 / 10 ? "This is most of your balance. Go on?" : nil
      }
  }

  static func show(_ receipt: Receipt, _ context: FlowContext) async throws {
    try await context.show("receipt", with: ["amount": receipt.amount]) {
      Row("goal", receipt.goal)
      Row("saved", receipt.totalSaved)
    }
  }

  static func account(_ account: String?, _ context: FlowContext) async throws -> String {
    guard let account else { try await context.leave(after: "no-accounts") }
    return account
  }

  static func confirm(_ amount: Money, for goal: Goal, _ context: FlowContext) async throws {
    try await context.confirm("confirm", with: ["goal": goal.name]) {
      Row("amount", amount)
    }
  }

  static func week(_ now: Int, _ past: Int, _ context: FlowContext) async throws -> Int {
    let week = try await context.choose("week", from: [Option("this", now), Option("last", past)])
    return week
  }

  static func name(at server: Server, _ context: FlowContext) async throws -> String {
    let name = try await context.run(TextScreen("name", "User name?")) { name in
      try await server.isFree(name) ? nil : Refusal("taken", "Somebody has it. Try another.")
    }
    return name
  }

  static func expect(_ isNew: Bool, _ context: FlowContext) {
    context.expect(isNew ? 3...3 : 1...1)
  }

  static func prices(at bank: Bank, _ context: FlowContext) async throws -> Int {
    let (rates, fees) = try await context.all(
      Load("rates") { try await bank.rates() }, Load("fees") { try await bank.fees() })
    return rates.count + fees
  }
}
