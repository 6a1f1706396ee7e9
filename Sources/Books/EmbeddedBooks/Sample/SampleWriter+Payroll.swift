import Books
import Days
import FreeAgentAPI
import Money
import ServiceBasics

extension SampleWriter {
  /// What brings the transactions of two of the accounts.
  func writeFeeds() throws {
    let books = books(400)
    let expiry = Timestamp(milliseconds: ledger.now.milliseconds + 60 * 86_400_000)
    try books.addFeed(account: Account.current.rawValue, from: "Severn Bank")
    try books.addFeed(account: Account.euro.rawValue, from: "Severn Bank", until: expiry)
  }

  /// Pays two people in each month of this tax year and the one before, up to today, that the sample knows the
  /// rates of.
  ///
  /// Only companies do: the others have nobody whom they pay.
  func writePayroll() throws {
    guard variant != .soleTrader, variant != .landlord,
      let current = TaxYear(of: ledger.today)?.startYear
    else { return }
    for year in [current, current + 1] {
      for (user, profile) in Self.staff { try books(0).add(profile, of: user, in: year) }
      for period in 0..<12 { try writePayRun(period, of: year) }
    }
  }

  private func writePayRun(_ period: Int, of year: Int) throws {
    guard let day = Day(year: year - 1, month: 4, day: 25)?.adding(months: period),
      day <= ledger.today, let pay = SamplePay(on: day, period: period)
    else { return }
    let books = ledger.at(min(Timestamp(day), ledger.now))
    let run = try books.addPayRun(period, of: year, on: day)
    try books.add(directorPayslip(pay), of: 1, in: run)
    try books.add(employeePayslip(pay), of: 2, in: run)
  }

  private func directorPayslip(_ pay: SamplePay) throws -> FreeAgent.Payslip {
    var payslip = Self.usual
    payslip.niCalcType = "Director"
    payslip.basicPay = SamplePay.directorPay
    payslip.employeeNI = try pay.directorNI
    payslip.employerNI = try pay.employerNIOfDirector
    return payslip
  }

  private func employeePayslip(_ pay: SamplePay) throws -> FreeAgent.Payslip {
    var payslip = Self.usual
    payslip.niCalcType = "Employee"
    payslip.basicPay = SamplePay.employeePay
    payslip.taxDeducted = try pay.tax
    payslip.employeeNI = try pay.employeeNI
    payslip.employerNI = try pay.employerNI
    payslip.employeePension = try pay.pension
    payslip.employerPension = try pay.employerPension
    return payslip
  }

  private static let staff: [(user: Int64, profile: FreeAgent.PayrollProfile)] = [
    (1, profile("Ms", "Female", born: "1984-05-12", at: "1 Mill Lane")),
    (2, profile("Mr", "Male", born: "1991-11-03", at: "22 Castle Street")),
  ]

  /// What all payslips have.
  private static let usual = FreeAgent.Payslip {
    $0.taxCode = "1257L"
    $0.frequency = "Monthly"
    $0.niLetter = "A"
    $0.week1Month1Basis = false
    $0.deductStudentLoan = false
    $0.deductPostgradLoan = false
  }

  private static func profile(
    _ title: String, _ gender: String, born day: String, at address: String
  ) -> FreeAgent.PayrollProfile {
    FreeAgent.PayrollProfile {
      $0.title = title
      $0.gender = gender
      $0.dateOfBirth = Day(day)
      $0.addressLine1 = address
      $0.addressLine2 = "Thornbury"
      $0.postcode = "BS35 2AA"
      $0.totalPayInPreviousEmployment = 0
      $0.totalTaxInPreviousEmployment = 0
    }
  }
}
