import Books
import FreeAgentAPI
import GRDB

/// Who is paid in a tax year, as reported to HMRC.
///
/// Source: the page “Payroll Profiles”.
extension Ledger {
  typealias PayrollProfile = FreeAgent.PayrollProfile

  /// The profiles of a tax year, which is named by the one in which it ends; those of a user alone if the
  /// query names one.
  func payrollProfiles(
    _ year: Int, of user: FreeAgent.Link<FreeAgent.User>?
  ) throws -> [PayrollProfile] {
    try requirePayroll(of: year)
    let wanted = try user.map { try id($0, in: .user) ?? -1 }
    return try rows("SELECT * FROM payrollProfile WHERE year = ? ORDER BY user", [year])
      .filter { wanted == nil || $0["user"] as Int64 == wanted }
      .map(payrollProfile)
  }

  private func payrollProfile(_ row: Row) -> PayrollProfile {
    PayrollProfile(details: row) {
      $0.user = link(row["user"] as Int64)
      $0.createdAt = row.time("createdAt")
      $0.updatedAt = row.time("updatedAt")
    }
  }

  /// What the answer about a user has of the profile of this tax year; nil if there is none.
  ///
  /// Source: the page “Users”.
  func currentPayrollProfile(of user: Int64) throws -> FreeAgent.JSON? {
    guard let year = TaxYear(of: today)?.startYear,
      let row = try row(
        "SELECT * FROM payrollProfile WHERE user = ? AND year = ?", [user, year + 1])
    else { return nil }
    let names = ["total_pay_in_previous_employment", "total_tax_in_previous_employment"]
    return .object(payrollProfile(row).members.filter { names.contains($0.key) })
  }

  /// Adds a profile; the API has no way to, so that the sample alone does.
  func add(_ profile: PayrollProfile, of user: Int64, in year: Int) throws {
    try insert(
      .payrollProfile, ["user": user, "year": year, "details": Details(profile.members)])
  }
}
