// What each word declares is explained once, at `FreeAgent.Word`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension FreeAgent {
  /// What kind of account it is.
  public struct BankAccountType: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An account at a bank; the default.
    public static let standard: Self = "StandardBankAccount"
    /// An account at PayPal.
    public static let payPal: Self = "PaypalAccount"
    /// A credit card.
    public static let creditCard: Self = "CreditCardAccount"
  }
}

extension FreeAgent {
  /// Whether an account is offered.
  public struct BankAccountStatus: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The account is offered.
    public static let active: Self = "active"
    /// The account is hidden.
    public static let hidden: Self = "hidden"
  }
}

extension FreeAgent {
  /// Which accounts are listed.
  public struct BankAccountView: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Accounts at banks.
    public static let standard: Self = "standard_bank_accounts"
    /// Credit cards.
    public static let creditCards: Self = "credit_card_accounts"
    /// Accounts at PayPal.
    public static let payPal: Self = "paypal_accounts"
  }
}

extension FreeAgent {
  /// Which transactions are listed.
  public struct TransactionView: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// All of them; the default.
    public static let all: Self = "all"
    /// Those with something left to explain.
    public static let unexplained: Self = "unexplained"
    /// Those with nothing left to explain.
    public static let explained: Self = "explained"
    /// Those that a person added.
    public static let manual: Self = "manual"
    /// Those of a statement or a feed.
    public static let imported: Self = "imported"
    /// Those whose explanation was guessed.
    public static let markedForReview: Self = "marked_for_review"
  }
}

extension FreeAgent {
  /// What a line of a statement is; some say which way the money went.
  public struct StatementLineType: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Money in.
    public static let credit: Self = "CREDIT"
    /// A dividend: money in.
    public static let dividend: Self = "DIV"
    /// A deposit: money in.
    public static let deposit: Self = "DEP"
    /// A direct deposit: money in.
    public static let directDeposit: Self = "DIRECTDEP"
    /// Money out.
    public static let debit: Self = "DEBIT"
    /// A fee: money out.
    public static let fee: Self = "FEE"
    /// A charge: money out.
    public static let serviceCharge: Self = "SRVCHG"
    /// A transfer: money out.
    public static let transfer: Self = "XFER"
    /// A cheque: money out.
    public static let cheque: Self = "CHECK"
    /// A payment: money out.
    public static let payment: Self = "PAYMENT"
    /// Cash: money out.
    public static let cash: Self = "CASH"
    /// A direct debit: money out.
    public static let directDebit: Self = "DIRECTDEBIT"
    /// A standing order: money out.
    public static let repeatingPayment: Self = "REPEATPMT"
    /// Interest, in or out.
    public static let interest: Self = "INT"
    /// A cash machine, in or out.
    public static let cashMachine: Self = "ATM"
    /// A card at a shop, in or out.
    public static let pointOfSale: Self = "POS"
    /// Anything else, in or out; the default.
    public static let other: Self = "OTHER"
  }
}

extension FreeAgent {
  /// What an explanation is; it follows from its members and is never sent.
  public struct ExplanationType: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Money out, filed under a category.
    public static let payment: Self = "Payment"
    /// A payment that came back.
    public static let refund: Self = "Refund"
    /// A bill, paid.
    public static let billPayment: Self = "Bill Payment"
    /// A bill, paid back.
    public static let billRefund: Self = "Bill Refund"
    /// An invoice, paid.
    public static let invoiceReceipt: Self = "Invoice Receipt"
    /// Income without an invoice.
    public static let sales: Self = "Sales"
    /// Such income, paid back.
    public static let salesRefund: Self = "Sales Refund"
    /// A credit note, paid.
    public static let creditNoteRefund: Self = "Credit Note Refund"
    /// To another account of the company.
    public static let transferTo: Self = "Transfer to Another Account"
    /// From another account of the company.
    public static let transferFrom: Self = "Transfer from Another Account"
    /// To a user, such as a salary.
    public static let paidToUser: Self = "Money Paid to User"
    /// From a user.
    public static let receivedFromUser: Self = "Money Received from User"
    /// A capital asset, bought.
    public static let capitalAssetPurchase: Self = "Purchase of Capital Asset"
    /// A capital asset, sold.
    public static let capitalAssetDisposal: Self = "Disposal of Capital Asset"
    /// Stock, bought.
    public static let stockPurchase: Self = "Purchase of Stock"
    /// Stock, sold.
    public static let stockSale: Self = "Sale of Stock"
    /// Money out, filed under a general category.
    public static let otherMoneyOut: Self = "Other Money Out"
    /// Money in, filed under a general category.
    public static let otherMoneyIn: Self = "Other Money In"
  }
}

extension FreeAgent {
  /// How a project’s customer is billed for a cost.
  public struct RebillType: Word {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// What it cost.
    public static let cost: Self = "cost"
    /// That and a share more: the factor 0.25 is a quarter.
    public static let markup: Self = "markup"
    /// A price: the factor.
    public static let price: Self = "price"
  }
}
