import Books
import BooksTestSupport
import Days
import Money
import Testing

/// Fields that depend on others, and amounts.
struct ExplanationFieldTests {
  private func context(
    company: CompanyKind = .limited, registered: String? = "2020-04-01", until: String? = nil,
    isInNorthernIreland: Bool = false, unexplained: Int64 = -10_000
  ) throws -> ExplanationContext {
    ExplanationContext(
      company: company,
      registration: VATRegistration(from: try registered.map(day), until: try until.map(day)),
      isInNorthernIreland: isInNorthernIreland,
      unexplained: Money(minorUnits: unexplained, currency: .gbp), things: [.openInvoice])
  }

  private func draft(_ fields: Set<ExplanationField> = []) throws -> ExplanationDraft {
    ExplanationDraft(
      fields: fields.union([.datedOn, .grossValue, .category, .description]),
      amount: try pounds("-60"), day: try day("2026-09-14"), category: NominalCode("285"))
  }

  private func asked(
    _ draft: ExplanationDraft, _ context: ExplanationContext,
    _ kind: ExplanationKind = .payment
  ) -> Set<ExplanationField> {
    Set(kind.rule.fields(for: draft, in: context).map(\.field))
  }

  @Test func `a form for a payment asks for what applies, in its order`() throws {
    #expect(
      try ExplanationKind.payment.rule.fields(for: draft(), in: context()).map(\.field) == [
        .datedOn, .grossValue, .category, .description, .ecStatus, .salesTaxStatus, .salesTaxRate,
        .salesTaxValue, .project, .chequeNumber, .receiptReference, .attachment,
      ])
  }

  @Test func `VAT is asked for while the company is registered`() throws {
    #expect(try asked(draft(), context()).contains(.salesTaxRate))
    #expect(try !asked(draft(), context(registered: nil)).contains(.salesTaxRate))
    #expect(try !asked(draft(), context(registered: "2026-09-15")).contains(.salesTaxRate))
    #expect(try !asked(draft(), context(until: "2026-09-14")).contains(.salesTaxRate))
    var undated = try draft()
    undated.day = nil
    #expect(try asked(undated, context()).contains(.salesTaxRate))
    // The service takes it all the same.
    let problems = try context(registered: nil).problems(with: draft([.salesTaxRate]))
    #expect(problems == [])
  }

  @Test func `a place of supply, a price, a property are asked for if they are needed`() throws {
    var draft = try draft([.ecStatus, .project, .rebillType])
    let landlord = try context(company: .landlord)
    draft.ecStatus = .moss
    draft.rebilling = .markup
    let all: Set<ExplanationField> = [.placeOfSupply, .rebillType, .rebillFactor, .property]
    #expect(asked(draft, landlord).isSuperset(of: all))
    #expect(
      landlord.problems(with: draft) == [
        .missing(.placeOfSupply), .missing(.property), .missing(.rebillFactor),
      ])
    draft.ecStatus = .ukOrNonEC
    draft.rebilling = .cost
    draft.fields.remove(.project)
    #expect(try asked(draft, context()).isDisjoint(with: all))
  }

  @Test func `a value in another currency is asked for if there is one`() throws {
    var draft = ExplanationDraft(
      fields: [.datedOn, .grossValue, .paidInvoice], amount: try pounds("60"),
      day: try day("2026-09-14"), otherCurrency: .eur)
    let context = try context(unexplained: 10_000)
    #expect(context.problems(with: draft) == [.missing(.foreignCurrencyValue)])
    draft.otherCurrency = .gbp
    #expect(context.problems(with: draft) == [])
    #expect(!asked(draft, context, .invoiceReceipt).contains(.foreignCurrencyValue))
  }

  @Test(arguments: [
    ("-100", nil), ("-0.01", nil), ("-60", nil), ("0", SplitProblem.zero),
    ("-100.01", .tooMuch(rest: Money(minorUnits: -10_000, currency: .gbp))),
  ])
  func `an amount is a part of what is left`(amount: String, problem: SplitProblem?) throws {
    var draft = try draft()
    draft.amount = try pounds(amount)
    let found = try context().problems(with: draft, as: .payment)
    #expect(found == (problem.map { [.amount($0)] } ?? []))
  }

  @Test func `nothing is of no kind, whatever it is filed under`() throws {
    var draft = try draft()
    draft.amount = try pounds("0")
    #expect(ExplanationKind(of: draft) == nil)
    #expect(try context().problems(with: draft) == [.amount(.zero)])
  }

  @Test func `a status that ended, and a transfer to itself, are refused`() throws {
    var draft = try draft([.ecStatus])
    draft.ecStatus = .goods
    #expect(try context().problems(with: draft) == [.ecStatus(.goods)])
    #expect(try context(isInNorthernIreland: true).problems(with: draft) == [])
    draft.day = try day("2020-12-31")
    #expect(try context().problems(with: draft) == [])
    let transfer = ExplanationDraft(
      fields: [.datedOn, .grossValue, .transferBankAccount], amount: try pounds("-60"),
      day: try day("2026-09-14"), transfersToItself: true)
    let problems = try context().problems(with: transfer)
    #expect(problems == [.notOffered(.transferTo, .anotherAccount), .sameAccount])
  }

  @Test func `a document that is paid is an invoice unless it is a credit note`() throws {
    var draft = ExplanationDraft(
      fields: [.datedOn, .grossValue, .paidInvoice], amount: try pounds("-60"),
      day: try day("2026-09-14"))
    #expect(ExplanationKind(of: draft) == .invoiceReceipt)
    #expect(try context().problems(with: draft) == [.direction(.invoiceReceipt)])
    draft.paysCreditNote = true
    #expect(ExplanationKind(of: draft) == .creditNoteRefund)
    #expect(
      try context().problems(with: draft) == [.notOffered(.creditNoteRefund, .openCreditNote)])
  }

  @Test func `a category that cannot be read is a missing one`() throws {
    var draft = try draft()
    draft.category = nil
    #expect(ExplanationKind(of: draft) == nil)
    #expect(try context().problems(with: draft) == [.noKind])
    #expect(try context().problems(with: draft, as: .payment) == [.missing(.category)])
    #expect(
      try context().problems(with: ExplanationDraft())
        == [.missing(.datedOn), .missing(.grossValue), .noKind])
  }

  @Test(arguments: [
    ("602", "10", ExplanationKind.otherMoneyIn), ("602", "-10", .capitalAssetPurchase),
    ("907", "-10", .paidToUser), ("907", "10", .receivedFromUser), ("817", "-10", .payment),
    ("817", "10", .refund), ("609-1", "-10", .stockPurchase), ("750", "10", .otherMoneyIn),
    ("049", "10", .sales), ("049", "-10", .salesRefund), ("102", "-10", .payment),
  ])
  func `a category alone says what the money was`(
    code: String, amount: String, kind: ExplanationKind
  ) throws {
    let draft = ExplanationDraft(
      fields: [.category], amount: try pounds(amount), category: NominalCode(code))
    #expect(ExplanationKind(of: draft) == kind)
  }
}
