import FoundationEssentials
import FreeAgentAPI
import GRDB
import Money

extension Ledger {
  /// A document as a PDF file: what it is, from whom and to whom, its lines, what they come to.
  func pdf<Document: LedgerDocument>(of id: Int64, _: Document.Type) throws -> Data {
    let row = try documentRow(id, Document.kind)
    let currency = row.currency
    func words(_ row: Row, _ column: String) -> String {
      let money = Money(minorUnits: row[column], currency: currency)
      return (money.isNegative ? "-" : "") + money.inWords
    }
    var lines = ["\(Document.kind.name) \(row["reference"] as String)"]
    lines += try sender() + ["", "To:"] + recipient(row["contact"]) + [""]
    lines.append("Date: \(row["day"] as String)")
    if let due = row["dueDay"] as String? { lines.append("Due: \(due)") }
    lines.append("")
    for line in try itemRows(of: id) {
      let item = FreeAgent.InvoiceItem(details: line) { _ in }
      let count = "\(item.quantity ?? 0) × \(item.price ?? 0)"
      lines.append("\(item.description ?? "")   \(count)   \(words(line, "net"))")
    }
    lines += [
      "", "Net: \(words(row, "net"))", "VAT: \(words(row, "tax"))",
      "Total: \(words(row, "total"))",
    ]
    if let text = try defaultText(Document.kind) { lines += ["", text] }
    return TextPDF(lines: lines).data
  }

  private func sender() throws -> [String] {
    let company = try company()
    return [
      company.name, company.address1, company.town, company.postcode,
      company.salesTaxRegistrationNumber.map { "VAT number \($0)" },
    ].compactMap(\.self)
  }

  private func recipient(_ contact: Int64) throws -> [String] {
    let contact = try self.contact(contact)
    let person = [contact.firstName, contact.lastName].compactMap(\.self).joined(separator: " ")
    return [
      contact.organisationName, person.isEmpty ? nil : person, contact.address1, contact.town,
      contact.postcode, contact.country,
    ].compactMap(\.self)
  }
}
