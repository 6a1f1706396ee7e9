import Books
import BooksTestSupport
import Days
import EmbeddedBooks
import FreeAgentAPI
import Money
import Testing

/// Every kind of explanation, made through the API, changed and taken back.
struct ExplanationKindTests {
  typealias Explanation = FreeAgent.BankTransactionExplanation

  static let cases:
    [(kind: ExplanationKind, value: String, content: FreeAgent.ExplanationContent)] =
      [
        (.payment, "-12", .category(link("285"), description: "Lunch")),
        (.refund, "12", .category(link("285"), description: "Lunch, returned")),
        (.billPayment, "-186", .bill(link(1))),
        (.billRefund, "24", .bill(link(3))),
        (.invoiceReceipt, "1440", .document(link("3"))),
        (.sales, "50", .category(link("001"), description: nil)),
        (.salesRefund, "-50", .category(link("001"), description: nil)),
        (
          .creditNoteRefund, "-60",
          .document(FreeAgent.Link(url: "https://api.freeagent.com/v2/credit_notes/13"))
        ),
        (.transferTo, "-70", .transfer(link(2))), (.transferFrom, "70", .transfer(link(2))),
        (.paidToUser, "-80", .user(link(2))),
        (.receivedFromUser, "80", .user(link(2), category: link("907"))),
        (
          .capitalAssetPurchase, "-1250",
          .capitalAssetPurchase(link("601"), years: 3, description: "Screen")
        ),
        (.capitalAssetDisposal, "300", .capitalAssetDisposal(link(1), description: nil)),
        (.stockPurchase, "-100", .stock(link(1), quantity: 10, description: nil)),
        (.stockSale, "60", .stock(link(1), quantity: 4, description: nil)),
        (.otherMoneyOut, "-10", .category(link("660"), description: nil)),
        (.otherMoneyIn, "5", .category(link("051"), description: nil)),
      ]

  private func explanation(
    _ kind: ExplanationKind, in account: Int = 1
  ) throws -> Explanation {
    let sample = try #require(Self.cases.first { $0.kind == kind })
    return Explanation(
      of: .account(link(account)), on: try day("2026-09-19"), value: try decimal(sample.value),
      sample.content)
  }

