import Flowline
import FlowlineTesting
import FoundationEssentials
import Synchronization
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

  @Test func `an approval says who approves`() throws {
    let tester = FlowTester(ApprovalFlow())
    tester.expectWaiting(for: "approval")
    tester.expectDelivery(of: "approval", 7, refusedWith: .unreadableEvent)
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

/// The examples of loads that fail and commits that are held.
struct HoldingExamples {
  /// Fails as often as it is told to.
  private final class FailingShop: Sendable {
    private struct Unanswered: Error {}

    private let state: Mutex<(prices: Int, orders: Int, keys: [IdempotencyKey])>

    init(prices: Int = 0, orders: Int = 0) { state = Mutex((prices, orders, [])) }

    /// The keys of all orders that came, those that failed included.
    var keys: [IdempotencyKey] { state.withLock { $0.keys } }

    func price(of item: String) throws -> Int {
      try state.withLock { state in
        guard state.prices == 0 else {
          state.prices -= 1
          throw Unanswered()
        }
        return 420
      }
    }

    func order(_ item: String, _ key: IdempotencyKey) throws -> String {
      try state.withLock { state in
        state.keys.append(key)
        guard state.orders == 0 else {
          state.orders -= 1
          throw Unanswered()
        }
        return item
      }
    }
  }

  private struct PurchaseFlow: Flow {
    let id: FlowID = "purchase"
    let shop: FailingShop

    func run(_ context: FlowContext) async throws -> String {
      let item = try await context.run(TextScreen("item", "What?"))
      _ = try await context.load("price") { [shop] in try shop.price(of: item) }
      guard try await context.run(ConfirmScreen("sure", "Buy it?")) else { throw FlowCancelled() }
      return try await context.commit("order", of: item) { [shop] item, key in
        try shop.order(item, key)
      }
    }
  }

  @Test func `a price that could not be read is read again`() throws {
    let tester = FlowTester(PurchaseFlow(shop: FailingShop(prices: 1)))
    tester.answer("item", "tea")
    tester.expectHeld(by: "price")
    tester.resolve(.again)
    tester.expect("sure")
  }

  @Test func `an order without an answer is sent again with the same key`() throws {
    let shop = FailingShop(orders: 1)
    let tester = FlowTester(PurchaseFlow(shop: shop))
    tester.jump(to: "sure", answering: ["item": "tea"])
    tester.answer("sure", "yes")
    #expect(tester.expectHeld(by: "order")?.mayHaveBeenDone == true)
    tester.expectBack(refusedWith: .committing)
    tester.resolve(.again)
    #expect(try tester.finished() == "tea")
    #expect(shop.keys.count == 2 && Set(shop.keys).count == 1)
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
