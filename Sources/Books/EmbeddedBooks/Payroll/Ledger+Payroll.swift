import Books
import Days
import FreeAgentAPI
import GRDB
import Money
import ServiceBasics

/// Pay runs, which are the service’s own: the API reads them, and marks what HMRC was paid for them.
///
/// Companies outside the United Kingdom have none. A year is named by the one in which it ends.
///
/// Source: the page “Payroll”; gov.uk, “Running payroll: paying HMRC”, for the days.
extension Ledger {
  /// The pay runs of a tax year, and what is due for them.
  func payroll(_ year: Int) throws -> FreeAgent.PayrollYear {
    try requirePayroll(of: year)
    let runs = try rows("SELECT * FROM payrollPeriod WHERE year = ? ORDER BY period", [year])
    return try FreeAgent.PayrollYear {
      $0.periods = runs.map(payrollPeriod)
      $0.payments = try runs.map(payrollPayment)
    }
  }

  /// A pay run with its payslips.
  func payrollPeriod(_ period: Int, of year: Int) throws -> FreeAgent.PayrollPeriod {
    try requirePayroll(of: year)
    let sql = "SELECT * FROM payrollPeriod WHERE year = ? AND period = ?"
    guard let run = try row(sql, [year, period]) else { throw FreeAgent.Failure.notFound }
    let payslips = try rows(
      "SELECT * FROM payslip WHERE payrollPeriod = ? ORDER BY id", [run["id"] as Int64])
    var answer = payrollPeriod(run)
    answer.payslips = payslips.map(payslip)
    return answer
  }

  /// Says that HMRC was paid for a pay run, or that it was not.
  func mark(
    payrollPaymentOf year: Int, dueOn due: Day, _ mark: FreeAgent.MarkPayrollPayment.Mark
  ) throws -> FreeAgent.PayrollYear {
    try requirePayroll(of: year)
    let runs = try rows("SELECT * FROM payrollPeriod WHERE year = ?", [year])
    guard let run = runs.first(where: { Self.dueDay(ofPayRun: $0) == due }) else {
      throw FreeAgent.Failure.notFound
    }
    guard try amountDue(forPayRun: run["id"]) > 0 else {
      throw FreeAgent.Failure.unprocessable("This pay run has nothing to pay")
    }
    switch mark {
    case .paid:
      try execute("INSERT OR IGNORE INTO payrollPayment (day) VALUES (?)", [due.description])
    case .unpaid: try execute("DELETE FROM payrollPayment WHERE day = ?", [due.description])
    }
    return try payroll(year)
  }

  /// Sees that the company has a payroll, and existed in a tax year that is not ahead.
  ///
  /// - Throws: 404 if not.
  func requirePayroll(of year: Int) throws {
    let company = try companyFacts()
    guard company.kind != .other, let last = TaxYear(of: today),
      let first = TaxYear(of: company.booksBegin ?? today),
      (first.startYear + 1...max(first, last).startYear + 1).contains(year)
    else { throw FreeAgent.Failure.notFound }
  }

  private func payrollPeriod(_ run: Row) -> FreeAgent.PayrollPeriod {
    FreeAgent.PayrollPeriod {
      $0.url = link(run["period"] as Int, in: "payroll/\(run["year"] as Int)")
      $0.period = run["period"]
      $0.frequency = "Monthly"
      $0.datedOn = run.day("day")
      $0.status = run["status"]
      // Nothing is claimed or was deducted.
      $0.employmentAllowanceClaimed = false
      $0.employmentAllowanceAmount = 0
      $0.constructionIndustrySchemeDeduction = 0
      $0.createdAt = run.time("createdAt")
      $0.updatedAt = run.time("updatedAt")
    }
  }

  private func payslip(_ row: Row) -> FreeAgent.Payslip {
    FreeAgent.Payslip(details: row) { payslip in
      payslip.user = link(row["user"] as Int64)
      payslip.datedOn = row.day("day")
      payslip.createdAt = row.time("createdAt")
      payslip.updatedAt = row.time("updatedAt")
      for name in PayslipParts.members where payslip.members[name] == nil {
        payslip.members[name] = (0 as ExactDecimal).member
      }
    }
  }

  // MARK: - Payments

  private func payrollPayment(_ run: Row) throws -> FreeAgent.PayrollPayment {
    let due = Self.dueDay(ofPayRun: run)
    let amount = try amountDue(forPayRun: run["id"])
    let isPaid = try exists("SELECT 1 FROM payrollPayment WHERE day = ?", [due?.description])
    return FreeAgent.PayrollPayment {
      $0.dueOn = due
      $0.amountDue = amount
      if amount > 0 { $0.status = isPaid ? "marked_as_paid" : "unpaid" }
    }
  }

  /// Tax, National Insurance of both sides, and loans that are paid back.
  private func amountDue(forPayRun run: Int64) throws -> ExactDecimal {
    let units = try value(
      Int64.self,
      """
      SELECT sum(tax + employeeNI + employerNI + loans) FROM payslip WHERE payrollPeriod = ?
      """, [run])
    return ExactDecimal(Money(minorUnits: units ?? 0, currency: try companyFacts().currency))
  }

  /// The 22nd after a tax month, which begins on the 6th of its month.
  private static func dueDay(ofPayRun run: Row) -> Day? {
    Day(year: (run["year"] as Int) - 1, month: 5, day: 22)?.adding(months: run["period"])
  }

  // MARK: - What the sample writes

  /// Adds a pay run; the API has no way to, so that the sample alone does.
  ///
  /// - Returns: its id.
  func addPayRun(_ period: Int, of year: Int, on day: Day) throws -> Int64 {
    try insert(
      .payrollPeriod,
      ["year": year, "period": period, "day": day.description, "status": "filed"])
  }

  /// Adds what a user gets in a pay run.
  func add(_ payslip: FreeAgent.Payslip, of user: Int64, in run: Int64) throws {
    let native = try companyFacts().currency
    var columns: Columns = [
      "payrollPeriod": run, "user": user, "day": try found(.payrollPeriod, run)["day"] as String,
      "isDirector": payslip.niCalcType == "Director", "details": Details(payslip.members),
    ]
    for (column, names) in PayslipParts.columns {
      let parts = names.compactMap { payslip.members[$0].flatMap { ExactDecimal(member: $0) } }
      let sum = try ExactDecimal.sum(of: parts)
      columns[column] = try amount(sum, in: native, of: column).minorUnits
    }
    try insert(.payslip, columns)
  }
}
