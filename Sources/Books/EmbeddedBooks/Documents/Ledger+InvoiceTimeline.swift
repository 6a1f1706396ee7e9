import FreeAgentAPI
import GRDB
import Money

extension Ledger {
  /// What was paid of invoices, the earliest first; what else the service lists there is not documented.
  func invoiceTimeline() throws -> [FreeAgent.InvoiceTimelineItem] {
    try rows(
      """
      SELECT document.reference, document.contact, document.currency, explanation.day,
        explanation.settled
      FROM explanation JOIN document ON document.id = explanation.document
      WHERE document.kind = 'invoice' ORDER BY explanation.day, explanation.id
      """
    ).map { row in
      let amount = Money(minorUnits: row["settled"], currency: row.currency)
      let contact = try name(ofContact: row["contact"])
      return FreeAgent.InvoiceTimelineItem {
        $0.reference = row["reference"]
        $0.summary = "Payment: \(row["reference"] as String): \(amount.inWords) received"
        $0.description = contact
        $0.datedOn = row.day("day")
        $0.amount = ExactDecimal(amount)
      }
    }
  }
}
