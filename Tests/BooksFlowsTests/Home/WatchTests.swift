import BooksClient
import Days
import EmbeddedBooks
import FlowTestSupport
import Flowline
import FreeAgentAPI
import Money
import ServiceBasics
import Testing

@testable import BooksFlows

/// Transactions that are there to explain, told once each.
struct WatchTests {
  private static let account = FreeAgent.Link<FreeAgent.BankAccount>(
    FreeAgent.Identifier(1), at: .production)

  private func upload(_ texts: String..., to world: BooksWorld) async throws {
    let lines = texts.map { text in
      FreeAgent.StatementLine {
        $0.datedOn = Day("2026-11-19")
        $0.amount = ExactDecimal("-12.5").map { FreeAgent.BareNumber($0) }
        $0.description = text
      }
    }
    _ = try await world.ask(FreeAgent.UploadStatement(lines, to: Self.account))
  }

  private func told(_ text: Text?) -> String? {
    text?.resolved(in: BooksWorld.environment("en_GB")).text
  }

  @Test func `the first look tells what there is, the next ones what is new`() async throws {
    let world = try BooksWorld()
    let keeper = world.keeper
    let watch = BooksWatch { keeper }
    let first = try #require(told(try await watch.look()))
    #expect(first == "15 transactions to explain, among them: Harbour Street Coffee, -£4.20.")
    #expect(try await watch.look() == nil)
    try await upload("Hotel", to: world)
    #expect(told(try await watch.look()) == "1 transaction to explain: Hotel, -£12.50.")
    #expect(try await watch.look() == nil)
    try await upload("Train", "Taxi", to: world)
    let more = told(try await watch.look()) ?? ""
    #expect(more.hasPrefix("2 transactions to explain, among them: T"))
    #expect(try await watch.look() == nil)
    try world.expectOrder()
  }

  @Test func `what a look that failed has not told, the next one tells`() async throws {
    var between: ServiceBetween?
    let world = try BooksWorld {
      let service = ServiceBetween($0)
      between = service
      return service
    }
    let keeper = world.keeper
    let watch = BooksWatch { keeper }
    _ = try await watch.look()
    try await upload("Hotel", to: world)
    between?.fail("/bank_transactions", .notSent("the network is down"))
    await #expect(throws: BooksError.self) { _ = try await watch.look() }
    #expect(told(try await watch.look()) == "1 transaction to explain: Hotel, -£12.50.")
    try world.expectOrder()
  }
}
