import Books
import BooksClient
import EmbeddedBooks
import FlowTestSupport
import Flowline
import FreeAgentAPI
import Money
import Testing

@testable import BooksFlows

/// Every kind of explanation, through the form to the service, which finds the kind out by itself.
struct KindTests {
  /// A transaction, and the answers that explain it.
  struct Walk: Sendable, CustomTestStringConvertible {
    let kind: ExplanationKind
    let text: String
    let answers: [Answer]

    var testDescription: String { kind.rawValue }
  }

  static let walks = [
    Walk(kind: .payment, text: "Trainline", answers: ["365", "zero"]),
    Walk(kind: .refund, text: "Pixel & Pen refund", answers: ["269", "standard"]),
    Walk(kind: .billPayment, text: "Inkwell Print", answers: [""]),
    Walk(kind: .billRefund, text: "Pixel & Pen refund", answers: [""]),
    Walk(kind: .invoiceReceipt, text: "ZOE MARCHETTI", answers: [""]),
    Walk(kind: .sales, text: "BRIGHTWATER", answers: ["001", "standard"]),
    Walk(kind: .salesRefund, text: "Trainline", answers: ["001", "standard"]),
    Walk(kind: .creditNoteRefund, text: "Trainline", answers: [""]),
    Walk(kind: .transferTo, text: "Hilton", answers: ["other-account-2"]),
    Walk(kind: .transferFrom, text: "ZOE MARCHETTI", answers: ["other-account-2"]),
    Walk(kind: .paidToUser, text: "Trainline", answers: ["1"]),
    Walk(kind: .receivedFromUser, text: "ZOE MARCHETTI", answers: ["1"]),
    Walk(kind: .capitalAssetPurchase, text: "Elm Computers", answers: ["602", "standard"]),
    Walk(kind: .capitalAssetDisposal, text: "ZOE MARCHETTI", answers: ["", "standard"]),
    Walk(kind: .stockPurchase, text: "Inkwell Print", answers: ["", "100", "standard"]),
    Walk(kind: .stockSale, text: "ZOE MARCHETTI", answers: ["", "2", "standard"]),
    Walk(kind: .otherMoneyOut, text: "Trainline", answers: ["681", "outside"]),
    Walk(kind: .otherMoneyIn, text: "ZOE MARCHETTI", answers: ["051", "outside"]),
  ]

  @Test(arguments: walks) func `is what the service takes it for`(walk: Walk) async throws {
    let world = try BooksWorld()
    try world.walk("explain", "current-account")
    let transaction = try await world.transaction(walk.text)
    world.answer(.text("transaction-\(transaction.url?.id?.description ?? "")"))
    world.answer(.text(walk.kind.word))
    for answer in walk.answers {
      // What is chosen from has something that Enter takes, or the first is taken.
      if answer == "", world.controller.prompt?.defaultText == nil {
        world.answer("1")
      } else {
        world.answer(answer)
      }
    }
    #expect(world.step == "explain/explanation/review", "\(walk.kind)")
    world.answer("explain")
    #expect(world.step == "explain/transaction", "\(world.page)")
    let made = try await world.transaction(walk.text).explanations?.first
    #expect(made?.type?.rawValue == walk.kind.rawValue)
    try world.expectOrder()
  }

