import FlowTestSupport
import Flowline
import Testing

@testable import BooksFlows

/// Journeys that are changed before they are claimed.
struct SecondPassTests {
  @Test func `a journey keeps its project and the rate for the customer`() throws {
    let world = try BooksWorld()
    try world.start("mileage")
    try world.fill([
      "distance": "10", "description": "Trip", "project": "project-1", "rebill-rate": "0.60",
    ])
    let page = world.page
    #expect(page.contains("Project | Brightwater website"))
    #expect(page.contains("Rate for the customer | £0.60"))
    world.answer("change")
    try world.takeOffered()
    #expect(world.page == page)
    world.answer("change")
    try world.fill(["project": "project-1"])
    #expect(!world.page.contains { $0.hasPrefix("Rate for the customer") })
    try world.expectOrder()
  }
}
