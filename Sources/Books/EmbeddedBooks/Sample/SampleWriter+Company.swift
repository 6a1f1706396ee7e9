import Books
import Days
import FreeAgentAPI
import GRDB
import Money
import ServiceBasics

extension SampleWriter {
  var isRegistered: Bool { variant != .notRegistered && variant != .landlord }

  /// Whether the company reclaims the VAT on what it buys.
  var reclaimsVAT: Bool { isRegistered && variant != .flatRate }

  /// Files the VAT returns whose periods ended three months ago or more.
  func fileVATReturns() throws { try ledger.fileVATReturns(through: day(95)) }

  /// The year in which the company began; it has been registered for VAT since two years later.
  ///
  /// 2018 while that is old enough: the company has to be older than all that the sample records of it.
  private var firstYear: Int { min(2018, ledger.today.year - 3) }

  /// A day of a year of the company, counted from its first.
  private func day(_ month: Int, _ day: Int, ofYear year: Int) -> Day? {
    Day(year: firstYear + year, month: month, day: day)
  }

  func writeCompany() throws {
    let books = books(900)
    var company = company()
    company.members["subdomain"] = .text("thornbury")
    // The company has members that only the service sets, and they are kept like the others.
    try books.execute(
      """
      INSERT INTO company (id, details, createdAt, updatedAt) VALUES (1, ?, ?, ?)
      """, [Details(company.members), books.now.milliseconds, books.now.milliseconds])
    try books.addSystemAssetTypes()
    try books.addOpeningJournalSet()
    for (list, entries) in CategoryList.all {
      for (position, entry) in entries.enumerated() {
        try books.insert(
          category: entry.category, entry.code, in: list, isOwn: false, position: position)
      }
    }
  }

  /// One who writes the books, or may read them: names, address, role in a company, and level.
  typealias Person = (String, String, String, FreeAgent.Role, Int)

  func writeUsers(_ people: some Sequence<Person>) throws {
    let books = books(900)
    for (first, last, email, role, level) in people {
      let user = try books.add(
        FreeAgent.User {
          $0.firstName = first
          $0.lastName = last
          $0.email = email
          $0.role = variant == .soleTrader ? Self.soleTraderRole(level) : role
          $0.permissionLevel = FreeAgent.PermissionLevel(rawValue: level)
          $0.openingMileage = 0
        })
      guard let id = user.url?.id.flatMap({ Int64($0.description) }), level >= 4 else { continue }
      try books.update(.user, id, ["isVerified": true])
    }
  }

  /// The business of a sole trader has an owner and employees, and none of the roles of a company.
  private static func soleTraderRole(_ level: Int) -> FreeAgent.Role {
    level == 8 ? .owner : .employee
  }

  static let people: [Person] = [
    ("Ada", "Thornbury", "ada@thornbury.example", .director, 8),
    ("Ben", "Carter", "ben@thornbury.example", .employee, 6),
    ("Chloe", "Evans", "chloe@thornbury.example", .companySecretary, 4),
    ("Dev", "Patel", "dev@thornbury.example", .employee, 2),
    ("Erin", "Walsh", "erin@thornbury.example", .shareholder, 0),
  ]

  private func company() -> FreeAgent.Company {
    FreeAgent.Company { company in
      company.members["id"] = .number(1)
      company.name = name
      company.type = type
      company.currency = "GBP"
      company.mileageUnits = variant == .kilometres ? .kilometres : .miles
      company.companyStartDate = day(4, 1, ofYear: 0)
      company.tradingStartDate = day(4, 1, ofYear: 0)
      company.firstAccountingYearEnd = day(3, 31, ofYear: 1)
      company.freeagentStartDate = day(4, 1, ofYear: 2)
      company.annualAccountingPeriods = accountingPeriods
      company.address1 = "14 Castle Street"
      company.town = "Thornbury"
      company.region = "Gloucestershire"
      company.postcode = "BS35 1HB"
      company.country = "United Kingdom"
      company.contactEmail = "hello@thornbury.example"
      company.contactPhone = "01632 960414"
      company.website = "https://thornbury.example"
      company.businessType = "Graphic design"
      company.businessCategory = "Design"
      company.shortDateFormat = "dd mmm yy"
      company.salesTaxName = "VAT"
      company.salesTaxIsValueAdded = true
      company.cisEnabled = false
      company.cisSubcontractor = false
      company.cisContractor = false
      company.lockedAttributes = ["currency"]
      company.locale = "en"
      company.ecVATReportingEnabled = false
      company.supportsAutoSalesTaxOnPurchases = true
      if type == .ukLimitedCompany {
        company.companyRegistrationNumber = "11223344"
      }
      setSalesTax(of: &company)
    }
  }

  private func setSalesTax(of company: inout FreeAgent.Company) {
    company.salesTaxRegistrationStatus = isRegistered ? .registered : .notRegistered
    company.salesTaxRates = [20, 5, 0]
    guard isRegistered else { return }
    company.salesTaxRegistrationNumber = "GB123456789"
    company.salesTaxEffectiveDate = day(4, 1, ofYear: 2)
    company.vatFirstReturnPeriodEndsOn = day(6, 30, ofYear: 2)
    company.initialVATBasis = .invoice
    company.initiallyOnFRS = variant == .flatRate
  }

  private var name: String {
    switch variant {
    case .limited, .notRegistered, .kilometres, .flatRate: "Thornbury Design Ltd"
    case .soleTrader: "Ada Thornbury Design"
    case .landlord: "Ada Thornbury Lettings"
    }
  }

  private var type: FreeAgent.CompanyType {
    switch variant {
    case .limited, .notRegistered, .kilometres, .flatRate: .ukLimitedCompany
    case .soleTrader: .ukSoleTrader
    case .landlord: .ukUnincorporatedLandlord
    }
  }

  /// The years to 31 March, from the first one to that of today.
  private var accountingPeriods: [FreeAgent.AccountingPeriod] {
    let last = (ledger.today.month, ledger.today.day) > (3, 31) ? 1 : 0
    return (firstYear..<ledger.today.year + last).map { year in
      FreeAgent.AccountingPeriod {
        $0.startsOn = Day(year: year, month: 4, day: 1)
        $0.endsOn = Day(year: year + 1, month: 3, day: 31)
      }
    }
  }
}
