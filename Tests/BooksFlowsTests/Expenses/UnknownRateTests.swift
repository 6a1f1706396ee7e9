import Days
import FlowTestSupport
import Flowline
import FreeAgentAPI
import Testing

@testable import BooksFlows

/// VAT of days before the first one whose rates are known.
struct UnknownRateTests {
  /// The ways of telling the VAT of an expense of a day, at a company that was registered then.
  private func question(on day: Answer) throws -> BooksWorld {
    let (world, service) = try BooksWorld.withService()
    service.change { answer in
      guard var company = answer as? FreeAgent.Company else { return answer }
      company.salesTaxEffectiveDate = Day("2001-01-01")
      return company
    }
    try world.walk("expense", "")
    world.insist(day)
    world.answer("285", "12")
    try #require(world.step.hasSuffix("/vat"), "\(world.step)")
    return world
  }

  @Test func `a rate that is not known for the day is not offered, and the help says what to do`()
    throws
  {
    let world = try question(on: "2011-01-03")
    #expect(world.options == ["usual", "exempt", "outside", "amount"])
    #expect(
      world.controller.prompt?.help?.text.hasPrefix("The VAT rates before Tue, 4 Jan 2011")
        == true)
    #expect(try world.refusal(of: "standard").code == .notAChoice)
    world.answer("amount", "1.79")
    #expect(world.step.hasSuffix("/description"))
    try world.expectOrder()
  }

  @Test func `from the first known day on every rate is offered`() throws {
    let world = try question(on: "2011-01-04")
    #expect(
      world.options
        == ["usual", "standard", "reduced", "zero", "exempt", "outside", "amount"])
    #expect(world.controller.prompt?.help == nil)
    try world.expectOrder()
  }
}
