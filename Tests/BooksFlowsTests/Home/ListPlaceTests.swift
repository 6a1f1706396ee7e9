import FlowTestSupport
import Flowline
import FreeAgentAPI
import Testing

@testable import BooksFlows

/// Lists with several pages keep their place, and say how much of them is shown.
struct ListPlaceTests {
  /// The row that says which page is shown.
  private func count(in world: BooksWorld) -> String? {
    world.page.first { $0.hasPrefix("Page ") }
  }

  @Test func `the transactions are at the same page after a look at one`() throws {
    let world = try BooksWorld()
    try world.walk("books", "banking", "current-account", "transactions")
    #expect(count(in: world) == "Page 1: 25 of 33")
    world.answer("older", "transaction-8")
    #expect(world.step.hasSuffix("transaction/about"))
    world.answer("done")
    #expect(count(in: world) == "Page 2: 8 of 33")
    #expect(world.options.first == "transaction-8")
    world.answer("newer")
    #expect(count(in: world) == "Page 1: 25 of 33")
    try world.expectOrder()
  }

  @Test func `the contacts are at the same page after a look at one`() async throws {
    let world = try BooksWorld()
    for number in 10..<35 {
      _ = try await world.ask(
        FreeAgent.Create(FreeAgent.Contact { $0.organisationName = "Zenith \(number)" }))
    }
    try world.walk("books", "contacts")
    let total = try #require(count(in: world)?.split(separator: " ").last)
    #expect(count(in: world) == "Page 1: 25 of \(total)")
    world.answer("older", "1")
    #expect(world.step.hasSuffix("about-contact/contact-details"))
    world.answer("")
    #expect(count(in: world)?.hasPrefix("Page 2: ") == true)
    try world.expectOrder()
  }

  @Test func `each kind of document has a place of its own`() async throws {
    let world = try BooksWorld()
    for _ in 0..<20 {
      _ = try await world.ask(FreeAgent.Duplicate<FreeAgent.Invoice>(FreeAgent.Identifier(1)))
    }
    try world.walk("books", "documents", "invoice", "older", "1")
    #expect(world.step.hasSuffix("about-document/action"))
    world.answer("done")
    #expect(count(in: world)?.hasPrefix("Page 2: ") == true)
    world.answer("done", "estimate")
    #expect(count(in: world) == nil, "one page shows them all")
    world.answer("done", "invoice")
    #expect(count(in: world)?.hasPrefix("Page 2: ") == true)
    try world.expectOrder()
  }

  @Test func `a list of one page says no number`() throws {
    let world = try BooksWorld()
    try world.walk("email-document", "invoice")
    #expect(count(in: world) == nil)
    try world.expectOrder()
  }
}
