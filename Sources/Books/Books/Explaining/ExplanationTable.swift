extension ExplanationRule {
  /// Every kind, in the order in which they are offered.
  ///
  /// Sources: FreeAgent, support articles 115001222544 and 4407514294546 for the kinds by direction,
  /// 115001222464 for those about users, “Explaining transactions” for those about bills; API
  /// documentation, “Bank Transaction Explanations”, for the fields. That disposals and stock are offered
  /// only if there is something of it is a decision of this project.
  public static let all: [ExplanationRule] = [
    ExplanationRule(
      .payment, .moneyOut, categories: [.adminExpenses, .costOfSales, .tax],
      fields: [.required(.category), .required(.description)] + .vat + .property + .rebilling
        + [.optional(.chequeNumber)] + .papers),
    ExplanationRule(
      .refund, .moneyIn, categories: [.adminExpenses, .costOfSales, .tax],
      fields: [.required(.category), .required(.description)] + .vat + .property + .papers),
    ExplanationRule(
      .billPayment, .moneyOut, if: [.openBill],
      fields: [.required(.paidBill), .required(.foreignCurrencyValue, if: .foreignCurrency)]),
    ExplanationRule(
      .billRefund, .moneyIn, if: [.openBillRefund],
      fields: [.required(.paidBill), .required(.foreignCurrencyValue, if: .foreignCurrency)]),
    ExplanationRule(
      .invoiceReceipt, .moneyIn, if: [.openInvoice],
      fields: [.required(.paidInvoice), .required(.foreignCurrencyValue, if: .foreignCurrency)]),
    ExplanationRule(
      .sales, .moneyIn, if: [.notLandlord], categories: [.income],
      fields: [.required(.category), .optional(.description)] + .vat + .papers),
    ExplanationRule(
      .salesRefund, .moneyOut, if: [.notLandlord], categories: [.income],
      fields: [.required(.category), .optional(.description)] + .vat + .papers),
    ExplanationRule(
      .creditNoteRefund, .moneyOut, if: [.openCreditNote],
      fields: [.required(.paidInvoice), .required(.foreignCurrencyValue, if: .foreignCurrency)]),
    ExplanationRule(
      .transferTo, .moneyOut, if: [.anotherAccount],
      fields: [
        .required(.transferBankAccount), .required(.foreignCurrencyValue, if: .foreignCurrency),
      ]),
    ExplanationRule(
      .transferFrom, .moneyIn, if: [.anotherAccount],
      fields: [
        .required(.transferBankAccount), .required(.foreignCurrencyValue, if: .foreignCurrency),
      ]),
    ExplanationRule(
      .paidToUser, .moneyOut, if: [.notPersonal, .nativeCurrency], categories: [.user],
      fields: [.required(.paidUser), .optional(.category), .optional(.description)] + .papers),
    ExplanationRule(
      .receivedFromUser, .moneyIn, if: [.notPersonal, .nativeCurrency], categories: [.user],
      fields: [.required(.paidUser), .optional(.category), .optional(.description)] + .papers),
    ExplanationRule(
      .capitalAssetPurchase, .moneyOut, categories: [.capitalAsset],
      fields: [.required(.category), .optional(.description), .optional(.assetLifeYears)] + .vat
        + .papers),
    ExplanationRule(
      .capitalAssetDisposal, .moneyIn, if: [.capitalAsset],
      fields: [.required(.disposedAsset), .optional(.description)] + .vat + .papers),
    ExplanationRule(
      .stockPurchase, .moneyOut, if: [.stockItem],
      fields: [
        .required(.stockItem), .required(.stockAlteringQuantity), .optional(.description),
      ] + .vat + .papers),
    ExplanationRule(
      .stockSale, .moneyIn, if: [.stockItem],
      fields: [
        .required(.stockItem), .required(.stockAlteringQuantity), .optional(.description),
      ] + .vat + .papers),
    ExplanationRule(
      .otherMoneyOut, .moneyOut, categories: [.general],
      fields: [.required(.category), .optional(.description)] + .vat + .property + .papers),
    ExplanationRule(
      .otherMoneyIn, .moneyIn, categories: [.general],
      fields: [.required(.category), .optional(.description)] + .vat + .property + .papers),
  ]
}

extension [ExplanationFieldRule] {
  fileprivate static var papers: Self { ExplanationFieldRule.papers }
  fileprivate static var vat: Self { ExplanationFieldRule.vat }
  fileprivate static var rebilling: Self { ExplanationFieldRule.rebilling }
  fileprivate static var property: Self { [.required(.property, if: .landlord)] }
}
