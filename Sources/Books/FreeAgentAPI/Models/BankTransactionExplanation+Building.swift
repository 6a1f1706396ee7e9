public import Days
public import Money

extension FreeAgent {
  /// What a new explanation is for.
  public enum ExplanationSubject: Sendable, Hashable {
    /// A transaction, or a part of it.
    case transaction(Link<BankTransaction>)
    /// An account, in which a transaction is made too.
    case account(Link<BankAccount>)
  }

  /// What an explanation says the money was, with what only such an explanation needs.
  ///
  /// The service knows the kind by these members alone.
  ///
  /// Source: the page “Bank Transaction Explanations”.
  public enum ExplanationContent: Sendable, Hashable {
    /// Filed under a category: a payment, sales, other money, or the reverse of either.
    case category(Link<Category>, description: String?)
    /// An invoice, or a credit note, was paid; the value in its currency if that is another.
    case document(Link<PaidDocument>, foreignValue: ExactDecimal? = nil)
    /// A bill was paid, or paid back; the value in its currency if that is another.
    case bill(Link<Bill>, foreignValue: ExactDecimal? = nil)
    /// Money went to another account of the company, or came from it.
    case transfer(Link<BankAccount>)
    /// A user got money or gave it; without a category the service finds out what for.
    case user(Link<User>, category: Link<Category>? = nil, description: String? = nil)
    /// A capital asset was bought: a category 601 to 607, and over how many years it is depreciated.
    case capitalAssetPurchase(Link<Category>, years: Int?, description: String?)
    /// A capital asset was sold or given away.
    case capitalAssetDisposal(Link<CapitalAsset>, description: String?)
    /// Stock was bought or sold: of which item, and how much.
    case stock(Link<StockItem>, quantity: Int, description: String?)
  }
}

extension FreeAgent.BankTransactionExplanation {
  /// Makes an explanation that has exactly what its kind needs; the rest is set afterwards.
  ///
  /// - Parameters:
  ///   - subject: what it is for.
  ///   - day: its day.
  ///   - value: how much, in the account's currency; negative if money went.
  ///   - content: what the money was.
  public init(
    of subject: FreeAgent.ExplanationSubject, on day: Day, value: ExactDecimal,
    _ content: FreeAgent.ExplanationContent
  ) {
    self.init()
    switch subject {
    case .transaction(let transaction): self.bankTransaction = transaction
    case .account(let account): self.bankAccount = account
    }
    self.datedOn = day
    self.grossValue = value
    switch content {
    case .category(let category, let description):
      self.category = category
      self.description = description
    case .document(let document, let foreignValue):
      self.paidInvoice = document
      self.foreignCurrencyValue = foreignValue
    case .bill(let bill, let foreignValue):
      self.paidBill = bill
      self.foreignCurrencyValue = foreignValue
    case .transfer(let account): self.transferBankAccount = account
    case .user(let user, let category, let description):
      self.paidUser = user
      self.category = category
      self.description = description
    case .capitalAssetPurchase(let category, let years, let description):
      self.category = category
      self.assetLifeYears = years.map(String.init)
      self.description = description
    case .capitalAssetDisposal(let asset, let description):
      self.disposedAsset = asset
      self.description = description
    case .stock(let item, let quantity, let description):
      self.stockItem = item
      self.stockAlteringQuantity = quantity
      self.description = description
    }
  }

  /// The change that approves an explanation that was guessed, and changes nothing else.
  public static var approval: Self { Self { $0.markedForReview = false } }
}
