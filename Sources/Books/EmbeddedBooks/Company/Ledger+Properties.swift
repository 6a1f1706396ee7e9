import Books
import FreeAgentAPI
import GRDB

/// What a landlord lets; companies of other types have no such resource.
extension Ledger {
  func property(_ id: Int64) throws -> FreeAgent.Property {
    try requireLandlord()
    return property(try found(.property, id))
  }

  func properties(_ page: FreeAgent.PageRequest) throws -> Page<FreeAgent.Property> {
    try requireLandlord()
    return try self.page(of: Selection(.property, order: "id"), page).map(property)
  }

  private func property(_ row: Row) -> FreeAgent.Property {
    FreeAgent.Property(details: row) {
      $0.url = link(row["id"] as Int64)
      $0.country = "United Kingdom"
    }
  }

  func add(_ new: FreeAgent.Property) throws -> FreeAgent.Property {
    try requireLandlord()
    try new.validate(isNew: true)
    return try property(try insert(.property, ["details": Details(new.details())]))
  }

  func change(
    property id: Int64, by changes: FreeAgent.Property
  ) throws -> FreeAgent.Property {
    try requireLandlord()
    let old = try found(.property, id)["details"] as Details
    try changes.validate(isNew: false)
    try update(.property, id, ["details": Details(changes.details(over: old.members))])
    return try property(id)
  }

  func delete(property id: Int64) throws {
    try requireLandlord()
    _ = try found(.property, id)
    for table in [
      Table.document, .bill, .expense, .explanation, .recurringInvoice, .journalEntry,
    ] {
      guard try !exists("SELECT 1 FROM \(table.rawValue) WHERE property = ?", [id]) else {
        throw FreeAgent.Failure.unprocessable("Property is in use")
      }
    }
    try delete(.property, id)
  }

  private func requireLandlord() throws {
    guard try companyFacts().kind == .landlord else { throw FreeAgent.Failure.notFound }
  }

  /// Checks that a landlord names a property.
  ///
  /// Source: the pages “Invoices”, “Credit Notes” and “Bills”.
  func requireProperty(_ property: FreeAgent.Link<FreeAgent.Property>?) throws {
    guard try companyFacts().kind == .landlord else { return }
    guard try id(property, in: .property) != nil else {
      throw FreeAgent.Failure.blank("property")
    }
  }
}
