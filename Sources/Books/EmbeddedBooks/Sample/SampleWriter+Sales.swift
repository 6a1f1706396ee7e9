import FreeAgentAPI
import GRDB
import Money

extension SampleWriter {
  /// Notes, a price list, an invoice that recurs every year, and a draft of one that is to recur.
  func writeSales() throws {
    try writeNotes()
    try writePriceList()
    try books(55).addRecurring(invoice: 2, every: .annually, isActive: true)
    try books(2).addRecurring(invoice: 6, every: .quarterly, isActive: false)
  }

  private func writeNotes() throws {
    let owner = Caller(id: 1, level: .full)
    let ofContact = FreeAgent.NoteFilter { $0.contact = ledger.link(Int64(1)) }
    let ofProject = FreeAgent.NoteFilter { $0.project = ledger.link(Int64(1)) }
    let notes: [(Int, String, FreeAgent.NoteFilter)] = [
      (150, "Maya prefers to be called in the morning.", ofContact),
      (40, "Invoices go to the accounts department, not to Maya.", ofContact),
      (35, "The first part goes live before the second one begins.", ofProject),
    ]
    for (daysAgo, text, subject) in notes {
      _ = try books(daysAgo).add(
        FreeAgent.Note { $0.note = text }, about: subject, by: owner)
    }
  }

  private func writePriceList() throws {
    let items: [(String, FreeAgent.ItemType, String, String)] = [
      ("DAY", .days, "520", "A day of design"), ("HOUR", .hours, "65", "An hour of design"),
      ("BOOK", .stock, "24", "Brand book, printed"),
    ]
    for (code, type, price, text) in items {
      _ = try books(120).add(
        FreeAgent.PriceListItem {
          $0.code = code
          $0.quantity = 1
          $0.itemType = type
          $0.description = text
          $0.price = number(price)
          $0.vatStatus = isRegistered ? .standard : nil
          if type == .stock { $0.stockItem = ledger.link(Int64(1)) }
        })
    }
  }
}
