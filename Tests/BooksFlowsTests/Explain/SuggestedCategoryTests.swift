import BooksClient
import FlowTestSupport
import Flowline
import FreeAgentAPI
import Testing

@testable import BooksFlows

/// The category that is suggested, when an answer is no category at all.
struct SuggestedCategoryTests {
  /// A world in which the hotel’s category is asked for: as what it was for, or behind its type.
  private func world(_ start: ExplanationStart, _ locale: String) async throws -> BooksWorld {
    let world = try BooksWorld(locale: locale, explaining: start)
    try world.walk("explain", "current-account")
    let hotel = try await world.transaction("Hilton Hotels")
    world.answer(.text("transaction-\(hotel.url?.id?.description ?? "")"))
    if start == .byType { world.answer("payment") }
    return world
  }

  private func words(of refusal: Refusal, in world: BooksWorld) -> String {
    refusal.message.resolved(in: world.environment).text.replacing("\u{A0}", with: " ")
  }

  @Test(arguments: [ExplanationStart.byType, .byCategory])
  func `an answer that is near no category is refused with the likeliest`(start: ExplanationStart)
    async throws
  {
    for (locale, words) in [
      (
        "en_GB",
        "“hotel” is not one of the choices. Did you mean “285 Accommodation and Meals”?"
      ),
      ("ru_RU", "«hotel» нет в списке. Может быть, «285 Accommodation and Meals»?"),
    ] {
      let world = try await world(start, locale)
      let refusal = try world.refusal(of: "hotel")
      #expect(refusal.code == .notAChoice && !refusal.isWarning)
      #expect(refusal.arguments["nearest"] == "285 Accommodation and Meals")
      #expect(self.words(of: refusal, in: world) == words)
      world.answer("285")
      #expect(world.step.hasSuffix("explanation/vat"))
      try world.expectOrder()
    }
  }

  @Test func `an answer that is near another category keeps that one’s name`() async throws {
    let world = try await world(.byType, "en_GB")
    let refusal = try world.refusal(of: "Stationary")
    #expect(refusal.arguments["nearest"] == "277 Stationery")
    #expect(!words(of: refusal, in: world).contains("285"))
    try world.expectOrder()
  }

  @Test func `a long answer is quoted by its beginning`() async throws {
    let world = try await world(.byType, "en_GB")
    let typed = String(repeating: "hotel ", count: 50)
    let said = words(of: try world.refusal(of: .text(typed)), in: world)
    #expect(said.hasPrefix("“hotel hotel") && said.contains("…” is not one of the choices. Did"))
    #expect(said.count < 120, "\(said)")
    try world.expectOrder()
  }

  @Test func `what no category is suggested for is refused as by any choice`() throws {
    let world = try BooksWorld()
    try world.walk("explain", "current-account", "1")
    #expect(world.step.hasSuffix("explanation/type"))
    let refusal = try world.refusal(of: "hotel")
    #expect(refusal.code == .notAChoice && refusal.arguments["nearest"] == nil)
    try world.expectOrder()
  }

  @Test(arguments: [
    (6, "6 other transactions have the same text"), (1, "1 other transaction has the same text"),
    (0, nil), (nil, nil),
  ])
  func `how many transactions have the same text is shown if the service says so`(
    count: Int?, row: String?
  ) async throws {
    let (world, service) = try BooksWorld.withService()
    service.change { answer in
      guard var transaction = answer as? FreeAgent.BankTransaction else { return answer }
      transaction[FreeAgent.Field("matching_transactions_count")] = count
      return transaction
    }
    try world.walk("explain", "current-account", "1", "payment")
    #expect(world.step.hasSuffix("explanation/category"))
    #expect(world.page == [row].compactMap(\.self))
    try world.expectOrder()
  }
}
