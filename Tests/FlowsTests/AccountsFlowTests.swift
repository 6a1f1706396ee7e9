import Bank
import BankServices
import EmbeddedBank
import FlowTestSupport
import Flowline
import FoundationEssentials
import Money
import Testing

@testable import BankFlows

struct AccountsFlowTests {
  @Test func `offers the accounts with what is available in them`() throws {
    try inWorld { world in
      try world.walk("accounts")
      #expect(world.step == "accounts/account")
      #expect(
        world.choices == [
          "personal | Personal | £3,429.62 available", "business | Business | £2.10 available",
          "euro | Euro | €743.00 available", "refresh | Refresh", "done | Done",
        ])
      world.answer("done")
      guard case .array(let accounts)? = world.output else {
        Issue.record("no accounts: \(String(describing: world.outcome))")
        return
      }
      #expect(accounts.map { $0["account"]?["handle"] } == ["personal", "business", "euro"])
      #expect(accounts[1]["balance"]?["effective"]?["minorUnits"] == 210)
    }
  }

  @Test func `its result says what is available in each account`() throws {
    let world = try World()
    try world.walk("accounts", "done")
    let accounts = try #require(try world.output?.decode(as: [AccountOverview].self))
    let words = AccountsFlow(access: world.access).words(for: accounts)
    #expect(
      words?.resolved(in: world.environment).text
        == "Available: Personal £3,429.62, Business £2.10, Euro €743.00.")
    try world.expectOrder()
  }

  @Test func `goes back to the list, where Enter is enough to leave`() throws {
    try inWorld { world in
      try world.walk("accounts", "euro", "")
      #expect(world.step == "accounts/account")
      #expect(world.controller.prompt?.defaultText == "Done")
      world.answer("business", "", "")
      #expect(world.output != nil)
    }
  }

  @Test func `an account that was left shows the list anew`() async throws {
    let world = try World()
    try world.walk("accounts", "business")
    try await world.spend(1_00, from: "personal")
    #expect(world.controller.cancel() == .accepted)
    #expect(world.step == "accounts/account")
    #expect(world.question == "Which account would you like to see next?")
    #expect(world.choices.first == "personal | Personal | £3,428.62 available")
    try world.expectOrder()
  }

  @Test func `reads the accounts again`() async throws {
    let world = try World()
    try world.walk("accounts")
    try await world.spend(1_00, from: "personal")
    world.answer("refresh")
    #expect(world.question == "Which account would you like to see?")
    #expect(world.choices.first == "personal | Personal | £3,428.62 available")
    try world.expectOrder()
  }

  @Test func `goes back through an account to the list`() throws {
    try inWorld { world in
      try world.walk("accounts", "personal")
      #expect(world.step == "accounts/account/overview")
      #expect(world.controller.back() == .accepted)
      #expect(world.step == "accounts/account")
      #expect(world.controller.prompt?.draft == "Personal")
    }
  }

  @Test func `an account that is called like a command has another key`() throws {
    let bank = try EmbeddedBank.inMemory()
    try bank.open(NewAccount(handle: "refresh", name: "Refresh", currency: .gbp))
    try bank.open(NewAccount(handle: "done", name: "Done", currency: .gbp))
    let controller = FlowController()
    try #require(BankFlows.catalog(bank: bank)["accounts"]).start(
      in: controller, SessionOptions(environment: World.environment("en_GB")))
    #expect(
      controller.prompt?.kind.choices.map(\.key) == ["refresh-2", "done-2", "refresh", "done"])
    controller.answer("done")
    #expect(controller.prompt == nil)
  }

  @Test func `no accounts are a page of their own, which can be read again`() throws {
    let bank = try EmbeddedBank.inMemory()
    let controller = FlowController()
    try #require(BankFlows.catalog(bank: bank)["accounts"]).start(
      in: controller, SessionOptions(environment: World.environment("en_GB")))
    #expect(controller.prompt?.path.description == "accounts/no-accounts")
    #expect(controller.prompt?.kind.choices.map(\.key) == ["refresh", "done"])
    try bank.open(NewAccount(handle: "first", name: "First", currency: .gbp))
    controller.answer("refresh")
    #expect(controller.prompt?.kind.choices.map(\.key) == ["first", "refresh", "done"])
    controller.answer("done")
    #expect(controller.leaks.isEmpty && controller.diagnostics.isEmpty)
  }

  @Test func `says so where there are no accounts`() throws {
    let bank = try EmbeddedBank.inMemory()
    let flows: [FlowID] = ["account", "goal", "create-goal", "round-up"]
    for flow in flows {
      let controller = FlowController()
      let entry = try #require(BankFlows.catalog(bank: bank)[flow])
      try entry.start(
        in: controller, SessionOptions(environment: World.environment("en_GB")))
      #expect(controller.prompt?.id == "no-accounts")
      controller.answer("")
      #expect(controller.journal.text.hasSuffix("cancelled \"declined\"\n"))
      #expect(controller.leaks.isEmpty)
    }
  }
}
