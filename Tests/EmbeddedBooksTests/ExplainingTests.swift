import BooksTestSupport
import Days
import EmbeddedBooks
import FoundationEssentials
import FreeAgentAPI
import Money
import Testing

struct ExplainingTests {
  private typealias Explanation = FreeAgent.BankTransactionExplanation

  private func hotel(
    _ test: TestBooks, _ value: String = "-279.78", _ build: (inout Explanation) -> Void = { _ in }
  ) async throws -> Explanation {
    let hotel = try await test.transaction("Hilton Hotels")
    var explanation = Explanation(
      of: .transaction(try #require(hotel.url)), on: try #require(hotel.datedOn),
      value: try decimal(value), .category(link("285"), description: "Two nights in Leeds"))
    explanation.salesTaxRate = 20
    build(&explanation)
    return explanation
  }

  @Test func `a hotel is filed, and nothing is left`() async throws {
    let test = try TestBooks(as: SampleCompany.bookkeeper)
    let made = try await test.send(FreeAgent.Create(try await hotel(test)))
    #expect(made.type == .payment)
    #expect(made.salesTaxValue == (try decimal("-46.63")))
    #expect(made.detail == "Accommodation and Meals. Inc £46.63 VAT ")
    #expect(made.transactionDescription == "Hilton Hotels//OTHER/£279.78")
    #expect(made.isMoneyOut == true)
    #expect(made.isLocked == false)
    let after = try await test.transaction("Hilton Hotels")
    #expect(after.unexplainedAmount == 0)
    #expect(after.explanations?.map(\.url) == [made.url])
  }

  @Test func `parts add up to the transaction, and no more`() async throws {
    let test = try TestBooks()
    try await test.send(FreeAgent.Create(try await hotel(test, "-200.00")))
    let failure = try await test.refusal(
      of: FreeAgent.Create(try await hotel(test, "-79.79")))
    #expect(failure.status == 422)
    #expect(failure.sentences == ["Gross value is more than what is left to explain (-79.78)"])
    try await test.send(
      FreeAgent.Create(try await hotel(test, "-79.78") { $0.category = link("365") }))
    #expect(try await test.transaction("Hilton Hotels").unexplainedAmount == 0)
  }

  @Test func `a category comes as an address or as a code`() async throws {
    let test = try TestBooks()
    let made = try await test.send(
      FreeAgent.Create(
        try await hotel(test) {
          $0.category = nil
          $0.nominalCode = "285"
        }))
    #expect(made.category == link("285"))
    let failure = try await test.refusal(
      of: FreeAgent.Create(
        try await hotel(test) {
          $0.category = nil
          $0.nominalCode = "299"
        }))
    #expect(failure.status == 400)
    #expect(failure.sentences == ["Invalid nominal code"])
  }

  @Test func `an address that is none is a blank`() async throws {
    let test = try TestBooks()
    let failure = try await test.refusal(
      of: FreeAgent.Create(
        try await hotel(test) { $0.category = FreeAgent.Link(url: "https://example.com/285") }))
    #expect(failure.status == 422)
    #expect(failure.messages(about: "category") == ["can't be blank"])
  }

  @Test func `an amount of VAT wins over a rate`() async throws {
    let test = try TestBooks()
    let made = try await test.send(
      FreeAgent.Create(try await hotel(test) { $0.salesTaxValue = -40 }))
    #expect(made.salesTaxValue == -40)
    #expect(made.salesTaxRate == nil)
    let changed = try await test.send(
      FreeAgent.Update(FreeAgent.Identifier(try made.number), Explanation { $0.salesTaxRate = 5 }))
    #expect(changed?.salesTaxValue == (try decimal("-13.32")))
  }

  @Test(arguments: [
    ("285", "-120", "20", "-20", "TAXABLE"), ("285", "120", "20", "20", "TAXABLE"),
    ("365", "-120", "0", "0", "TAXABLE"), ("360", "-120", nil, nil, "OUT_OF_SCOPE"),
    ("601", "-120", nil, nil, "TAXABLE"), ("001", "120", nil, nil, nil),
  ])
  func `a purchase that says nothing of VAT has the rate of its category`(
    category: String, value: String, rate: String?, tax: String?, status: String?
  ) async throws {
    let test = try TestBooks()
    let silent = Explanation(
      of: .account(link(1)), on: try day("2026-09-19"), value: try decimal(value),
      .category(link(category), description: "Sundries"))
    let made = try await test.send(FreeAgent.Create(silent))
    #expect(made.salesTaxRate == rate.flatMap { ExactDecimal($0) })
    #expect(made.salesTaxValue == tax.flatMap { ExactDecimal($0) })
    #expect(made.salesTaxStatus?.rawValue == status)
    let opposite = try decimal(value).negated
    #expect(made.foreignCurrencyValue == 0 && made.transferValue == opposite)
    // What says something is taken at its word.
    for told in [
      Explanation { $0.salesTaxStatus = .exempt }, Explanation { $0.salesTaxRate = 0 },
      Explanation { $0.salesTaxValue = 0 },
    ] {
      var explanation = silent
      explanation.members.merge(told.members) { $1 }
      let untaxed = try await test.send(FreeAgent.Create(explanation))
      #expect([nil, 0].contains(untaxed.salesTaxValue))
    }
  }

  @Test func `a sale has a status if something is said of its VAT`() async throws {
    let test = try TestBooks()
    for (told, status) in [
      (Explanation { _ in }, nil), (Explanation { $0.salesTaxRate = 0 }, "TAXABLE"),
      (Explanation { $0.salesTaxRate = 20 }, "TAXABLE"),
      (Explanation { $0.salesTaxStatus = .exempt }, "EXEMPT"),
    ] as [(Explanation, String?)] {
      var sale = Explanation(
        of: .account(link(1)), on: try day("2026-09-19"), value: 120,
        .category(link("001"), description: "Advice"))
      sale.members.merge(told.members) { $1 }
      let made = try await test.send(FreeAgent.Create(sale))
      #expect(made.salesTaxStatus?.rawValue == status)
    }
  }

  @Test func `a change leaves VAT as it is, unless it tells a rate`() async throws {
    let test = try TestBooks()
    var free = Explanation(
      of: .account(link(1)), on: try day("2026-09-19"), value: -120,
      .category(link("285"), description: "A hotel"))
    free.salesTaxStatus = .outOfScope
    let made = try await test.send(FreeAgent.Create(free))
    let id = FreeAgent.Identifier<Explanation>(try made.number)
    let renamed = try await test.send(
      FreeAgent.Update(id, Explanation { $0.description = "A guest house" }))
    #expect(renamed?.salesTaxValue == nil && renamed?.salesTaxStatus == .outOfScope)
    let taxed = try await test.send(FreeAgent.Update(id, Explanation { $0.salesTaxRate = 20 }))
    #expect(taxed?.salesTaxValue == -20 && taxed?.salesTaxStatus == .taxable)
  }

  @Test func `an invoice of less than nothing is settled by a refund`() async throws {
    let test = try TestBooks()
    let made = try await test.send(
      FreeAgent.Create(
        FreeAgent.Invoice {
          $0.contact = link(1)
          $0.datedOn = Day("2026-09-18")
          $0.paymentTermsInDays = 14
          $0.invoiceItems = [
            .init {
              $0.description = "Too much was billed"
              $0.itemType = .services
              $0.quantity = 1
              $0.price = -100
              $0.salesTaxRate = 20
            }
          ]
        }))
    let id = FreeAgent.Identifier<FreeAgent.Invoice>(try made.number)
    try await test.send(FreeAgent.ChangeStatus<FreeAgent.Invoice>(id, .markAsSent))
    let invoice = FreeAgent.Link<FreeAgent.PaidDocument>(try #require(made.url))
    func payment(_ value: ExactDecimal) throws -> FreeAgent.Create<Explanation> {
      FreeAgent.Create(
        Explanation(
          of: .account(link(1)), on: try day("2026-09-19"), value: value, .document(invoice)))
    }
    #expect(
      try await test.refusal(of: try payment(120)).sentences.first
        == "Gross value must be below 0 for a Credit Note Refund")
    let refund = try await test.send(try payment(-120))
    #expect(refund.type == .creditNoteRefund)
    let settled = try await test.send(FreeAgent.Get(id))
    #expect(settled.status == .refunded && settled.dueValue == 0)
    #expect(
      try await test.refusal(of: try payment(-120)).sentences
        == ["Invoice has nothing left to pay"])
    try await test.send(FreeAgent.Delete<Explanation>(FreeAgent.Identifier(try refund.number)))
    #expect(try await test.send(FreeAgent.Get(id)).dueValue == -120)
  }

