import Books
import Days
import FreeAgentAPI
import GRDB
import Money

/// The company, as far as rules need it.
struct CompanyFacts {
  let kind: CompanyKind
  let currency: Currency
  let registration: VATRegistration
  /// Whether it is on the flat-rate scheme of VAT: it began on it, and nothing in the books ends that.
  let isOnFlatRate: Bool
  /// The last day of the VAT returns that were filed; nil if none was.
  let lockedThrough: Day?
  /// The day up to which the accounts are locked, by a user or by what was filed; nil if they are not.
  let accountsLockedThrough: Day?
  let booksBegin: Day?
  /// The country by its name, as contacts have theirs.
  let country: String
  /// Whether goods and services of the EC are reported: the company is in Northern Ireland.
  let isInNorthernIreland: Bool
  /// Whether it has applied for its registration, and waits for it.
  let isRegistering: Bool
  /// The first of its rates of sales tax; nil if it has none.
  let usualRate: VATRate?

  /// The last day whose expenses can no longer be changed; nil if all can.
  var lockedDay: Day? { [lockedThrough, accountsLockedThrough].compactMap(\.self).max() }
}

extension Ledger {
  /// The company as it is answered.
  func company() throws -> FreeAgent.Company {
    let row = try companyRow()
    return FreeAgent.Company(details: row) { company in
      company.url = FreeAgent.Link(url: "\(base)/company")
      company.createdAt = row.time("createdAt")
      company.updatedAt = row.time("updatedAt")
    }
  }

  /// What rules need to know of the company.
  func companyFacts() throws -> CompanyFacts {
    if let company = memo.company { return company }
    let company = try readCompanyFacts()
    memo.company = company
    return company
  }

  private func readCompanyFacts() throws -> CompanyFacts {
    let row = try companyRow()
    let company = FreeAgent.Company(details: row) { _ in }
    let kind = CompanyKind(type: (company.type ?? .ukLimitedCompany).rawValue)
    let userLock = try self.row("SELECT day FROM accountLock")?.day("day")
    let automaticLock = try lockingDays(of: kind).first
    let isRegistered = [.registered, .deregistered].contains(company.salesTaxRegistrationStatus)
    return CompanyFacts(
      kind: kind,
      currency: company.currency.flatMap(Currency.init) ?? .gbp,
      registration: VATRegistration(
        from: isRegistered ? company.salesTaxEffectiveDate : nil,
        until: company.salesTaxDeregistrationEffectiveDate),
      isOnFlatRate: company.initiallyOnFRS ?? false,
      lockedThrough: row.day("lockedThrough"),
      accountsLockedThrough: [userLock, automaticLock].compactMap(\.self).max(),
      booksBegin: company.companyStartDate,
      country: company.country ?? Self.usualCountry,
      isInNorthernIreland: company.ecVATReportingEnabled ?? false,
      isRegistering: company.salesTaxRegistrationStatus == .appliedFor,
      usualRate: company.salesTaxRates?.first.flatMap { VATRate(percent: $0) })
  }

  /// The country of a company that names none.
  private static let usualCountry = "United Kingdom"

  private func companyRow() throws -> Row {
    guard let row = try row("SELECT * FROM company") else { throw FreeAgent.Failure.notFound }
    return row
  }
}
