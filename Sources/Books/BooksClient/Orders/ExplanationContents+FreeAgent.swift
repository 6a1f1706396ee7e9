import Books
import FreeAgentAPI
import Money

extension ExplanationContents {
  /// The explanation as the API has it, of no transaction yet.
  func explanation(at root: FreeAgent.Root) -> FreeAgent.BankTransactionExplanation {
    FreeAgent.BankTransactionExplanation { made in
      made.datedOn = day
      made.grossValue = ExactDecimal(amount)
      made.description = description
      made.category = category.flatMap { BookID<FreeAgent.Category>($0.description) }?.link(
        at: root)
      made.ecStatus = ecStatus.map { FreeAgent.ECStatus(rawValue: $0.rawValue) }
      made.placeOfSupply = placeOfSupply
      made.chequeNumber = cheque
      made.receiptReference = receipt
      made.project = project?.link(at: root)
      made.rebillType = rebilling.map { FreeAgent.RebillType(rawValue: $0.rawValue) }
      made.rebillFactor = rebillFactor
      made.paidUser = user?.link(at: root)
      made.transferBankAccount = account?.link(at: root)
      made.stockItem = stock?.link(at: root)
      made.stockAlteringQuantity = quantity
      made.assetLifeYears = years.map { String($0) }
      made.disposedAsset = asset?.link(at: root)
      made.property = property?.link(at: root)
      made.foreignCurrencyValue = foreignAmount
      set(vat, of: &made)
      set(document, of: &made, at: root)
    }
  }

  private func set(_ vat: VAT?, of made: inout FreeAgent.BankTransactionExplanation) {
    switch vat {
    case .rate(let percent): made.salesTaxRate = percent
    case .amount(let amount): made.salesTaxValue = ExactDecimal(amount)
    case .untaxed(let treatment):
      made.salesTaxStatus = treatment == .exempt ? .exempt : .outOfScope
    case nil: break
    }
  }

  private func set(
    _ document: BookDocument?, of made: inout FreeAgent.BankTransactionExplanation,
    at root: FreeAgent.Root
  ) {
    switch document?.kind {
    case .invoice:
      made.paidInvoice = BookID<FreeAgent.Invoice>(document?.id ?? "")
        .map { FreeAgent.Link($0.link(at: root)) }
    case .creditNote:
      made.paidInvoice = BookID<FreeAgent.CreditNote>(document?.id ?? "")
        .map { FreeAgent.Link($0.link(at: root)) }
    case .bill: made.paidBill = BookID<FreeAgent.Bill>(document?.id ?? "")?.link(at: root)
    case nil: break
    }
  }
}