  /// The kinds that need something there is not are not offered, and every other one is.
  @Test(arguments: [
    ("current-account", "Trainline", "bill-refund invoice-receipt refund sales transfer-from"),
    ("euro-account", "", "paid-to-user received-from-user"),
  ])
  func `kinds for other money, or of no use here, are not offered`(
    account: String, text: String, kinds: String
  ) async throws {
    let world = try BooksWorld()
    try world.walk("explain", .text(account))
    let choice = try #require(
      world.controller.prompt?.kind.choices.first { $0.label.text.hasPrefix(text) })
    world.answer(.text(choice.key))
    #expect(world.step == "explain/explanation/type")
    let offered = Set(world.controller.prompt?.kind.choices.map(\.key) ?? [])
    #expect(offered.isDisjoint(with: kinds.split(separator: " ").map(String.init)))
    // Those that are left are of one direction, and need nothing, or something that there is.
    let out: Set<String> = [
      "payment", "bill-payment", "sales-refund", "credit-note-refund", "transfer-to",
      "capital-asset-purchase", "stock-purchase", "other-money-out",
    ]
    let coming: Set<String> = [
      "refund", "bill-refund", "invoice-receipt", "sales", "transfer-from",
      "capital-asset-disposal", "stock-sale", "other-money-in",
    ]
    let users: Set<String> = account == "euro-account" ? [] : ["paid-to-user"]
    #expect(offered == (offered.contains("payment") ? out.union(users) : coming))
  }

  @Test func `money that goes abroad says how much arrives there, for each part anew`()
    async throws
  {
    let world = try BooksWorld()
    try world.walk("explain", "current-account")
    let hotel = try await world.transaction("Hilton")
    world.answer(.text("transaction-\(hotel.url?.id?.description ?? "")"))
    world.answer("transfer-to", "other-account-3")
    #expect(world.step.hasSuffix("foreign-amount"))
    world.answer("320.50", "part", "100")
    // The amount that was told is of the whole.
    #expect(world.step.hasSuffix("explanation/type"))
    world.answer("transfer-to", "other-account-3", "114.50")
    #expect(world.page.contains("Amount | -£100.00"))
    #expect(world.page.contains("Other account | Euro account"))
    #expect(world.page.contains("Foreign amount | €114.50"))
    world.answer("explain")
    #expect(world.step == "explain/transaction", "\(world.page)")
    let made = try await world.explanation(of: "Hilton")
    #expect(made.type?.rawValue == ExplanationKind.transferTo.rawValue)
    #expect(made.foreignCurrencyValue == ExactDecimal("114.50"))
    try world.expectOrder()
  }

  @Test(arguments: [
    (
      "en_GB",
      "Only £96.00 of INK-2117 is left to pay, and this is £186.00. It will be overpaid. Is this right?"
    ), ("ru_RU", "По документу INK-2117 осталось оплатить 96,00"),
  ])
  func `a payment of more than is due is asked back about, and can be made`(
    locale: String, words: String
  ) async throws {
    let world = try BooksWorld(locale: locale)
    try world.walk("explain", "current-account")
    let flyers = try await world.transaction("Inkwell Print")
    world.answer(.text("transaction-\(flyers.url?.id?.description ?? "")"), "bill-payment")
    let refusal = try world.refusal(of: "bill-2")
    #expect(refusal.code == "more-than-due" && refusal.isWarning)
    #expect(
      refusal.message.resolved(in: world.environment).text.replacing("\u{A0}", with: " ")
        .hasPrefix(words))
    world.insist("bill-2")
    #expect(world.step == "explain/explanation/review")
    world.answer("explain")
    let made = try await world.explanation(of: "Inkwell Print")
    #expect(made.paidBill?.id?.description == "2" && made.grossValue == -186)
    try world.expectOrder()
  }

  @Test func `a part is asked back about if it is more than is due`() throws {
    let world = try BooksWorld()
    try world.walk("explain", "current-account")
    let flyers = try #require(
      world.controller.prompt?.kind.choices.first { $0.label.text.hasPrefix("Inkwell Print") })
    world.answer(.text(flyers.key), "bill-payment")
    world.insist("bill-2")
    world.answer("part")
    #expect(try world.refusal(of: "96.01").code == "more-than-due")
    world.answer("96")
    #expect(world.step == "explain/explanation/review")
    #expect(world.page.contains("Amount | -£96.00"))
    try world.expectOrder()
  }

  @Test func `a company that is not registered tells that there is no VAT`() async throws {
    let world = try CompanyService(.notRegistered).world()
    try world.walk("explain", "current-account")
    let train = try await world.transaction("Trainline")
    world.answer(.text("transaction-\(train.url?.id?.description ?? "")"))
    world.answer("payment", "285")
    #expect(!world.page.contains { $0.hasPrefix("VAT") })
    world.answer("explain")
    #expect(world.step == "explain/transaction", "\(world.page)")
    let made = try await world.explanation(of: "Trainline")
    #expect(made.salesTaxStatus == .outOfScope && made.salesTaxValue == nil)
    try world.expectOrder()
  }

  @Test func `an asset loses its value over as many years as the books take`() async throws {
    let world = try BooksWorld()
    try world.walk("explain", "current-account")
    let elm = try await world.transaction("Elm Computers")
    world.answer(.text("transaction-\(elm.url?.id?.description ?? "")"))
    world.answer("capital-asset-purchase", "602", "standard", "details")
    try world.enter(until: "years")
    for years in ["1", "26"] {
      #expect(try !world.refusal(of: .text(years)).isWarning, "\(years)")
    }
    world.answer("25")
    try world.enter(until: "review")
    #expect(world.page.contains("Years | 25"), "\(world.page)")
    world.answer("explain")
    let made = try await world.transaction("Elm Computers").explanations?.first
    #expect(made?.assetLifeYears == "25")
    try world.expectOrder()
  }

  @Test func `every kind is walked`() {
    #expect(Set(Self.walks.map(\.kind)) == Set(ExplanationKind.allCases))
  }

  @Test(arguments: [true, false])
  func `a bill is called by its number, by whose it is if that is known, and by what is due`(
    isKnown: Bool
  ) async throws {
    let (world, service) = try BooksWorld.withService()
    if !isKnown {
      service.change { answer in
        guard var bills = answer as? FreeAgent.Batch<FreeAgent.Bill> else { return answer }
        for index in bills.elements.indices { bills.elements[index].contactName = nil }
        return bills
      }
    }
    try world.walk("explain", "current-account")
    let transaction = try await world.transaction("Inkwell Print")
    world.answer(.text("transaction-\(transaction.url?.id?.description ?? "")"), "bill-payment")
    let name = isKnown ? "INK-2204 · Inkwell Print Ltd · £186.00" : "INK-2204 · £186.00"
    #expect(world.choices.contains { $0.hasSuffix(" | \(name)") }, "\(world.choices)")
    try world.expectOrder()
  }
}
