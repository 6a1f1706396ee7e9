import Books
import BooksTestSupport
import Days
import Money
import Testing

struct ExplanationTests {
  /// Each kind: its direction, what must be there, and what is enough to say that it is this one.
  struct Case: Sendable, CustomTestStringConvertible {
    let kind: ExplanationKind
    let isOut: Bool
    let conditions: [ExplanationCondition]
    let code: String?
    let required: Set<ExplanationField>
    var testDescription: String { kind.rawValue }

    static let all: [Case] = [
      Case(.payment, out: true, code: "285", [.category, .description]),
      Case(.refund, out: false, code: "285", [.category, .description]),
      Case(.billPayment, out: true, if: [.openBill], [.paidBill]),
      Case(.billRefund, out: false, if: [.openBillRefund], [.paidBill]),
      Case(.invoiceReceipt, out: false, if: [.openInvoice], [.paidInvoice]),
      Case(.sales, out: false, if: [.notLandlord], code: "001", [.category]),
      Case(.salesRefund, out: true, if: [.notLandlord], code: "001", [.category]),
      Case(.creditNoteRefund, out: true, if: [.openCreditNote], [.paidInvoice]),
      Case(.transferTo, out: true, if: [.anotherAccount], [.transferBankAccount]),
      Case(.transferFrom, out: false, if: [.anotherAccount], [.transferBankAccount]),
      Case(.paidToUser, out: true, if: [.notPersonal, .nativeCurrency], [.paidUser]),
      Case(.receivedFromUser, out: false, if: [.notPersonal, .nativeCurrency], [.paidUser]),
      Case(.capitalAssetPurchase, out: true, code: "602", [.category]),
      Case(.capitalAssetDisposal, out: false, if: [.capitalAsset], [.disposedAsset]),
      Case(.stockPurchase, out: true, if: [.stockItem], [.stockItem, .stockAlteringQuantity]),
      Case(.stockSale, out: false, if: [.stockItem], [.stockItem, .stockAlteringQuantity]),
      Case(.otherMoneyOut, out: true, code: "051", [.category]),
      Case(.otherMoneyIn, out: false, code: "051", [.category]),
    ]

    init(
      _ kind: ExplanationKind, out isOut: Bool, if conditions: [ExplanationCondition] = [],
      code: String? = nil, _ required: Set<ExplanationField>
    ) {
      self.kind = kind
      self.isOut = isOut
      self.conditions = conditions
      self.code = code
      self.required = required.union([.datedOn, .grossValue])
    }

    var amount: Money { Money(minorUnits: isOut ? -27_978 : 27_978, currency: .gbp) }

    /// What is enough, for an amount of the kind's direction.
    var draft: ExplanationDraft {
      ExplanationDraft(
        fields: required, amount: amount, day: Day("2026-09-14"),
        category: code.flatMap { NominalCode($0) }, paysCreditNote: kind == .creditNoteRefund)
    }
  }

  private func context(
    _ minorUnits: Int64 = -27_978, company: CompanyKind = .limited, isPersonal: Bool = false,
    currency: Currency = .gbp,
    things: Set<ExplanationContext.Thing> = Set(ExplanationContext.Thing.allCases)
  ) throws -> ExplanationContext {
    ExplanationContext(
      company: company, registration: VATRegistration(from: try day("2020-04-01")),
      isInNorthernIreland: false, isPersonal: isPersonal,
      unexplained: Money(minorUnits: minorUnits, currency: currency),
      things: things)
  }

  @Test func `every kind is in the table once`() {
    #expect(ExplanationRule.all.map(\.kind) == ExplanationKind.allCases)
    #expect(Case.all.map(\.kind) == ExplanationKind.allCases)
  }

  @Test(arguments: Case.all)
  func `a kind is for one direction, under its conditions`(_ expected: Case) {
    let rule = expected.kind.rule
    #expect(rule.direction == (expected.isOut ? .moneyOut : .moneyIn))
    #expect(rule.conditions == expected.conditions)
    let always = rule.fields.filter { $0.isRequired && $0.condition == nil }.map(\.field)
    #expect(Set(always) == expected.required)
    #expect(Set(rule.fields.map(\.field)).count == rule.fields.count)
    #expect(rule.categories.isEmpty == (rule[.category] == nil))
  }

