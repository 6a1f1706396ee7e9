import Books
import Days
import FreeAgentAPI

extension Ledger {
  /// How the VAT of something that is bought or sold is worked out.
  ///
  /// A rate of zero leaves the VAT of a reverse charge to the category. A company that is not registered
  /// accounts for none, so that it stays zero then.
  func supplyVAT(
    of status: FreeAgent.ECStatus?, isSale: Bool = false, _ category: CategoryFacts?, on day: Day
  ) throws -> SupplyVAT {
    let isKept = try companyFacts().keepsVAT(on: day)
    return SupplyVAT(
      of: status.flatMap { ECStatus(rawValue: $0.rawValue) }, isSale: isSale,
      usual: isKept ? category?.treatment : VATTreatment.zero, on: day)
  }
}

extension VATAccounting {
  /// Finds out who accounts for the VAT, by the status in the words of the API.
  init(of status: FreeAgent.ECStatus?, isSale: Bool) {
    let known = status.flatMap { ECStatus(rawValue: $0.rawValue) }
    self.init(of: known, isSale: isSale)
  }
}

extension CompanyFacts {
  /// Whether the VAT of a day is owed and claimed back, and no part of cost and income.
  ///
  /// Taxes of other countries have no registration here: they always count.
  func keepsVAT(on day: Day) -> Bool { kind == .other || registration.contains(day) }
}
