import BooksClient
import Days
import FlowTestSupport
import Flowline
import FoundationEssentials
import FreeAgentAPI
import Money
import ServiceBasics
import Synchronization
import Testing

@testable import BooksFlows

/// The VAT of digital services, which is that of the customer’s country.
struct CountryVATTests {
  typealias Rates = FreeAgent.GetPlaceOfSupplyRates

  /// A service that notes which rates are asked for.
  private final class Noting: FreeAgent.Service {
    let base: any FreeAgent.Service
    private let asked = Mutex<[String]>([])

    init(_ base: any FreeAgent.Service) { self.base = base }

    var root: FreeAgent.Root { base.root }

    /// The countries and days whose rates were asked for.
    var rates: [String] { asked.withLock { $0 } }

    func contents(at source: String) async throws -> Data { try await base.contents(at: source) }

    func answer<Request: FreeAgent.Endpoint>(
      _ request: Request
    ) async throws -> FreeAgent.Reply<Request.Answer> {
      if let request = request as? Rates {
        asked.withLock { $0.append("\(request.country) \(request.day)") }
      }
      return try await base.answer(request)
    }
  }

  /// Comes to the details of a sale of £1,440, at the question for its status.
  private func atStatus(in world: BooksWorld) async throws {
    try world.walk("explain", "current-account")
    let transaction = try await world.transaction("BRIGHTWATER")
    world.answer(.text("transaction-\(transaction.url?.id?.description ?? "")"))
    world.answer("sales", "001", "standard")
    #expect(world.page.contains("VAT | £240.00"), "\(world.page)")
    world.answer("details")
    try world.enter(until: "ec-status")
  }

  @Test func `a digital service has the rate of its country, in the review and in the books`()
    async throws
  {
    let (world, service) = try BooksWorld.with { Noting($0) }
    try await atStatus(in: world)
    world.answer("moss")
    #expect(world.step.hasSuffix("/country"), "\(world.step)")
    #expect(service.rates == [])
    world.answer("Germany")
    try world.enter(until: "/vat")
    #expect(service.rates == ["Germany 2026-11-08"])
    #expect(world.options == ["rate-19", "rate-7", "exempt", "outside", "amount"])
    #expect(world.choices.first == "rate-19 | 19% · Standard | £229.92", "\(world.choices)")
    // What the category usually has is the standard rate, of this country too.
    #expect(world.controller.prompt?.defaultAnswer == "rate-19")
    world.answer("rate-7")
    for row in [
      "EC status | EC VAT MOSS", "Country | Germany", "VAT | £94.21", "Without VAT | £1,345.79",
    ] {
      #expect(world.page.contains(row), "\(world.page)")
    }
    world.answer("explain")
    let made = try await world.explanation(of: "BRIGHTWATER")
    #expect(made.ecStatus == .ecVATMOSS && made.placeOfSupply == "Germany")
    #expect(made.salesTaxRate == 7 && made.salesTaxValue == ExactDecimal("94.21"))
    try world.expectOrder()
  }

  @Test func `another country has other rates, and the one before suggests none of them`()
    async throws
  {
    let world = try BooksWorld()
    try await atStatus(in: world)
    try world.fill(["ec-status": "moss", "country": "Germany", "vat": "rate-7"])
    world.answer("details")
    try world.enter(until: "country")
    #expect(world.controller.prompt?.defaultAnswer == "germany")
    world.answer("Ireland")
    try world.enter(until: "/vat")
    #expect(
      world.options == ["rate-23", "rate-9", "rate-13.5", "rate-4.8"] + [
        "exempt", "outside", "amount",
      ])
    #expect(world.choices.contains { $0.hasPrefix("rate-13.5 | 13.5% · Reduced, Parking | ") })
    #expect(world.controller.prompt?.defaultAnswer == "rate-23")
    world.answer("rate-9", "details")
    // The rate that was answered for this country is suggested again.
    try world.enter(until: "/vat")
    #expect(world.controller.prompt?.defaultAnswer == "rate-9")
    world.answer("", "details")
    try world.enter(until: "ec-status")
    world.answer("uk-or-non-ec")
    try world.enter(until: "/vat")
    #expect(world.options == ["standard", "reduced", "zero", "exempt", "outside", "amount"])
    #expect(world.controller.prompt?.defaultAnswer == "standard")
    try world.enter(until: "review")
    #expect(world.page.contains("VAT | £240.00"), "\(world.page)")
    #expect(world.page.contains("No longer asked for | country"), "\(world.page)")
    try world.expectOrder()
  }

  @Test(arguments: [("en_GB", "7% · Reduced"), ("ru_RU", "7\u{A0}% · Reduced")])
  func `a rate is written as the language writes it`(
    locale: String, label: String
  ) async throws {
    let world = try BooksWorld(locale: locale)
    try world.walk("explain", "current-account")
    let transaction = try await world.transaction("BRIGHTWATER")
    world.answer(.text("transaction-\(transaction.url?.id?.description ?? "")"))
    world.answer("sales", "001", "standard", "details")
    try world.enter(until: "ec-status")
    world.answer("moss", "germany")
    try world.enter(until: "/vat")
    #expect(world.controller.prompt?.kind.choices[1].label.text == label)
    try world.expectOrder()
  }

  @Test func `rates that cannot be read are asked for again`() async throws {
    let (world, service) = try BooksWorld.withService()
    try await atStatus(in: world)
    service.fail("ec_moss/sales_tax_rates", .noAnswer("the connection was cut"))
    world.answer("moss", "Spain")
    try world.enter(until: "not-loaded")
    world.answer("again")
    #expect(world.step.hasSuffix("/vat"), "\(world.step)")
    #expect(world.options.first == "rate-21")
    try world.expectOrder()
  }

  @Test func `a country without rates leaves an amount to be typed, and says so`() async throws {
    let (world, service) = try BooksWorld.withService()
    service.change { answer in
      guard var rates = answer as? Rates.Answer else { return answer }
      rates.elements = []
      return rates
    }
    try await atStatus(in: world)
    world.answer("moss", "Spain")
    try world.enter(until: "/vat")
    #expect(world.options == ["exempt", "outside", "amount"])
    #expect(world.controller.prompt?.help?.text.contains("no VAT rates for this country") == true)
    world.answer("amount", "249.92", "explain")
    let made = try await world.explanation(of: "BRIGHTWATER")
    #expect(made.placeOfSupply == "Spain" && made.salesTaxValue == ExactDecimal("249.92"))
    try world.expectOrder()
  }

  @Test func `a purchase is of no other country`() async throws {
    let world = try BooksWorld()
    try await atStatus(in: world)
    try world.fill(["ec-status": "moss", "country": "Germany", "vat": "rate-19"])
    world.answer("details", "refund", "", "285")
    try world.enter(until: "ec-status")
    #expect(world.options == ["uk-or-non-ec", "reverse-charge"])
    try world.expectOrder()
  }
}
