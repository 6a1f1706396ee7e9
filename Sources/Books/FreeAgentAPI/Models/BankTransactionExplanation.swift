// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import Money
public import ServiceBasics

extension FreeAgent {
  /// What a transaction, or a part of it, was.
  ///
  /// Source: the page “Bank Transaction Explanations”.
  ///
  /// A new one has either a transaction or an account; which others it needs follows from what it is.
  public struct BankTransactionExplanation: Resource, Listed, Creatable, Updatable, Deletable {
    public static let schema = Schema(Fields())
    public static let collections = [
      "bank_transaction_explanations", "bank_transaction_explanation",
    ]
    public static let key = "bank_transaction_explanation"
    public static let level = PermissionLevel.banking
    public typealias Filter = ExplanationFilter

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address, which ends in its id.
      public let url = Field<Link<BankTransactionExplanation>>("url", [.readOnly, .essential])
      /// The account, in which a new one makes a transaction too.
      public let bankAccount = Field<Link<BankAccount>>("bank_account")
      /// The transaction that it explains, or a part of.
      public let bankTransaction = Field<Link<BankTransaction>>("bank_transaction")
      /// Which kind of explanation it is; the service finds that by the other members.
      public let type = Field<ExplanationType>("type", .readOnly)
      /// The day on which the books have the amount.
      public let datedOn = Field<Day>("dated_on", [.required, .essential])
      /// How much, in the account’s currency; negative if it went.
      public let grossValue = Field<ExactDecimal>("gross_value", [.required, .essential])
      /// What the money was for, in words; transfers and receipts of invoices need none.
      public let description = Field<String>("description")
      /// Category and VAT in words; in answers, not in the page.
      public let detail = Field<String>("detail", .readOnly)
      /// The category that it is filed under; nil if its kind has none, such as a transfer.
      public let category = Field<Link<Category>>("category")
      /// The category by its code; taken by the service, not in the page.
      public let nominalCode = Field<String>("nominal_code", .writeOnly)
      /// The status for VAT reports.
      public let ecStatus = Field<ECStatus>("ec_status")
      /// The country, if that is ``ECStatus/ecVATMOSS``.
      public let placeOfSupply = Field<String>("place_of_supply")
      /// The VAT, in per cent.
      public let salesTaxRate = Field<ExactDecimal>("sales_tax_rate", .essential)
      /// The VAT as an amount, with the sign of the value.
      public let salesTaxValue = Field<ExactDecimal>("sales_tax_value", .essential)
      /// Whether VAT is due.
      public let salesTaxStatus = Field<SalesTaxStatus>("sales_tax_status")
      /// The second sales tax, in per cent.
      public let secondSalesTaxRate = Field<ExactDecimal>("second_sales_tax_rate", .essential)
      /// The second sales tax as an amount.
      public let secondSalesTaxValue = Field<ExactDecimal>("second_sales_tax_value", .essential)
      /// Whether the second sales tax is due.
      public let secondSalesTaxStatus = Field<SalesTaxStatus>("second_sales_tax_status")
      /// The number of the cheque that paid it.
      public let chequeNumber = Field<String>("cheque_number")
      /// The number of a receipt.
      public let receiptReference = Field<String>("receipt_reference")
      /// The file that is attached, such as a receipt; nil if there is none.
      public let attachment = Field<Attachment>("attachment")
      /// Whether it was guessed and waits for approval.
      public let markedForReview = Field<Bool>("marked_for_review")
      /// Whether money came.
      public let isMoneyIn = Field<Bool>("is_money_in", .readOnly)
      /// Whether money went.
      public let isMoneyOut = Field<Bool>("is_money_out", .readOnly)
      /// Whether a user got it or gave it.
      public let isMoneyPaidToUser = Field<Bool>("is_money_paid_to_user", .readOnly)
      /// Whether it can no longer be changed.
      public let isLocked = Field<Bool>("is_locked", .readOnly)
      /// Whether it can be deleted.
      public let isDeletable = Field<Bool>("is_deletable", .readOnly)
      /// The members that can no longer be changed.
      public let lockedAttributes = Field<[String]>("locked_attributes", .readOnly)
      /// Why, in words.
      public let lockedReason = Field<String>("locked_reason", .readOnly)
      /// The project whose customer pays.
      public let project = Field<Link<Project>>("project")
      /// How that customer is billed.
      public let rebillType = Field<RebillType>("rebill_type")
      /// The share or the price, if it is not at cost.
      public let rebillFactor = Field<ExactDecimal>("rebill_factor", .essential)
      /// The invoice that was paid, or the credit note.
      public let paidInvoice = Field<Link<PaidDocument>>("paid_invoice")
      /// The bill that was paid.
      public let paidBill = Field<Link<Bill>>("paid_bill")
      /// How much in the currency of the document, if that is another.
      public let foreignCurrencyValue = Field<ExactDecimal>("foreign_currency_value", .essential)
      /// The user who got the money or gave it.
      public let paidUser = Field<Link<User>>("paid_user")
      /// The account to or from which it was transferred.
      public let transferBankAccount = Field<Link<BankAccount>>("transfer_bank_account")
      /// How much in the currency of that account; in answers, not in the page.
      public let transferValue = Field<ExactDecimal>("transfer_value", .readOnly)
      /// The other side of a transfer.
      public let linkedTransferExplanation = Field<Link<BankTransactionExplanation>>(
        "linked_transfer_explanation", .readOnly)
      /// The account of the other side.
      public let linkedTransferAccount = Field<Link<BankAccount>>(
        "linked_transfer_account", .readOnly)
      /// The stock that was bought or sold.
      public let stockItem = Field<Link<StockItem>>("stock_item")
      /// How much of it.
      public let stockAlteringQuantity = Field<Int>("stock_altering_quantity")
      /// The capital asset that was bought.
      public let capitalAsset = Field<Link<CapitalAsset>>("capital_asset", .readOnly)
      /// Over how many years it is depreciated; deprecated.
      public let assetLifeYears = Field<String>("asset_life_years")
      /// The capital asset that was sold.
      public let disposedAsset = Field<Link<CapitalAsset>>("disposed_asset")
      /// The property, for a landlord.
      public let property = Field<Link<Property>>("property")
      /// Whether the service still works on it; in answers, not in the page.
      public let hasPendingOperation = Field<Bool>("has_pending_operation", .readOnly)
      /// What the bank says; in answers, not in the page.
      public let transactionDescription = Field<String>("transaction_description", .readOnly)
      /// When it last changed.
      public let updatedAt = Field<Timestamp>("updated_at", .readOnly)
    }
  }
}