  @Test func `money out pays no invoice that is owed`() async throws {
    let test = try TestBooks()
    let refusal = try await test.refusal(
      of: FreeAgent.Create(
        Explanation(
          of: .account(link(1)), on: try day("2026-09-19"), value: -120, .document(link("3")))))
    #expect(
      refusal.sentences.first == "Gross value must be above 0 for an Invoice Receipt")
  }

  @Test func `nothing is explained as zero`() async throws {
    let test = try TestBooks()
    let nothing = try await test.transaction("Card check")
    let refusal = try await test.refusal(
      of: FreeAgent.Create(
        Explanation(
          of: .transaction(try #require(nothing.url)), on: try #require(nothing.datedOn),
          value: 0, .category(link("285"), description: "A check"))))
    #expect(refusal.sentences == ["Gross value must be other than 0"])
  }

  @Test func `a change is checked against the rest without the explanation itself`() async throws {
    let test = try TestBooks()
    let made = try await test.send(FreeAgent.Create(try await hotel(test, "-200")))
    let id = FreeAgent.Identifier<Explanation>(try made.number)
    let value = try decimal("-279.78")
    let changed = try await test.send(
      FreeAgent.Update(id, Explanation { $0.grossValue = value }))
    #expect(changed?.grossValue == value)
    #expect(changed?.salesTaxValue == (try decimal("-46.63")))
    #expect(changed?.url == made.url)
    let failure = try await test.refusal(
      of: FreeAgent.Update(id, Explanation { $0.grossValue = -280 }))
    #expect(failure.status == 422)
  }

  @Test func `what was guessed is approved, and nothing else changes`() async throws {
    let test = try TestBooks()
    let filter = FreeAgent.BankTransactionFilter {
      $0.bankAccount = link(1)
      $0.view = .markedForReview
    }
    let waiting = try await test.all(filter, FreeAgent.BankTransaction.self)
    let explanation = try #require(waiting.first?.explanations?.first)
    let approved = try await test.send(
      FreeAgent.Update(FreeAgent.Identifier(try explanation.number), Explanation.approval))
    #expect(approved?.markedForReview == false)
    #expect(approved?.grossValue == explanation.grossValue)
    #expect(try await test.all(filter, FreeAgent.BankTransaction.self).isEmpty)
  }

  @Test func `a change keeps the file, unless that is deleted first`() async throws {
    let test = try TestBooks()
    let coffee: FreeAgent.BankTransaction = try await test.get(27)
    let guess = try #require(coffee.explanations?.first)
    let id = FreeAgent.Identifier<Explanation>(try guess.number)
    func file(_ name: String) -> Explanation {
      Explanation {
        $0.attachment = FreeAgent.Attachment {
          $0.fileName = name
          $0.contentType = "application/pdf"
          $0.data = Data("%PDF-1.4".utf8).base64EncodedString()
        }
      }
    }
    let attached = try #require(try await test.send(FreeAgent.Update(id, file("a.pdf"))))
    let changed = try await test.send(FreeAgent.Update(id, Explanation { $0.description = "Tea" }))
    #expect(changed?.description == "Tea")
    #expect(changed?.attachment?.url == attached.attachment?.url)
    let refused = try await test.refusal(
      of: FreeAgent.Update(id, Explanation { $0.grossValue = -9_999 }))
    #expect(refused.status == 422)
    let kept = try await test.send(FreeAgent.Update(id, file("b.pdf")))
    #expect(kept?.attachment?.fileName == "a.pdf")
    let old = try #require(attached.attachment?.url?.id)
    try await test.send(FreeAgent.Delete<FreeAgent.Attachment>(old))
    let second = try await test.send(FreeAgent.Update(id, file("b.pdf")))
    #expect(second?.attachment?.fileName == "b.pdf")
    #expect(try test.books.audit() == [])
  }

  @Test func `a transfer is explained on both sides, and taken back on both`() async throws {
    let test = try TestBooks()
    let out = try await test.transaction("SEVERN CARD PAYMENT")
    let made = try await test.send(
      FreeAgent.Create(
        Explanation(
          of: .transaction(try #require(out.url)), on: try #require(out.datedOn), value: -500,
          .transfer(link(2)))))
    #expect(made.type == .transferTo)
    #expect(made.lockedAttributes == ["linked_transfer_account", "transfer_value", "type"])
    let other = try await test.transaction("PAYMENT RECEIVED", account: 2)
    #expect(other.unexplainedAmount == 0)
    #expect(other.explanations?.first?.url == made.linkedTransferExplanation)
    #expect(other.explanations?.first?.type == .transferFrom)
    try await test.send(FreeAgent.Delete<Explanation>(FreeAgent.Identifier(try made.number)))
    #expect(try await test.transaction("PAYMENT RECEIVED", account: 2).unexplainedAmount == 500)
  }

  @Test func `a transfer without a counterpart makes one`() async throws {
    let test = try TestBooks()
    let out = try await test.transaction("Inkwell Print")
    let made = try await test.send(
      FreeAgent.Create(
        Explanation(
          of: .transaction(try #require(out.url)), on: try #require(out.datedOn), value: -186,
          .transfer(link(2)))))
    let other = try await test.transaction("Transfer from Current account", account: 2)
    #expect(other.amount == 186)
    #expect(other.isManual == true)
    try await test.send(FreeAgent.Delete<Explanation>(FreeAgent.Identifier(try made.number)))
    await #expect(throws: FreeAgent.Failure.self) {
      _ = try await test.get(try other.number, FreeAgent.BankTransaction.self)
    }
  }

  @Test func `what a filed VAT return has is locked`() async throws {
    let test = try TestBooks()
    let june = try #require(FreeAgent.Identifier<FreeAgent.VATReturn>("2026-06-30"))
    try await test.send(FreeAgent.MarkFiling<FreeAgent.VATReturn>(june, .filed))
    let rent = try await test.all(
      FreeAgent.BankTransactionFilter {
        $0.bankAccount = link(1)
        $0.toDate = .init("2026-05-01")
      }, FreeAgent.BankTransaction.self)
    let explanation = try #require(rent.last?.explanations?.first)
    #expect(explanation.isLocked == true)
    #expect(explanation.isDeletable == false)
    let id = FreeAgent.Identifier<Explanation>(try explanation.number)
    #expect(try await test.refusal(of: FreeAgent.Delete(id)).status == 422)
    #expect(
      try await test.refusal(of: FreeAgent.Update(id, Explanation { $0.grossValue = -900 })).status
        == 422)
  }

  @Test func `an account alone gets a transaction too`() async throws {
    let test = try TestBooks()
    let made = try await test.send(
      FreeAgent.Create(
        Explanation(
          of: .account(link(1)), on: try day("2026-09-19"), value: -12,
          .category(link("280"), description: "Parking"))))
    let transaction = try await test.transaction("Parking")
    #expect(transaction.isManual == true)
    #expect(transaction.url == made.bankTransaction)
    #expect(
      try await test.refusal(
        of: FreeAgent.Delete<FreeAgent.BankTransaction>(
          FreeAgent.Identifier(try transaction.number))
      ).status == 422)
    try await test.send(FreeAgent.Delete<Explanation>(FreeAgent.Identifier(try made.number)))
    try await test.send(
      FreeAgent.Delete<FreeAgent.BankTransaction>(FreeAgent.Identifier(try transaction.number)))
  }
}
