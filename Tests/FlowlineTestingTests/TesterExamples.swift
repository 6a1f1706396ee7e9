import Flowline
import FlowlineTesting
import FoundationEssentials
import Testing

/// The examples of articles and of doc comments that use the testing kit, as they are printed.
struct TesterExamples {
  private struct Approval: Codable, Sendable {
    let by: String
  }

  private struct PaymentFlow: Flow {
    let id: FlowID = "payment"

    func run(_ context: FlowContext) async throws -> String {
      try await context.wait("cooling-off", until: context.now.addingTimeInterval(86_400))
      return try await context.wait("approval", for: Approval.self).by
    }
  }

  private struct LunchFlow: Flow {
    let id: FlowID = "lunch"

    func run(_ context: FlowContext) async throws -> String {
      try await context.run(FileScreen("receipt")).name
    }
  }

  @Test func `a wait is tested as the article on waiting says`() throws {
    let tester = FlowTester(PaymentFlow())
    tester.expectWaiting(for: "cooling-off", until: "2026-11-21T12:00:00Z")
    tester.advance(to: "2026-11-21T12:00:00Z")
    tester.deliver("approval", Approval(by: "Ann"), key: "mail-4711")
    #expect(try tester.finished() == "Ann")
  }

  @Test func `a file is answered with as the article on questions says`() throws {
    let tester = FlowTester(LunchFlow())
    let bytes = Array("%PDF-1.7\n".utf8)
    tester.answer("receipt", FileContents(bytes, named: "lunch.pdf"))
    #expect(try tester.finished() == "lunch.pdf")
  }

  private struct GreetFlow: Flow {
    let id: FlowID = "greet"

    func run(_ context: FlowContext) async throws -> String {
      "Hello, \(try await context.run(TextScreen("name", "What is your name?")))!"
    }
  }

  private struct ApprovalFlow: Flow {
    let id: FlowID = "approval"

    func run(_ context: FlowContext) async throws -> String {
      try await context.wait("approval", for: Approval.self).by
    }
  }

  private struct GoalFlow: Flow {
    struct NameFlow: Flow {
      let id: FlowID = "new-goal"

      func run(_ context: FlowContext) async throws -> String {
        try await context.run(TextScreen("name", "Name?"))
      }
    }

    let id: FlowID = "goal"

    func run(_ context: FlowContext) async throws -> Bool {
      _ = try await context.choose("account", from: [Option("personal", 1), Option("joint", 2)])
      _ = try await context.run(NameFlow())
      return try await context.run(ConfirmScreen("confirm", "Create it?"))
    }
  }

  private struct HoldingFlow: Flow {
    let id: FlowID = "holding"
    let resource: LeakProbe.Token

    func run(_ context: FlowContext) async throws -> Bool {
      try await context.run(ConfirmScreen("sure", "Sure?"))
    }
  }

  @Test func `a flow is walked as the tester says`() throws {
    let tester = FlowTester(GreetFlow())
    tester.expect("name", refuses: "", with: .empty)
    tester.answer("name", "Ada")
    #expect(try tester.finished() == "Hello, Ada!")
  }

  @Test func `an event is delivered as the tester says`() throws {
    let tester = FlowTester(ApprovalFlow())
    tester.expectWaiting(for: "approval")
    tester.deliver("approval", Approval(by: "Ann"), key: "mail-4711")
    #expect(try tester.finished() == "Ann")
  }

  @Test func `a step is jumped to as the tester says`() throws {
    let tester = FlowTester(GoalFlow())
    tester.jump(to: "confirm", answering: ["account": "personal", "new-goal/name": "Bike"])
    tester.answer("confirm", "yes")
    #expect(try tester.finished())
  }

  @Test func `a leak is looked for as the probe says`() {
    let probe = LeakProbe()
    let tester = FlowTester(HoldingFlow(resource: probe.makeToken()))
    tester.cancel()
    probe.expectGone()
  }
}

/// The example of effects that are really asynchronous.
struct EffectWaitingExamples {
  private struct Order: Encodable, Sendable {
    let price: String
  }

  private struct TestShop: Sendable {
    static func served() throws -> TestShop { TestShop() }

    func price() async -> String { await Task.detached { "£4.20" }.value }
  }

  private struct OrderFlow: Flow {
    let id: FlowID = "order"
    let shop: TestShop

    func run(_ context: FlowContext) async throws -> Order {
      _ = try await context.run(TextScreen("name", "Name?"))
      return Order(price: try await context.load("price") { [shop] in await shop.price() })
    }
  }

  @Test(.waitsForEffects)
  func `the price is that of the shop`() throws {
    let tester = FlowTester(OrderFlow(shop: try TestShop.served()))
    tester.answer("name", "Ada")
    #expect(try tester.finished().price == "£4.20")
  }
}
