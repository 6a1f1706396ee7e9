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
    let code = filter.nominalCode
    let counts = try postingCounts(try days(of: filter), of: code)
    guard let part = counts.part(of: page) else { return Page(elements: [], total: counts.total) }
    // Only the days of the page are read and sorted, whatever the list has besides.
    let list = """
      SELECT * FROM (\(Self.postingLines))
      WHERE units <> 0 AND \(code == nil ? "true" : PostingQuery.isOfCode("code"))
      ORDER BY day, id LIMIT :limit OFFSET :offset
      """
    let rows = try rows(
      list,
      arguments(
        ofPostings: list, from: part.days.lowerBound, through: part.days.upperBound,
        others: ["code": code, "limit": page.size, "offset": part.skipped]))
    return Page(elements: try rows.map(ledgerTransaction), total: counts.total)
  }

  private static let postingLines = postingQueries.map(\.lines).joined(separator: "\nUNION ALL\n")

  /// How many postings each day has, counted once for as long as nothing is written.
  private func postingCounts(
    _ days: ClosedRange<Day>, of code: String?
  ) throws -> PostingCounts {
    let key = PostingCountCache.Key(days: days, code: code)
    guard let cache = memo.counts,
      let stamp = try value(Int64.self, "SELECT number FROM writeStamp")
    else { return try countPostings(key) }
    if let known = cache.counts(of: key, at: stamp) { return known }
    let counts = try countPostings(key)
    cache.keep(counts, of: key, at: stamp)
    return counts
  }

  private func countPostings(_ key: PostingCountCache.Key) throws -> PostingCounts {
    var counts: [Day: Int] = [:]
    for query in Self.postingQueries {
      let sql = query.counts(ofCode: key.code != nil)
      let arguments = try arguments(
        ofPostings: sql, from: key.days.lowerBound, through: key.days.upperBound,
        others: ["code": key.code])
      for row in try rows(sql, arguments) {
        guard let day = row.day("day") else { continue }
        counts[day, default: 0] += row["count"] as Int
      }
    }
    return PostingCounts(counts)
  }

  func ledgerTransaction(_ id: Int64) throws -> LedgerTransaction {
    let (row, number) = id.quotientAndRemainder(dividingBy: Int64(PostingQuery.limit))
    guard let posting = try posting(Int(number), of: row) else { throw FreeAgent.Failure.notFound }
    return try ledgerTransaction(posting)
  }

  /// What a row posts by a query; nil if it posts nothing, or there is no such row or query.
  func posting(_ number: Int, of row: Int64) throws -> Row? {
    guard let query = Self.postingQueries.first(where: { $0.number == number }) else { return nil }
    let sql = "SELECT * FROM (\(query.one)) WHERE units <> 0"
    return try self.row(
      sql, arguments(ofPostings: sql, through: today, others: ["row": row]))
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
    let (code, currency) = (row["code"] as String, row["currency"] as RatedCurrency)
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
        guard currency.code != native.code, let foreign = Currency(code: currency.code) else {
          return
        }
        $0.currencyCode = currency.code
        $0.debitValue = ExactDecimal(Money(minorUnits: units, currency: foreign))
      }
    }
  }
}
