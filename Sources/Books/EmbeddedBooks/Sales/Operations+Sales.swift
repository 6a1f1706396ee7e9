import FreeAgentAPI

extension Operations {
  static let priceList: [Operation] = [
    .getting(FreeAgent.PriceListItem.self) { try $1.priceListItem($0.id) },
    .listing(FreeAgent.PriceListItem.self) { try $1.priceList($2, $3) },
    .creating(FreeAgent.PriceListItem.self) { try $1.add($2) },
    .updating(FreeAgent.PriceListItem.self) { try $1.change(priceListItem: $0.id, by: $2) },
    .deleting(FreeAgent.PriceListItem.self) { try $1.delete(priceListItem: $0.id) },
  ]

  static let recurringInvoices: [Operation] = [
    .getting(FreeAgent.RecurringInvoice.self) { try $1.recurringInvoice($0.id) },
    .listing(FreeAgent.RecurringInvoice.self) { try $1.recurringInvoices($2, $3) },
  ]

  static let reconciliations: [Operation] = [
    .getting(FreeAgent.CreditNoteReconciliation.self) { try $1.reconciliation($0.id) },
    .listing(FreeAgent.CreditNoteReconciliation.self) { try $1.reconciliations($2, $3) },
    .creating(FreeAgent.CreditNoteReconciliation.self) { try $1.add($2) },
    .updating(FreeAgent.CreditNoteReconciliation.self) {
      try $1.change(reconciliation: $0.id, by: $2)
    },
    .deleting(FreeAgent.CreditNoteReconciliation.self) { try $1.delete(reconciliation: $0.id) },
  ]
}
