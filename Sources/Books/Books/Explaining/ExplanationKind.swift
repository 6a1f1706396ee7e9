public import Money

/// Whether money comes in or goes out.
public enum MoneyDirection: Sendable, Hashable, CaseIterable {
  /// It comes in: the amount is above zero.
  case moneyIn
  /// It goes out: the amount is below zero.
  case moneyOut

  /// The direction of an amount; nil for none.
  public init?(of amount: Money) {
    guard !amount.isZero else { return nil }
    self = amount.isNegative ? .moneyOut : .moneyIn
  }
}

/// What an explanation says that a transaction was, by the product's words.
///
/// Source: FreeAgent, support articles 115001222544 and 4407514294546. The words `Payment`, `Invoice
/// Receipt` and those of transfers are seen in answers of the API; the others follow the product.
public enum ExplanationKind: String, Sendable, Hashable, Codable, CaseIterable {
  /// Money out, filed under a category.
  case payment = "Payment"
  /// A payment that came back.
  case refund = "Refund"
  /// A bill, paid.
  case billPayment = "Bill Payment"
  /// A bill, paid back.
  case billRefund = "Bill Refund"
  /// An invoice, paid.
  case invoiceReceipt = "Invoice Receipt"
  /// Income without an invoice.
  case sales = "Sales"
  /// Such income, paid back.
  case salesRefund = "Sales Refund"
  /// A credit note, or an invoice of less than nothing, paid.
  case creditNoteRefund = "Credit Note Refund"
  /// To another account of the company.
  case transferTo = "Transfer to Another Account"
  /// From another account of the company.
  case transferFrom = "Transfer from Another Account"
  /// To a user, such as a salary.
  case paidToUser = "Money Paid to User"
  /// From a user.
  case receivedFromUser = "Money Received from User"
  /// A capital asset, bought.
  case capitalAssetPurchase = "Purchase of Capital Asset"
  /// A capital asset, sold.
  case capitalAssetDisposal = "Disposal of Capital Asset"
  /// Stock, bought.
  case stockPurchase = "Purchase of Stock"
  /// Stock, sold.
  case stockSale = "Sale of Stock"
  /// Money out, filed under a general category.
  case otherMoneyOut = "Other Money Out"
  /// Money in, filed under a general category.
  case otherMoneyIn = "Other Money In"

  /// The rule of this kind.
  public var rule: ExplanationRule {
    // Every kind has one; a test says so.
    ExplanationRule.all.first { $0.kind == self } ?? ExplanationRule(self, .moneyOut, fields: [])
  }
}

extension ExplanationKind {
  /// Whether the VAT of such an explanation is that of a sale.
  ///
  /// - Parameter category: its category; nil if it has none.
  public func isSale(under category: NominalCode?) -> Bool {
    switch self {
    case .sales, .salesRefund, .stockSale, .capitalAssetDisposal: true
    // Income has the codes before those of costs.
    case .otherMoneyOut, .otherMoneyIn: category.map { $0.number < 96 } ?? false
    case .payment, .refund, .billPayment, .billRefund, .invoiceReceipt, .creditNoteRefund,
      .transferTo, .transferFrom, .paidToUser, .receivedFromUser, .capitalAssetPurchase,
      .stockPurchase:
      false
    }
  }
}

/// What an explanation may have, by the names of the API.
public enum ExplanationField: String, Sendable, Hashable, CaseIterable {
  /// The day on which the books have the amount.
  case datedOn = "dated_on"
  /// The amount, with its sign.
  case grossValue = "gross_value"
  /// What it was, in words.
  case description
  /// The category that it is filed under.
  case category
  /// The rate of VAT.
  case salesTaxRate = "sales_tax_rate"
  /// The amount of VAT.
  case salesTaxValue = "sales_tax_value"
  /// Whether VAT is due.
  case salesTaxStatus = "sales_tax_status"
  /// The status for VAT reports.
  case ecStatus = "ec_status"
  /// The country of an EC VAT MOSS supply.
  case placeOfSupply = "place_of_supply"
  /// The number of the cheque that paid it.
  case chequeNumber = "cheque_number"
  /// The number of a receipt.
  case receiptReference = "receipt_reference"
  /// The file that is attached, such as a receipt.
  case attachment
  /// The project whose customer pays.
  case project
  /// How that customer is billed.
  case rebillType = "rebill_type"
  /// The share or the price of that.
  case rebillFactor = "rebill_factor"
  /// The invoice, or credit note.
  case paidInvoice = "paid_invoice"
  /// The bill that was paid, or paid back.
  case paidBill = "paid_bill"
  /// The amount in the document's currency, or the other account's.
  case foreignCurrencyValue = "foreign_currency_value"
  /// The user who got the money or gave it.
  case paidUser = "paid_user"
  /// The other account.
  case transferBankAccount = "transfer_bank_account"
  /// The stock that was bought or sold.
  case stockItem = "stock_item"
  /// How much of it.
  case stockAlteringQuantity = "stock_altering_quantity"
  /// Over how many years the asset is depreciated.
  case assetLifeYears = "asset_life_years"
  /// The asset that was sold.
  case disposedAsset = "disposed_asset"
  /// The property of a landlord.
  case property
}
