import Days
import FlowTestSupport
import Flowline
import FoundationEssentials
import FreeAgentAPI
import Money
import Testing

@testable import BooksFlows

/// The miles of a claimant in a company with many claims.
struct ManyExpensesTests {
  /// Answers that others have claimed something a thousand times, and the claimant a long journey before.
  private struct ManyClaims: FreeAgent.Service {
    let base: any FreeAgent.Service
    private static let count = 1_050

    var root: FreeAgent.Root { base.root }

    func contents(at source: String) async throws -> Data { try await base.contents(at: source) }

    func answer<Request: FreeAgent.Endpoint>(
      _ request: Request
    ) async throws -> FreeAgent.Reply<Request.Answer> {
      guard let list = request as? FreeAgent.List<FreeAgent.Expense> else {
        return try await base.answer(request)
      }
      let page = list.page
      let numbers = (0...Self.count).dropFirst((page.number - 1) * page.size).prefix(page.size)
      let expenses = numbers.map { $0 < Self.count ? Self.claim($0) : Self.journey }
      let links = FreeAgent.PageLinks(
        page, total: Self.count + 1, at: "\(root.url)/expenses", query: [])
      let batch = FreeAgent.Batch<FreeAgent.Expense>(expenses)
      return FreeAgent.Reply(try #require(batch as? Request.Answer), links: links)
    }

    private static func claim(_ number: Int) -> FreeAgent.Expense {
      FreeAgent.Expense {
        $0[FreeAgent.Field("url")] = "https://api.freeagent.com/v2/expenses/\(number + 10)"
        $0.user = FreeAgent.Link(FreeAgent.Identifier(2), at: .production)
        $0.datedOn = Day("2026-11-01")
        $0.grossValue = -1
      }
    }

    private static var journey: FreeAgent.Expense {
      FreeAgent.Expense {
        $0[FreeAgent.Field("url")] = "https://api.freeagent.com/v2/expenses/1"
        $0.user = FreeAgent.Link(FreeAgent.Identifier(1), at: .production)
        $0.datedOn = Day("2026-05-01")
        $0.grossValue = -5500
        $0.mileage = 9_990
        $0.vehicleType = .car
        $0.reclaimMileage = 1
      }
    }
  }

  @Test func `those behind a thousand claims of others count`() throws {
    let world = try BooksWorld { ManyClaims(base: $0) }
    try world.start("mileage")
    try world.fill(["distance": "30", "description": "Trip"])
    #expect(world.page.contains("Miles by car in 2026/27 so far | 9,990"))
    #expect(
      world.page.filter { $0.hasPrefix("At this rate") }
        == ["At this rate | 10 miles × £0.55", "At this rate | 20 miles × £0.25"])
    try world.expectOrder()
  }
}
