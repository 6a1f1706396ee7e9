import Books
import Days
import FreeAgentAPI
import GRDB
import Money

/// The returns of a company that is registered for VAT: quarters, by the dates of documents.
///
/// What was filed is what can no longer be changed, and a return keeps the amount with which it was. VAT that
/// comes late for its days is in the first return that has not been filed. Nothing is filed online.
///
/// A return that has VAT of an unknown rate of exchange is refused, and is not marked as filed.
///
/// Sources: the page “VAT Returns”; the support article “How to make corrections in a VAT locked period”, for
/// what comes late.
extension Ledger {
  typealias VATReturn = FreeAgent.VATReturn

  /// The periods since the registration, up to the one of today; empty without one.
  ///
  /// The first ends when the company says, and each of the others is a quarter.
  func vatPeriods() throws -> [ClosedRange<Day>] {
    let registration = try companyFacts().registration
    guard try companyFacts().kind != .other, let begin = registration.from else { return [] }
    let limit = registration.until?.adding(days: -1)
    let last = min(limit ?? today, today)
    let month = (begin.month - 1) / 3 * 3 + 1
    let quarter = Day(year: begin.year, month: month, day: 1)?.adding(months: 3)
    let named = try company().vatFirstReturnPeriodEndsOn?.adding(days: 1)
    var (start, next) = (begin, named ?? quarter)
    var periods: [ClosedRange<Day>] = []
    while start <= last, let end = next?.adding(days: -1), start <= end {
      periods.append(start...min(end, limit ?? end))
      start = end.adding(days: 1) ?? end
      next = start.adding(months: 3)
      if start == end { break }
    }
    return periods
  }

  /// The day by which a return is to be filed and paid: a month and seven days after its period.
  func vatDueDay(_ period: ClosedRange<Day>) -> Day? {
    period.upperBound.adding(days: 1)?.adding(months: 1)?.adding(days: 6)
  }

  func vatReturns(_ page: FreeAgent.PageRequest) throws -> Page<VATReturn> {
    try Page(of: vatPeriods(), page).map { try vatReturn($0) }
  }

  func vatReturn(endingOn day: Day) throws -> VATReturn { try vatReturn(period(endingOn: day)) }

  private func vatReturn(_ period: ClosedRange<Day>) throws -> VATReturn {
    try vatReturn(period, due: vatDue(period))
  }

  private func period(endingOn day: Day) throws -> ClosedRange<Day> {
    guard let period = try vatPeriods().first(where: { $0.upperBound == day }) else {
      throw FreeAgent.Failure.notFound
    }
    return period
  }

  private func isFiled(_ period: ClosedRange<Day>) throws -> Bool {
    try companyFacts().lockedThrough.map { period.upperBound <= $0 } ?? false
  }

  // MARK: - Amounts

  private func key(_ period: ClosedRange<Day>) -> TaxReturnKey {
    TaxReturnKey(kind: .vat, end: period.upperBound)
  }

  /// What is due by the return of a period: what it was filed with, or the VAT of its days and what is late.
  ///
  /// - Throws: 422 if that is not known, as a rate of exchange is not.
  func vatDue(_ period: ClosedRange<Day>) throws -> ExactDecimal {
    if let filed = try filedAmount(of: key(period)) { return filed }
    return try salesTaxDue(period).adding(lateVAT(in: period))
  }

  /// The VAT of days before a period whose returns were filed without it; nothing unless it is the first that
  /// has not been filed.
  private func lateVAT(in period: ClosedRange<Day>) throws -> ExactDecimal {
    guard try !isFiled(period), let filed = try companyFacts().lockedThrough,
      let eve = period.lowerBound.adding(days: -1), eve <= filed
    else { return 0 }
    var late: ExactDecimal = 0
    for earlier in try vatPeriods() where earlier.upperBound <= eve {
      guard let amount = try filedAmount(of: key(earlier)) else { continue }
      late = try late.adding(salesTaxDue(earlier).subtracting(amount))
    }
    return late
  }

