import FreeAgentAPI
import GRDB
import Money

extension BooksSchema {
  /// Gives documents a column for a rate of their own, which is part of their details until then.
  ///
  /// A rate that could be none, such as 0, counts no longer, and one in the company's currency never did. A
  /// document that has no known rate then is kept: until it gets one no sum with it is known, and the audit
  /// names it.
  static func addExchangeRates(_ db: Database) throws {
    try db.execute(
      sql: """
        ALTER TABLE document ADD COLUMN exchangeRate TEXT CHECK (CAST(exchangeRate AS REAL) > 0)
        """)
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT d.id, d.currency, d.details,
          coalesce((SELECT json_extract(details, '$.currency') FROM company), 'GBP') AS native
        FROM document AS d WHERE json_extract(d.details, '$.exchange_rate') IS NOT NULL
        """)
    for row in rows {
      var details = row["details"] as Details
      let rate = details.members.removeValue(forKey: "exchange_rate")
        .flatMap { ExactDecimal(member: $0) }
      try db.execute(
        sql: "UPDATE document SET exchangeRate = ?, details = ? WHERE id = ?",
        arguments: [
          ownRate(rate, in: row.currency, of: Currency(code: row["native"])), details,
          row["id"] as Int64,
        ])
    }
  }

  /// A rate as it is stored from now on; nil if it can be none, or is the usual one.
  private static func ownRate(
    _ rate: ExactDecimal?, in currency: Currency, of native: Currency?
  ) -> String? {
    guard let native, currency != native,
      let rate = rate?.rounded(fractionDigits: ExchangeRates.largestFractionDigits),
      ExchangeRates.isValid(rate), rate != ExchangeRates.rate(from: currency, to: native)
    else { return nil }
    return rate.description
  }
}