  @Test(arguments: ExplanationKind.allCases)
  func `what is sent says which kind it is, and all of it can be taken back`(
    kind: ExplanationKind
  ) async throws {
    let test = try TestBooks()
    let made = try await test.send(FreeAgent.Create(try explanation(kind)))
    #expect(made.type?.rawValue == kind.rawValue)
    #expect(made.isMoneyIn == (kind.rule.direction == .moneyIn))
    let id = FreeAgent.Identifier<Explanation>(try made.number)
    let listed = try await test.all(
      FreeAgent.ExplanationFilter { $0.bankAccount = link(1) }, Explanation.self)
    #expect(listed.contains(made))
    let changed = try await test.send(
      FreeAgent.Update(id, Explanation { $0.receiptReference = "R-1" }))
    #expect(changed?.type == made.type)
    #expect(changed?.grossValue == made.grossValue)
    #expect(
      changed?.receiptReference == (kind.rule[.receiptReference] == nil ? nil : "R-1"))
    try await test.send(FreeAgent.Delete(id))
    #expect(try await test.refusal(of: FreeAgent.Get(id)).status == 404)
  }

  @Test func `assets and stock follow what is bought and sold`() async throws {
    let test = try TestBooks()
    try await test.send(FreeAgent.Create(try explanation(.stockPurchase)))
    try await test.send(FreeAgent.Create(try explanation(.stockSale)))
    // There were 40, and an expense bought 10.
    #expect(try await test.get(1, FreeAgent.StockItem.self).stockOnHand == 56)
    let bought = try await test.send(FreeAgent.Create(try explanation(.capitalAssetPurchase)))
    #expect(bought.assetLifeYears == "3")
    let assets: [FreeAgent.CapitalAsset] = try await test.all(.init { $0.view = .disposable })
    #expect(assets.last?.description == "Screen")
    #expect(assets.last?.url == bought.capitalAsset)
    #expect(assets.last?.assetLifeYears == 3)
    try await test.send(FreeAgent.Create(try explanation(.capitalAssetDisposal)))
    #expect(try await test.get(1, FreeAgent.CapitalAsset.self).disposedOn == Day("2026-09-19"))
    let again = try await test.refusal(of: FreeAgent.Create(try explanation(.capitalAssetDisposal)))
    #expect(again.messages(about: "disposed_asset") == ["has been disposed of already"])
  }

  @Test func `a user's money without a category is the service's to find out`() async throws {
    let test = try TestBooks()
    let made = try await test.send(FreeAgent.Create(try explanation(.paidToUser)))
    #expect(made.category == link("900"))
    #expect(made.isMoneyPaidToUser == true)
  }

  @Test(arguments: [
    (SampleCompany.Variant.landlord, ExplanationKind.sales, 1),
    (.limited, .paidToUser, 4), (.limited, .receivedFromUser, 3),
  ])
  func `kinds that are not offered are refused`(
    variant: SampleCompany.Variant, kind: ExplanationKind, account: Int
  ) async throws {
    let test = try TestBooks(variant)
    let failure = try await test.refusal(
      of: FreeAgent.Create(try explanation(kind, in: account)))
    #expect(failure.status == 422)
    #expect(failure.sentences.first?.hasPrefix("\(kind.rawValue) is not possible: ") == true)
  }

  @Test func `what contradicts itself is refused, what a kind has not is passed over`()
    async throws
  {
    let test = try TestBooks()
    var both = try explanation(.invoiceReceipt)
    both.category = link("285")
    #expect(
      try await test.refusal(of: FreeAgent.Create(both)).sentences
        == ["Category can't be set for this type"])
    var transfer = try explanation(.transferTo)
    transfer.description = "Needless"
    transfer.salesTaxRate = 20
    let made = try await test.send(FreeAgent.Create(transfer))
    #expect(made.description == nil)
    #expect(made.salesTaxValue == nil)
  }

  @Test func `a change of what it was forgets what said otherwise`() async throws {
    let test = try TestBooks()
    let made = try await test.send(FreeAgent.Create(try explanation(.billPayment)))
    let id = FreeAgent.Identifier<Explanation>(try made.number)
    let payment = try await test.send(
      FreeAgent.Update(
        id,
        Explanation {
          $0.category = link("285")
          $0.description = "It was lunch"
        }))
    #expect(payment?.type == .payment)
    #expect(payment?.paidBill == nil)
    let paid = try await test.send(
      FreeAgent.Update(id, Explanation { $0.paidUser = link(2) }))
    #expect(paid?.type == .paidToUser)
    #expect(paid?.category == link("900"))
    let lunch = try await test.send(FreeAgent.Create(try explanation(.payment)))
    let moved = try await test.send(
      FreeAgent.Update(
        FreeAgent.Identifier(try lunch.number),
        Explanation { $0.transferBankAccount = link(2) }))
    #expect(moved?.type == .transferTo)
    #expect(moved?.category == nil && moved?.description == nil)
  }

  @Test(arguments: [
    ("EC Goods", "2026-09-19", false), ("EC Goods", "2020-12-31", true),
    ("Reverse Charge", "2026-09-19", true), ("Reverse Charge", "2020-12-31", false),
    ("EC VAT MOSS", "2026-09-19", false), ("Moon", "2026-09-19", false),
  ])
  func `a status for VAT reports is valid on its days`(
    status: String, day text: String, isValid: Bool
  ) async throws {
    let test = try TestBooks()
    var explanation = try explanation(.payment)
    explanation.datedOn = Day(text)
    explanation.ecStatus = FreeAgent.ECStatus(rawValue: status)
    if isValid {
      #expect(try await test.send(FreeAgent.Create(explanation)).ecStatus?.rawValue == status)
    } else {
      #expect(try await test.refusal(of: FreeAgent.Create(explanation)).status == 422)
    }
  }

  @Test func `a place of supply goes with its status`() async throws {
    let test = try TestBooks()
    var explanation = try explanation(.sales)
    explanation.ecStatus = .ecVATMOSS
    explanation.placeOfSupply = "Austria"
    explanation.salesTaxRate = 20
    let made = try await test.send(FreeAgent.Create(explanation))
    #expect(made.placeOfSupply == "Austria")
    #expect(made.salesTaxValue == ExactDecimal("8.33"))
  }

  @Test(arguments: [
    ("Germany", "19", "7.98"), ("Germany", "7", "3.27"), ("Hungary", "27", "10.63"),
    ("Ireland", "13.5", "5.95"), ("Germany", "0", "0"),
  ])
  func `a digital service is taxed with a rate of its place of supply`(
    place: String, rate: String, tax: String
  ) async throws {
    let test = try TestBooks()
    var explanation = try explanation(.sales)
    explanation.ecStatus = .ecVATMOSS
    explanation.placeOfSupply = place
    explanation.salesTaxRate = try decimal(rate)
    let made = try await test.send(FreeAgent.Create(explanation))
    #expect(made.salesTaxRate == (try decimal(rate)))
    #expect(made.salesTaxValue == (try decimal(tax)))
  }

  @Test(arguments: [
    ("Germany", "20", "Sales tax rate is not a rate of Germany"),
    ("Spain", "5", "Sales tax rate is not a rate of Spain"),
    ("Atlantis", "19", "Place of supply is not included in the list"),
  ])
  func `a digital service is taxed with no rate of another place`(
    place: String, rate: String, words: String
  ) async throws {
    let test = try TestBooks()
    var explanation = try explanation(.sales)
    explanation.ecStatus = .ecVATMOSS
    explanation.placeOfSupply = place
    explanation.salesTaxRate = try decimal(rate)
    let refusal = try await test.refusal(of: FreeAgent.Create(explanation))
    #expect(refusal.status == 422 && refusal.sentences == [words])
  }

  @Test func `a transfer to another currency says what arrives`() async throws {
    let test = try TestBooks()
    var transfer = try explanation(.transferTo)
    transfer.transferBankAccount = link(3)
    let failure = try await test.refusal(of: FreeAgent.Create(transfer))
    #expect(failure.messages(about: "foreign_currency_value") == ["can't be blank"])
    transfer.foreignCurrencyValue = 81
    let made = try await test.send(FreeAgent.Create(transfer))
    #expect(made.transferValue == 81)
    #expect(made.foreignCurrencyValue == 81)
    let arrived = try await test.transaction("Transfer from Current account", account: 3)
    #expect(arrived.amount == 81)
    #expect(arrived.explanations?.first?.transferValue == -70)
    let id = FreeAgent.Identifier<Explanation>(try made.number)
    let more = FreeAgent.Update(id, Explanation { $0.foreignCurrencyValue = 82 })
    #expect(
      try await test.refusal(of: more).sentences
        == ["Transfer value is locked and can't be changed"])
    let changed = try await test.send(
      FreeAgent.Update(id, Explanation { $0.grossValue = -69 }))
    #expect(changed?.grossValue == -69 && changed?.transferValue == 81)
    var itself = try explanation(.transferTo)
    itself.transferBankAccount = link(1)
    #expect(
      try await test.refusal(of: FreeAgent.Create(itself)).sentences
        == ["Transfer bank account must be another account"])
  }

  @Test func `what somebody added by hand stays when a transfer is taken back`() async throws {
    let test = try TestBooks()
    let byHand = try await test.send(
      FreeAgent.Create(
        Explanation(
          of: .account(link(2)), on: try day("2026-09-19"), value: 70,
          .category(link("285"), description: "By hand"))))
    try await test.send(FreeAgent.Delete<Explanation>(FreeAgent.Identifier(try byHand.number)))
    let made = try await test.send(FreeAgent.Create(try explanation(.transferTo)))
    let matched = try await test.transaction("By hand", account: 2)
    #expect(matched.explanations?.first?.url == made.linkedTransferExplanation)
    try await test.send(FreeAgent.Delete<Explanation>(FreeAgent.Identifier(try made.number)))
    #expect(try await test.transaction("By hand", account: 2).unexplainedAmount == 70)
  }

  @Test func `a bill is paid until nothing is due`() async throws {
    let test = try TestBooks()
    var payment = try explanation(.billPayment)
    payment.grossValue = -86
    try await test.send(FreeAgent.Create(payment))
    #expect(try await test.get(1, FreeAgent.Bill.self).dueValue == 100)
    payment.grossValue = -100
    try await test.send(FreeAgent.Create(payment))
    let bill = try await test.get(1, FreeAgent.Bill.self)
    #expect(bill.status == .paid)
    #expect(bill.paidOn == Day("2026-09-19"))
    #expect(bill.isLocked == true)
    #expect(
      try await test.refusal(of: FreeAgent.Create(payment)).sentences
        == ["Bill has nothing left to pay"])
  }
}
