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
    FreeAgent.Property {
      $0.url = link(row["id"] as Int64)
      $0.address1 = row["address"]
      $0.country = "United Kingdom"
    }
  }

  private func requireLandlord() throws {
    guard try companyFacts().kind == .landlord else { throw FreeAgent.Failure.notFound }
  }
}
