import EmbeddedBooks
import FlowTestSupport
import Flowline
import FreeAgentAPI
import Money
import Testing

@testable import BooksFlows

/// Journeys of a company that began on the flat-rate scheme of VAT: whether it still is, only people know.
struct FlatRateTests {
  @Test func `a company that began on the flat-rate scheme is asked whether it is on it`()
    async throws
  {
    let world = try CompanyService(.flatRate).world()
    try world.walk("mileage", "", "", "10", "Trip", "car", "")
    #expect(world.step.hasSuffix("flat-rate"))
    world.answer("")
    #expect(world.step.hasSuffix("project"), "on the scheme no receipt is asked for")
    try world.fill([:])
    #expect(world.page.contains("On the flat-rate scheme no VAT on the fuel is reclaimed"))
    #expect(!world.page.contains { $0.hasPrefix("VAT on the fuel |") })
    world.answer("save")
    #expect(world.output != nil, "no figure differs: \(world.page)")
    let made = try #require(try await world.expenses(on: "2026-11-20").first)
    #expect(made.haveVATReceipt == false && made.salesTaxValue?.isZero != false)
    try world.expectOrder()
  }

  /// The books know only how the company began, so that they reclaim nothing.
  @Test func `who says that the company left the scheme reclaims, and is told if the books do not`()
    throws
  {
    let world = try CompanyService(.flatRate).world()
    try world.start("mileage")
    try world.fill([
      "distance": "120", "description": "Trip", "flat-rate": "n", "fuel-receipt": "y",
      "engine": "petrol", "size": "1401-2000cc",
    ])
    #expect(world.page.contains("VAT on the fuel | £3.40"))
    world.answer("change")
    try world.fill([:])
    #expect(world.page.contains("VAT on the fuel | £3.40"), "the answer is kept")
    world.answer("change")
    try world.fill(["flat-rate": "y"])
    #expect(!world.page.contains { $0.hasPrefix("VAT on the fuel |") })
    #expect(world.page.contains("No longer part of the claim | VAT receipt for the fuel"))
    world.answer("change")
    try world.fill(["flat-rate": "n", "fuel-receipt": "y"])
    world.answer("save")
    #expect(world.step.hasSuffix("differs"))
    #expect(world.page.contains("VAT shown before | £3.40"))
    world.answer("")
    #expect(world.output != nil)
    try world.expectOrder()
  }

  @Test func `a company that never was on the scheme is not asked about it`() throws {
    let world = try BooksWorld()
    try world.start("mileage")
    try world.fill(["distance": "10", "description": "Trip"])
    #expect(!world.controller.journal.text.contains("flat-rate"))
    #expect(!world.controller.journal.text.contains("FlatRate"))
    try world.expectOrder()
  }
}
