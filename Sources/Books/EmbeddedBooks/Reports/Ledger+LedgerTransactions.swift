import Days
import FreeAgentAPI
import GRDB
import Money
import ServiceBasics

/// The postings of the general ledger one by one.
///
/// What was there when the books began is no posting, and has no day. The order of a list is by days.
///
/// Source: the page “Transactions”.
extension Ledger {
  typealias LedgerTransaction = FreeAgent.LedgerTransaction

  func ledgerTransactions(
    _ filter: FreeAgent.LedgerTransactionFilter, _ page: FreeAgent.PageRequest
  ) throws -> Page<LedgerTransaction> {
    let days = try days(of: filter)
    let from = """
      FROM (\(Self.postingQueries.map(\.lines).joined(separator: "\nUNION ALL\n")))
      WHERE units <> 0 AND (:code IS NULL OR code = :code OR code LIKE :code || '-%')
      """
    func arguments(_ sql: String, _ others: Columns = [:]) throws -> StatementArguments {
      try self.arguments(
        ofPostings: sql, from: days.lowerBound, through: days.upperBound,
        others: others.merging(["code": filter.nominalCode]) { _, code in code })
    }
    let count = "SELECT count(*) \(from)"
    let total = try value(Int.self, count, arguments(count)) ?? 0
    let (offset, overflows) = (page.number - 1).multipliedReportingOverflow(by: page.size)
    guard !overflows, offset < total else { return Page(elements: [], total: total) }
    let list = "SELECT * \(from) ORDER BY day, id LIMIT :limit OFFSET :offset"
    let rows = try rows(list, arguments(list, ["limit": page.size, "offset": offset]))
    return Page(elements: try rows.map(ledgerTransaction), total: total)
  }

  func ledgerTransaction(_ id: Int64) throws -> LedgerTransaction {
    let (row, number) = id.quotientAndRemainder(dividingBy: Int64(PostingQuery.limit))
    guard let query = Self.postingQueries.first(where: { $0.number == Int(number) }) else {
      throw FreeAgent.Failure.notFound
    }
    let sql = "SELECT * FROM (\(query.one)) WHERE units <> 0"
    let arguments = try arguments(ofPostings: sql, through: today, others: ["row": row])
    guard let posting = try self.row(sql, arguments) else { throw FreeAgent.Failure.notFound }
    return try ledgerTransaction(posting)
  }

  /// The days of a list: at most a year, or within one accounting year.
  private func days(of filter: FreeAgent.LedgerTransactionFilter) throws -> ClosedRange<Day> {
    let usual = try yearSoFar
    let (first, last) = (filter.fromDate ?? usual.lowerBound, filter.toDate ?? usual.upperBound)
    guard first <= last else {
      throw FreeAgent.Failure.badRequest("to_date is before from_date")
    }
    return try profitPeriod(first...last, named: nil)
  }

  private func ledgerTransaction(_ row: Row) throws -> LedgerTransaction {
    let (code, currency) = (row["code"] as String, row["currency"] as String)
    let category = String(code.prefix(3))
    let native = try companyFacts().currency
    let units = row["units"] as Int64
    let name = try self.category(code: category)?.name
    let value = try inNative(units, currency, native)
    return LedgerTransaction {
      $0.url = link(row["id"] as Int64)
      $0.datedOn = row.day("day")
      $0.createdAt = row.time("createdAt")
      $0.updatedAt = row.time("updatedAt")
      $0.description = row["text"]
      $0.category = link(category)
      $0.categoryName = name
      $0.nominalCode = code
      $0.debitValue = value
      $0.sourceItemURL = "\(base)/\(row["source"] as String)"
      $0.foreignCurrencyData = FreeAgent.ForeignCurrencyData {
        guard currency != native.code, let foreign = Currency(code: currency) else { return }
        $0.currencyCode = currency
        $0.debitValue = ExactDecimal(Money(minorUnits: units, currency: foreign))
      }
    }
  }
}
