import Books
import Days
import FreeAgentAPI
import GRDB
import Money

/// What a company files each year: its accounts, and its return for corporation tax.
///
/// The tax is the estimate of the profit and loss, until the return is marked as filed: then it keeps the
/// amount that it had. Nothing is filed online. Accounts that are marked as filed lock the books up to the end
/// of their year; a return for corporation tax locks nothing.
///
/// Source: the pages “Corporation Tax Returns” and “Final Accounts Reports”; gov.uk, “Accounts and tax
/// returns for private limited companies”, for the days.
extension Ledger {
  typealias CorporationTaxReturn = FreeAgent.CorporationTaxReturn
  typealias FinalAccountsReport = FreeAgent.FinalAccountsReport

  /// The accounting years up to that of today, the earliest first; empty unless it is a limited company.
  private func filedYears() throws -> [ClosedRange<Day>] {
    guard try companyFacts().kind == .limited else { return [] }
    return try accountingPeriods().filter { $0.lowerBound <= today }
      .sorted { $0.upperBound < $1.upperBound }
  }

  private func filedYear(endingOn day: Day) throws -> ClosedRange<Day> {
    guard let year = try filedYears().first(where: { $0.upperBound == day }) else {
      throw FreeAgent.Failure.notFound
    }
    return year
  }

  /// The last day of the months after a year.
  func day(_ months: Int, after year: ClosedRange<Day>) -> Day? {
    year.upperBound.adding(days: 1)?.adding(months: months)?.adding(days: -1)
  }

  // MARK: - Corporation tax

  func corporationTaxReturns(_ page: FreeAgent.PageRequest) throws -> Page<CorporationTaxReturn> {
    try Page(of: filedYears(), page).map { try corporationTaxReturn($0) }
  }

  func corporationTaxReturn(endingOn day: Day) throws -> CorporationTaxReturn {
    try corporationTaxReturn(filedYear(endingOn: day))
  }

  func mark(
    corporationTaxEndingOn day: Day, _ mark: FreeAgent.FilingMark
  ) throws -> CorporationTaxReturn {
    let year = try filedYear(endingOn: day)
    try self.mark(
      TaxReturnKey(kind: .corporationTax, end: day), mark, amount: corporationTax(of: year))
    return try corporationTaxReturn(year, isOpened: mark == .unfiled)
  }

  func mark(
    corporationTaxPaymentOf day: Day, _ mark: FreeAgent.MarkVATPayment.Mark
  ) throws -> CorporationTaxReturn {
    let year = try filedYear(endingOn: day)
    try self.mark(
      paymentOf: TaxReturnKey(kind: .corporationTax, end: day), due: corporationTaxDueDay(year),
      isPayable: corporationTaxDue(year) ?? 0 > 0, mark)
    return try corporationTaxReturn(year)
  }

  /// Corporation tax is due nine months and a day after the year.
  func corporationTaxDueDay(_ year: ClosedRange<Day>) -> Day? {
    day(9, after: year)?.adding(days: 1)
  }

  /// What is due for a year; nil if the rates of the tax are not known.
  ///
  /// - Throws: 422 if the profit is not known, as a rate of exchange is not.
  func corporationTaxDue(_ year: ClosedRange<Day>) throws -> ExactDecimal? {
    try filedAmount(of: TaxReturnKey(kind: .corporationTax, end: year.upperBound))
      ?? corporationTax(of: year)
  }

  /// The return of a year.
  ///
  /// - Parameters:
  ///   - year: the year.
  ///   - isOpened: whether it was said just now that it was not filed, which is never refused.
  private func corporationTaxReturn(
    _ year: ClosedRange<Day>, isOpened: Bool = false
  ) throws -> CorporationTaxReturn {
    let key = TaxReturnKey(kind: .corporationTax, end: year.upperBound)
    let due = corporationTaxDueDay(year)
    let amount: ExactDecimal? =
      try isOpened ? ifKnown { try corporationTaxDue(year) } : corporationTaxDue(year)
    return try CorporationTaxReturn {
      $0.url = link(year.upperBound)
      $0.periodEndsOn = year.upperBound
      $0.periodStartsOn = year.lowerBound
      $0.amountDue = amount
      $0.paymentDueOn = due
      $0.paymentStatus = try paymentStatus(of: key, due: due, isPayable: amount ?? 0 > 0)
      $0.filingDueOn = day(12, after: year)
      $0.filingStatus = try filingStatus(of: key, running: "draft")
    }
  }

  // MARK: - Accounts

  func finalAccountsReports(_ page: FreeAgent.PageRequest) throws -> Page<FinalAccountsReport> {
    try Page(of: filedYears(), page).map(finalAccountsReport)
  }

  func finalAccountsReport(endingOn day: Day) throws -> FinalAccountsReport {
    try finalAccountsReport(filedYear(endingOn: day))
  }

  func mark(
    finalAccountsEndingOn day: Day, _ mark: FreeAgent.FilingMark
  ) throws -> FinalAccountsReport {
    let year = try filedYear(endingOn: day)
    try self.mark(TaxReturnKey(kind: .finalAccounts, end: day), mark)
    return try finalAccountsReport(year)
  }

  private func finalAccountsReport(_ year: ClosedRange<Day>) throws -> FinalAccountsReport {
    let key = TaxReturnKey(kind: .finalAccounts, end: year.upperBound)
    return try FinalAccountsReport {
      $0.url = link(year.upperBound)
      $0.periodEndsOn = year.upperBound
      $0.periodStartsOn = year.lowerBound
      $0.filingDueOn = day(9, after: year)
      $0.filingStatus = try filingStatus(of: key, running: "draft")
    }
  }
}