  /// Output tax less input tax; what is due in other countries is in an account of its own.
  private func salesTaxDue(_ days: ClosedRange<Day>) throws -> ExactDecimal {
    let accounts = [LedgerAccount.taxCharged, LedgerAccount.taxReclaimed]
    let postings = try postings(from: days.lowerBound, through: days.upperBound)
      .filtered { accounts.contains($0) }
    guard let total = try self.total(of: postings) else {
      throw try unknownRate(in: days) { accounts.contains($0) }
    }
    return total.negated
  }

  /// The return of a period.
  ///
  /// - Parameters:
  ///   - period: the period.
  ///   - amount: what is due by it; nil to leave that out.
  private func vatReturn(
    _ period: ClosedRange<Day>, due amount: ExactDecimal?
  ) throws -> VATReturn {
    let due = vatDueDay(period)
    let isPaid = try exists("SELECT 1 FROM vatPayment WHERE day = ?", [due?.description])
    return try VATReturn {
      $0.url = link(period.upperBound)
      $0.periodStartsOn = period.lowerBound
      $0.periodEndsOn = period.upperBound
      $0.payments = [
        FreeAgent.VATPayment {
          $0.label = amount?.isNegative == true ? "Refund Due" : "Payment Due"
          $0.dueOn = due
          $0.amountDue = amount
          if let amount, amount > 0 { $0.status = isPaid ? "marked_as_paid" : "unpaid" }
        }
      ]
      $0.filingDueOn = due
      $0.filingStatus = try isFiled(period) ? "marked_as_filed" : "unfiled"
    }
  }

  // MARK: - Marks

  /// Says that a return was filed or was not; returns are filed one after the other.
  func mark(
    vatReturnEndingOn day: Day, _ mark: FreeAgent.FilingMark
  ) throws -> VATReturn {
    let period = try period(endingOn: day)
    let isFiled = try isFiled(period)
    switch mark {
    case .filed where !isFiled:
      guard day < today else {
        throw FreeAgent.Failure.unprocessable("The period of this VAT return has not ended")
      }
      let earlier = try vatPeriods().filter { $0.upperBound < day }
      guard try earlier.allSatisfy({ try self.isFiled($0) }) else {
        throw FreeAgent.Failure.unprocessable("An earlier VAT return has not been filed")
      }
      try keep(vatDue(period), ofFiled: key(period))
      try lock(through: day)
    case .unfiled where isFiled:
      let later = try vatPeriods().filter { $0.lowerBound > day }
      guard try !later.contains(where: { try self.isFiled($0) }) else {
        throw FreeAgent.Failure.unprocessable("A later VAT return has been filed")
      }
      try forgetAmount(ofFiled: key(period))
      try lock(through: period.lowerBound.adding(days: -1))
      // What is due may no longer be known; only an open return can be put right.
      return try vatReturn(period, due: ifKnown { try vatDue(period) })
    default: break
    }
    return try vatReturn(period)
  }

  /// Files the returns of all periods that ended up to a day, none of which has been.
  func fileVATReturns(through day: Day) throws {
    let ended = try vatPeriods().filter { $0.upperBound <= day }
    for period in ended { try keep(salesTaxDue(period), ofFiled: key(period)) }
    if let last = ended.last { try lock(through: last.upperBound) }
  }

  private func lock(through day: Day?) throws {
    try movingLocks { try execute("UPDATE company SET lockedThrough = ?", [day?.description]) }
  }

  /// Says that the payment of a return was made or was not.
  func mark(
    vatPaymentOf day: Day, dueOn due: Day, _ mark: FreeAgent.MarkVATPayment.Mark
  ) throws -> VATReturn {
    let period = try period(endingOn: day)
    guard vatDueDay(period) == due else { throw FreeAgent.Failure.notFound }
    guard try vatDue(period) > 0 else {
      throw FreeAgent.Failure.unprocessable("This VAT return has nothing to pay")
    }
    switch mark {
    case .paid: try execute("INSERT OR IGNORE INTO vatPayment (day) VALUES (?)", [due.description])
    case .unpaid: try execute("DELETE FROM vatPayment WHERE day = ?", [due.description])
    }
    return try vatReturn(period)
  }
}
