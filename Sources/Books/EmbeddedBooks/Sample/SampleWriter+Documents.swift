import Days
import FreeAgentAPI
import GRDB
import Money

extension SampleWriter {
  /// A document of the sample: its line without tax, when, and what became of it.
  private struct Sheet {
    var contact: Int64
    var daysAgo: Int
    var price: String
    var text: String
    var currency = "GBP"
    var project: Int64?
    var transitions: [FreeAgent.Transition] = []
  }

  /// Invoices whose numbers are their ids: 1 paid, 2 overdue, 3 open, and so on.
  func writeInvoices() throws {
    let sent: [FreeAgent.Transition] = [.markAsSent]
    let sheets = [
      Sheet(contact: 1, daysAgo: 75, price: "9600", text: "Brand identity", transitions: sent),
      Sheet(
        contact: 2, daysAgo: 55, price: "500", text: "Appointment cards", transitions: sent),
      Sheet(
        contact: 1, daysAgo: 20, price: "1200", text: "Website, first part", project: 1,
        transitions: sent),
      Sheet(
        contact: 5, daysAgo: 18, price: "209.17", text: "Wedding invitations", transitions: sent),
      Sheet(
        contact: 3, daysAgo: 15, price: "900", text: "Festival posters", currency: "EUR",
        transitions: sent),
      Sheet(contact: 4, daysAgo: 2, price: "400", text: "Coffee bag labels"),
      Sheet(contact: 1, daysAgo: 1, price: "1650", text: "Website, second part", project: 1),
      Sheet(
        contact: 2, daysAgo: 1, price: "120", text: "Poster for the waiting room",
        transitions: [.markAsScheduled]),
      Sheet(contact: 4, daysAgo: 30, price: "0", text: "A sample, free", transitions: sent),
      Sheet(
        contact: 2, daysAgo: 140, price: "90", text: "Rush fee",
        transitions: sent + [.markAsCancelled]),
      Sheet(contact: 1, daysAgo: 50, price: "100", text: "Stickers", transitions: sent),
      Sheet(contact: 2, daysAgo: 120, price: "200", text: "Leaflets", transitions: sent),
    ]
    for (index, sheet) in sheets.enumerated() {
      let id = try writeInvoice(sheet)
      precondition(id == Int64(index + 1), "invoices come first")
    }
  }

  /// An order that was cancelled more than half a year ago: an invoice, and one of less than nothing by which it
  /// is paid back.
  ///
  /// Nothing else of the company comes to another amount by them.
  ///
  /// - Returns: the ids of both.
  func writeCancelledOrder() throws -> (owed: Int64, paidBack: Int64) {
    func invoice(_ price: String, _ reference: String) throws -> Int64 {
      try writeInvoice(
        Sheet(
          contact: 1, daysAgo: 210, price: price, text: "Banners, cancelled",
          transitions: [.markAsSent]), reference: reference)
    }
    // References of their own leave the sequence of the others as it is.
    return (try invoice("100", "B-1"), try invoice("-100", "B-2"))
  }

  private func writeInvoice(_ sheet: Sheet, reference: String? = nil) throws -> Int64 {
    let made: FreeAgent.Invoice = try write(sheet) { invoice in
      invoice.reference = reference
      invoice.paymentTermsInDays = 30
      invoice.invoiceItems = [
        FreeAgent.InvoiceItem {
          $0.itemType = .services
          $0.quantity = 1
          $0.description = sheet.text
          $0.price = number(sheet.price)
        }
      ]
    }
    return made.url?.id.flatMap { Int64($0.description) } ?? 0
  }

  /// The last invoice was paid in part, and nobody expects the rest.
  func writeOffInPart() throws {
    let _: FreeAgent.Invoice = try ledger.change(12, .markAsCancelled)
  }

  func writeOtherDocuments() throws {
    let notes = [
      Sheet(
        contact: 1, daysAgo: 10, price: "50", text: "Two stickers were torn",
        transitions: [.markAsSent]),
      Sheet(contact: 2, daysAgo: 1, price: "25", text: "Discount for the delay"),
    ]
    for (index, sheet) in notes.enumerated() {
      let _: FreeAgent.CreditNote = try write(sheet) { note in
        note.reference = "00\(index + 1)"
        note.paymentTermsInDays = 30
        note.creditNoteItems = [
          FreeAgent.CreditNoteItem {
            $0.quantity = 1
            $0.description = sheet.text
            $0.price = number(sheet.price)
          }
        ]
      }
    }
    let estimates: [(Sheet, FreeAgent.EstimateType)] = [
      (
        Sheet(
          contact: 4, daysAgo: 12, price: "750", text: "Packaging, all sizes",
          transitions: [.markAsSent]), .estimate
      ),
      (
        Sheet(contact: 3, daysAgo: 5, price: "1800", text: "Festival website", currency: "EUR"),
        .proposal
      ),
      (
        Sheet(
          contact: 1, daysAgo: 40, price: "1650", text: "Website, second part",
          transitions: [.markAsSent, .markAsApproved]), .quote
      ),
    ]
    for (index, (sheet, type)) in estimates.enumerated() {
      let _: FreeAgent.Estimate = try write(sheet) { estimate in
        estimate.status = .draft
        estimate.estimateType = type
        estimate.reference = "E-00\(index + 1)"
        estimate.estimateItems = [
          FreeAgent.EstimateItem {
            $0.itemType = .services
            $0.quantity = 1
            $0.description = sheet.text
            $0.price = number(sheet.price)
          }
        ]
      }
    }
  }

  private func write<Document: LedgerDocument>(
    _ sheet: Sheet, _ build: (inout Document) -> Void
  ) throws -> Document {
    let books = books(sheet.daysAgo)
    var new = Document()
    new[DocumentFields.contact] = books.link(sheet.contact)
    new[DocumentFields.project] = books.link(sheet.project)
    new[DocumentFields.datedOn] = day(sheet.daysAgo)
    new[DocumentFields.currency] = sheet.currency
    if variant == .landlord, Document.kind != .estimate {
      new[DocumentFields.property] = books.link(Int64(1))
    }
    build(&new)
    let id = try books.insert(document: new)
    for transition in sheet.transitions {
      // Only what is overdue by now can be written off.
      let _: Document = try (transition == .markAsCancelled ? ledger : books)
        .change(id, transition)
    }
    return try books.document(id)
  }
}
