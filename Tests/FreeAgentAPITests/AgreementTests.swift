import Books
import BooksTestSupport
import Days
import FreeAgentAPI
import Money
import Testing

/// The words of the API and the rules of bookkeeping name the same things by the same words.
struct AgreementTests {
  @Test func `every field of the rules is a member of explanations`() {
    let names = FreeAgent.BankTransactionExplanation.schema.all.map(\.name)
    for field in ExplanationField.allCases {
      #expect(names.contains(field.rawValue), "\(field)")
      let member = FreeAgent.BankTransactionExplanation.schema[field.rawValue]
      #expect(member?.traits.contains(.readOnly) == false, "\(field)")
    }
  }

  @Test func `kinds, statuses, treatments, vehicles and engines are the API's words`() {
    let types: [FreeAgent.ExplanationType] = [
      .payment, .refund, .billPayment, .billRefund, .invoiceReceipt, .sales, .salesRefund,
      .creditNoteRefund, .transferTo, .transferFrom, .paidToUser, .receivedFromUser,
      .capitalAssetPurchase, .capitalAssetDisposal, .stockPurchase, .stockSale, .otherMoneyOut,
      .otherMoneyIn,
    ]
    #expect(types.map(\.rawValue) == ExplanationKind.allCases.map(\.rawValue))
    let statuses: [FreeAgent.ECStatus] = [
      .ukOrNonEC, .ecGoods, .ecServices, .reverseCharge, .ecVATMOSS,
    ]
    #expect(statuses.map(\.rawValue) == ECStatus.allCases.map(\.rawValue))
    let rates: [FreeAgent.AutomaticSalesTaxRate] = [
      .standard, .reduced, .zero, .exempt, .outsideTheScope,
    ]
    #expect(rates.map(\.rawValue) == VATTreatment.allCases.map(\.rawValue))
    let vehicles: [FreeAgent.VehicleType] = [.car, .motorcycle, .bicycle]
    #expect(vehicles.map(\.rawValue) == Vehicle.allCases.map(\.rawValue))
    let engines: [FreeAgent.EngineType] = [
      .petrol, .diesel, .lpg, .electric, .electricHome, .electricPublic,
    ]
    #expect(engines.map(\.rawValue) == Engine.allCases.map(\.rawValue))
  }

  @Test(arguments: [
    (
      FreeAgent.ExplanationContent.category(
        .init(url: "x/v2/categories/285"), description: "Hotel"), -10, ExplanationKind.payment
    ),
    (.category(.init(url: "x/v2/categories/285"), description: "Hotel"), 10, .refund),
    (.category(.init(url: "x/v2/categories/001"), description: nil), 10, .sales),
    (.category(.init(url: "x/v2/categories/051"), description: nil), 10, .otherMoneyIn),
    (.document(.init(url: "x/v2/invoices/1")), 10, .invoiceReceipt),
    (.document(.init(url: "x/v2/credit_notes/1")), -10, .creditNoteRefund),
    (.bill(link(1)), -10, .billPayment), (.transfer(link(2)), -10, .transferTo),
    (.user(link(1)), -10, .paidToUser),
    (.user(link(1), category: .init(url: "x/v2/categories/902")), -10, .paidToUser),
    (
      .capitalAssetPurchase(.init(url: "x/v2/categories/602"), years: 3, description: nil), -10,
      .capitalAssetPurchase
    ),
    (.capitalAssetDisposal(link(1), description: nil), 10, .capitalAssetDisposal),
    (.stock(link(1), quantity: 2, description: nil), -10, .stockPurchase),
  ])
  func `what an explanation is made of is the kind that the rules say, whole`(
    content: FreeAgent.ExplanationContent, value: Int, kind: ExplanationKind
  ) throws {
    let explanation = FreeAgent.BankTransactionExplanation(
      of: .transaction(link(8)), on: try day("2026-09-14"), value: ExactDecimal(Int64(value)),
      content)
    let amount = try Money(rounding: #require(explanation.grossValue), currency: .gbp)
    let draft = ExplanationDraft(
      fields: Set(explanation.members.keys.compactMap { ExplanationField(rawValue: $0) }),
      amount: amount, day: explanation.datedOn,
      category: explanation.category?.id.flatMap { NominalCode($0.description) },
      paysCreditNote: explanation.paidInvoice?.url.contains("credit_notes") == true)
    #expect(ExplanationKind(of: draft) == kind)
    let context = ExplanationContext(
      company: .limited, registration: .none, isInNorthernIreland: false, unexplained: amount,
      things: Set(ExplanationContext.Thing.allCases))
    #expect(context.problems(with: draft) == [])
  }

  @Test func `the settings of a service are a table of rates`() throws {
    let text = #"""
      {"mileage_rates":[{"from":"1970-01-01","to":"2011-04-05","value":{
      "Car":{"basic_rate":"0.4","additional_rate":"0.25"},"basic_rate_limit":10000}},
      {"from":"2011-04-06","to":"2099-12-31","value":{
      "Car":{"basic_rate":"0.45","additional_rate":"0.25"},"basic_rate_limit":10000}}]}
      """#
    let settings: FreeAgent.MileageSettings = try decoded(text)
    let table = MileageTable(
      try #require(settings.mileageRates).map { row in
        let car = try #require(row.rates?.car)
        return MileageRates(
          from: try #require(row.from),
          rates: [
            .car: MileageRate(
              first: try #require(car.basicRate), beyond: try #require(car.additionalRate))
          ], limit: try #require(row.rates?.basicRateLimit?.value))
      })
    let journey = Journey(on: try day("2025-09-01"), by: .car, miles: 120)
    let allowance = try #require(try MileageAllowance(of: journey, milesBefore: 9_950, by: table))
    #expect(allowance.amount.minorUnits == 4_000)
    #expect(
      try MileageAllowance(
        of: Journey(on: day("2025-09-01"), by: .bicycle, miles: 1), milesBefore: 0, by: table)
        == nil)
  }
}
