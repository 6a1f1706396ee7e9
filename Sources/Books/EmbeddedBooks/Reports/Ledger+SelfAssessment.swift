import Books
import Days
import FreeAgentAPI
import GRDB
import Money

/// The returns for Self Assessment of the people of a company: one for each tax year since it began.
///
/// Each has one payment, of the tax on the profit of a business that is the user’s own; for anybody else
/// nothing is worked out. There are no payments on account. Marked as filed, a return keeps its amount, and
/// that of such a user locks the books up to the end of its year.
///
/// Source: the page “Self Assessment Returns”.
extension Ledger {
  typealias SelfAssessmentReturn = FreeAgent.SelfAssessmentReturn

  func selfAssessmentReturns(of user: Int64) throws -> [SelfAssessmentReturn] {
    let user = try found(.user, user)
    return try taxYears().map { try selfAssessmentReturn(of: user, $0) }
  }

  func selfAssessmentReturn(of user: Int64, endingOn day: Day) throws -> SelfAssessmentReturn {
    try selfAssessmentReturn(of: found(.user, user), taxYear(endingOn: day))
  }

  func mark(
    selfAssessmentOf user: Int64, endingOn day: Day, _ mark: FreeAgent.FilingMark
  ) throws -> SelfAssessmentReturn {
    let (row, year) = (try found(.user, user), try taxYear(endingOn: day))
    try self.mark(
      TaxReturnKey(kind: .selfAssessment, user: user, end: day), mark,
      amount: incomeTax(of: row, year))
    return try selfAssessmentReturn(of: row, year, isOpened: mark == .unfiled)
  }

  func mark(
    selfAssessmentPaymentOf user: Int64, endingOn day: Day, dueOn due: Day,
    _ mark: FreeAgent.MarkVATPayment.Mark
  ) throws -> SelfAssessmentReturn {
    let (row, year) = (try found(.user, user), try taxYear(endingOn: day))
    guard dueDay(year) == due else { throw FreeAgent.Failure.notFound }
    try self.mark(
      paymentOf: TaxReturnKey(kind: .selfAssessment, user: user, end: day), due: due,
      isPayable: selfAssessmentDue(of: row, year) > 0, mark)
    return try selfAssessmentReturn(of: row, year)
  }

  /// The tax years since the company began, up to that of today; empty outside the United Kingdom.
  private func taxYears() throws -> [ClosedRange<Day>] {
    let company = try companyFacts()
    guard company.kind != .other, let last = TaxYear(of: today),
      let first = TaxYear(of: company.booksBegin ?? today), first <= last
    else { return [] }
    return (first.startYear...last.startYear).compactMap { TaxYear(startingIn: $0)?.days }
  }

  private func taxYear(endingOn day: Day) throws -> ClosedRange<Day> {
    guard let year = try taxYears().first(where: { $0.upperBound == day }) else {
      throw FreeAgent.Failure.notFound
    }
    return year
  }

  /// The 31 January after a tax year.
  private func dueDay(_ year: ClosedRange<Day>) -> Day? {
    Day(year: year.upperBound.year + 1, month: 1, day: 31)
  }

  /// The roles of those whose own the business of a sole trader or a landlord is.
  static let ownerRoles = ["Owner", "Director"]

  /// What a user owes for the profit of a year, if the business is the user’s own.
  private func incomeTax(of user: Row, _ year: ClosedRange<Day>) throws -> ExactDecimal {
    guard try [.soleTrader, .landlord].contains(companyFacts().kind),
      Self.ownerRoles.contains(user["role"] as String)
    else { return 0 }
    return try IncomeTax.due(on: taxableProfit(year))
  }

  private func selfAssessmentDue(
    of user: Row, _ year: ClosedRange<Day>
  ) throws -> ExactDecimal {
    let key = TaxReturnKey(kind: .selfAssessment, user: user["id"], end: year.upperBound)
    return try filedAmount(of: key) ?? incomeTax(of: user, year)
  }

  /// The return of a user for a year.
  ///
  /// - Parameters:
  ///   - user: the user.
  ///   - year: the tax year.
  ///   - isOpened: whether it was said just now that it was not filed, which is never refused: a return that is
  ///     filed locks the books in which a rate of exchange may be missing.
  private func selfAssessmentReturn(
    of user: Row, _ year: ClosedRange<Day>, isOpened: Bool = false
  ) throws -> SelfAssessmentReturn {
    let id = user["id"] as Int64
    let key = TaxReturnKey(kind: .selfAssessment, user: id, end: year.upperBound)
    let due = dueDay(year)
    let amount: ExactDecimal? =
      try isOpened
      ? ifKnown { try selfAssessmentDue(of: user, year) } : selfAssessmentDue(of: user, year)
    return try SelfAssessmentReturn {
      $0.url = link(year.upperBound, in: "users/\(id)/self_assessment_returns")
      $0.periodEndsOn = year.upperBound
      $0.periodStartsOn = year.lowerBound
      $0.payments = [
        try FreeAgent.SelfAssessmentPayment {
          $0.label = "Balancing Payment"
          $0.dueOn = due
          $0.amountDue = amount
          $0.status = try paymentStatus(of: key, due: due, isPayable: amount ?? 0 > 0)
        }
      ]
      $0.filingDueOn = due
      $0.filingStatus = try filingStatus(of: key, running: "unfiled")
    }
  }
}
