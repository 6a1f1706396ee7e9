import FlowTestSupport
import Flowline
import FreeAgentAPI
import ServiceBasics
import Testing

@testable import BooksFlows

/// Orders that no book of orders knows of: what may have been done is not said to be undone, whatever keeps
/// a later attempt from being sent.
struct RepeatedOrderTests {
  /// An order, and the answers that lead to it.
  struct Order: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let flow: FlowID
    let walk: [Answer]
    /// What is filled in before the last answer.
    var form: [String: Answer] = [:]
    /// With what it is sent.
    let last: Answer
  }

  static let orders = [
    Order(
      testDescription: "a claim is taken away", flow: "books",
      walk: ["expenses", "claim-3", "remove"], last: "yes"),
    Order(
      testDescription: "a claim is changed", flow: "books",
      walk: ["expenses", "claim-3", "change"], form: ["amount": "60"], last: "save"),
    Order(
      testDescription: "a draft was sent", flow: "books",
      walk: ["documents", "invoice", "invoice-6"], last: "sent"),
    Order(
      testDescription: "a guess is approved", flow: "approve", walk: ["current-account", "1"],
      last: "approve"),
    Order(
      testDescription: "an explanation is replaced", flow: "approve",
      walk: ["current-account", "1", "change", "payment", "335", "outside"],
      last: "explain"),
  ]

  /// A session just before the order is sent.
  private func atLast(of order: Order) throws -> (BooksWorld, ServiceBetween) {
    let (world, service) = try BooksWorld.withService()
    try world.start(order.flow)
    for answer in order.walk { world.answer(answer) }
    if !order.form.isEmpty { try world.fill(order.form) }
    return (world, service)
  }

  /// A session that is held by the order, which was not answered.
  private func atHold(_ order: Order) throws -> (BooksWorld, ServiceBetween) {
    let (world, service) = try atLast(of: order)
    service.failWrite(.noAnswer("the connection was cut"))
    world.answer(order.last)
    #expect(world.controller.prompt?.hold?.mayHaveBeenDone == true, "\(world.step)")
    return (world, service)
  }

  @Test(arguments: orders) func `rule 14: without a connection an open outcome stays open`(
    order: Order
  ) throws {
    let (world, service) = try atHold(order)
    service.beOffline(true)
    for _ in 0..<2 {
      world.answer("again")
      #expect(world.controller.prompt?.hold?.mayHaveBeenDone == true, "\(world.step)")
    }
    service.beOffline(false)
    world.answer("again")
    #expect(world.controller.prompt?.hold == nil)
    #expect(!world.step.hasSuffix("not-done"))
    try world.expectOrder()
  }

  @Test(arguments: orders) func `rule 14: what was never sent is said not to be done`(
    order: Order
  ) throws {
    let (world, service) = try atLast(of: order)
    service.beOffline(true)
    world.answer(order.last)
    #expect(world.step.hasSuffix("not-done"), "\(world.step)")
    service.beOffline(false)
    world.answer("again")
    #expect(!world.step.hasSuffix("not-done"), "\(world.step)")
    try world.expectOrder()
  }

  @Test func `what the service refuses of a repeated order is told`() throws {
    let (world, service) = try atHold(Self.orders[0])
    service.failWrite(
      .refused(FreeAgent.Failure(status: 422, snippet: "The VAT period is locked")))
    world.answer("again")
    #expect(world.step.hasSuffix("not-done"), "\(world.step)")
    #expect(world.page.contains { $0.contains("The VAT period is locked") }, "\(world.page)")
    try world.expectOrder()
  }
}