  @Test(arguments: Case.all)
  func `what is enough for a kind says which it is, and nothing is wrong with it`(
    _ expected: Case
  ) throws {
    let context = try context(expected.amount.minorUnits)
    #expect(ExplanationKind(of: expected.draft) == expected.kind)
    #expect(context.problems(with: expected.draft) == [])
    #expect(context.problems(with: expected.draft, as: expected.kind) == [])
  }

  @Test(arguments: Case.all)
  func `without any one of them something is wrong`(_ expected: Case) throws {
    let context = try context(expected.amount.minorUnits)
    for field in expected.required {
      var draft = expected.draft
      draft.fields.remove(field)
      switch field {
      case .datedOn: draft.day = nil
      case .grossValue: draft.amount = nil
      case .category: draft.category = nil
      default: break
      }
      #expect(
        context.problems(with: draft, as: expected.kind).contains(.missing(field)), "\(field)")
    }
  }

  @Test(arguments: Case.all)
  func `for money of the other direction it is refused`(_ expected: Case) throws {
    let context = try context(-expected.amount.minorUnits)
    var draft = expected.draft
    draft.amount = try expected.amount.negated()
    #expect(context.problems(with: draft, as: expected.kind).contains(.direction(expected.kind)))
    #expect(!context.offered.contains { $0.kind == expected.kind })
  }

  @Test(arguments: Case.all)
  func `what it does not have is refused`(_ expected: Case) throws {
    let context = try context(expected.amount.minorUnits)
    for field in ExplanationField.allCases {
      var draft = expected.draft
      draft.fields.insert(field)
      let isRefused = context.problems(with: draft, as: expected.kind).contains(.notOfKind(field))
      #expect(isRefused == (expected.kind.rule[field] == nil), "\(field)")
    }
    if let code = expected.code {
      for other in ["001", "150", "285", "602", "051", "750", "817", "907", "609"]
      where other != code {
        var draft = expected.draft
        draft.category = NominalCode(other)
        let found = try #require(draft.category)
        let isRefused = context.problems(with: draft, as: expected.kind).contains(.category(found))
        #expect(isRefused != expected.kind.rule.categories.contains(found.group))
      }
    }
  }

  @Test func `by sign, company and account the right kinds are offered`() throws {
    let bare: [ExplanationKind] = [
      .payment, .salesRefund, .paidToUser, .capitalAssetPurchase, .otherMoneyOut,
    ]
    #expect(try context(things: []).offered.map(\.kind) == bare)
    #expect(
      try context(1, things: []).offered.map(\.kind)
        == [.refund, .sales, .receivedFromUser, .otherMoneyIn])
    #expect(try context(0).offered.isEmpty)
    #expect(
      try context(company: .landlord, things: []).offered.map(\.kind)
        == bare.filter { $0 != .salesRefund })
    #expect(
      try context(isPersonal: true, things: []).offered.map(\.kind)
        == bare.filter { $0 != .paidToUser })
    #expect(
      try context(currency: .eur, things: []).offered.map(\.kind)
        == bare.filter { $0 != .paidToUser })
    let all = try [context(), context(1)].flatMap(\.offered).map(\.kind)
    #expect(Set(all) == Set(ExplanationKind.allCases))
    #expect(all.count == ExplanationKind.allCases.count)
  }

  @Test(
    arguments: zip(
      ExplanationContext.Thing.allCases,
      [
        [ExplanationKind.billPayment], [.billRefund], [.invoiceReceipt], [.creditNoteRefund],
        [.transferTo, .transferFrom], [.capitalAssetDisposal], [.stockPurchase, .stockSale],
      ]))
  func `each thing that there is offers its kinds`(
    thing: ExplanationContext.Thing, kinds: [ExplanationKind]
  ) throws {
    let with = try [context(things: [thing]), context(1, things: [thing])].flatMap(\.offered)
    let without = try [context(things: []), context(1, things: [])].flatMap(\.offered)
    #expect(Set(with.map(\.kind)).subtracting(without.map(\.kind)) == Set(kinds))
    for kind in kinds {
      #expect(try context(things: []).unmetConditions(of: kind).count == 1)
    }
  }
}
