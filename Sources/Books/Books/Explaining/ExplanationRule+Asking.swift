import Money

extension ExplanationRule {
  /// The fields that a form asks for, in its order.
  ///
  /// - Parameters:
  ///   - draft: what is known so far; without a day VAT is asked for if the company was ever registered.
  ///   - context: what there is around it.
  /// - Returns: the rules of the fields.
  public func fields(
    for draft: ExplanationDraft, in context: ExplanationContext
  ) -> [ExplanationFieldRule] {
    fields.filter { rule in
      rule.condition.map { $0.isMet(by: draft, in: context) } ?? true
    }
  }
}

extension ExplanationFieldCondition {
  /// Whether a field with this condition is asked for.
  public func isMet(by draft: ExplanationDraft, in context: ExplanationContext) -> Bool {
    switch self {
    case .vatRegistered:
      draft.day.map(context.registration.contains) ?? (context.registration.from != nil)
    case .placeOfSupply: draft.ecStatus == .moss
    case .project: draft.fields.contains(.project)
    case .rebillFactor: draft.rebilling == .markup || draft.rebilling == .price
    case .foreignCurrency:
      draft.otherCurrency.map { $0 != context.unexplained.currency } ?? false
    case .landlord: context.company == .landlord
    }
  }
}

extension ExplanationKind {
  /// The kind that an explanation is by what it has, as the service finds it out; nil if it has nothing
  /// that says so.
  ///
  /// Source: FreeAgent API documentation, “Bank Transaction Explanations”: the kind is never sent.
  public init?(of draft: ExplanationDraft) {
    guard let direction = draft.amount.flatMap(MoneyDirection.init(of:)) else { return nil }
    let isOut = direction == .moneyOut
    if draft.fields.contains(.disposedAsset) {
      self = .capitalAssetDisposal
    } else if draft.fields.contains(.transferBankAccount) {
      self = isOut ? .transferTo : .transferFrom
    } else if draft.fields.contains(.paidBill) {
      self = isOut ? .billPayment : .billRefund
    } else if draft.fields.contains(.paidInvoice) {
      self = draft.paysCreditNote ? .creditNoteRefund : .invoiceReceipt
    } else if draft.fields.contains(.paidUser) {
      self = isOut ? .paidToUser : .receivedFromUser
    } else if draft.fields.contains(.stockItem) {
      self = isOut ? .stockPurchase : .stockSale
    } else if let group = draft.category?.group {
      self = ExplanationKind(of: group, isOut: isOut)
    } else {
      return nil
    }
  }

  private init(of group: CategoryGroup, isOut: Bool) {
    self =
      switch group {
      case .adminExpenses, .costOfSales, .tax: isOut ? .payment : .refund
      case .income: isOut ? .salesRefund : .sales
      case .capitalAsset where isOut: .capitalAssetPurchase
      case .user: isOut ? .paidToUser : .receivedFromUser
      case .stock: isOut ? .stockPurchase : .stockSale
      case .capitalAsset, .bankAccount, .general: isOut ? .otherMoneyOut : .otherMoneyIn
      }
  }
}
