import Days
import FreeAgentAPI
import GRDB
import Money

extension Ledger {
  /// The twelve months that end with today.
  var yearToToday: ClosedRange<Day> {
    (today.adding(months: -12)?.adding(days: 1) ?? today)...today
  }

  /// What came and went between two days, month by month, transfers between accounts left out.
  ///
  /// - Throws: 422 if the rate of an account's currency is not known.
  func cashFlow(_ days: ClosedRange<Day>) throws -> FreeAgent.CashFlow {
    guard days.isWithin(months: 120) else {
      throw FreeAgent.Failure.badRequest("The dates are more than ten years apart")
    }
    let months = Self.months(of: days)
    let native = try companyFacts().currency
    let incoming = try sums(days, "> 0", native)
    let outgoing = try sums(days, "< 0", native)
    let (inTotal, outTotal) = (try Self.total(incoming), try Self.total(outgoing).negated)
    return FreeAgent.CashFlow {
      $0.from = days.lowerBound
      $0.to = days.upperBound
      $0.balance = (try? inTotal.subtracting(outTotal)).map { FreeAgent.BareNumber($0) }
      $0.incoming = Self.side(months, incoming, inTotal, isTurned: false)
      $0.outgoing = Self.side(months, outgoing, outTotal, isTurned: true)
    }
  }

  /// The sums by month, in the company's currency.
  private func sums(
    _ days: ClosedRange<Day>, _ sign: String, _ native: Currency
  ) throws -> [String: ExactDecimal] {
    let rows = try rows(
      """
      SELECT substr(t.day, 1, 7) AS month, a.currency, min(a.id) AS account,
        sum(t.amount - coalesce((SELECT sum(gross) FROM explanation AS e
          WHERE e.bankTransaction = t.id AND e.transferAccount IS NOT NULL), 0)) AS units
      FROM bankTransaction AS t JOIN bankAccount AS a ON a.id = t.account
      WHERE NOT a.isPersonal AND t.day BETWEEN ? AND ? AND t.amount \(sign)
      GROUP BY month, a.currency
      """, [days.lowerBound.description, days.upperBound.description])
    var sums: [String: ExactDecimal] = [:]
    for row in rows {
      guard let value = try inNative(row["units"], row["currency"], native) else {
        if row["units"] as Int64 == 0 { continue }
        throw try unknownRate(of: .bankAccount, row["account"], in: row["currency"])
      }
      let month = row["month"] as String
      sums[month] = try (sums[month] ?? 0).adding(value)
    }
    return sums
  }

  private static func total(_ sums: [String: ExactDecimal]) throws -> ExactDecimal {
    try ExactDecimal.sum(of: sums.values)
  }

  private static func side(
    _ months: [Day], _ sums: [String: ExactDecimal], _ total: ExactDecimal, isTurned: Bool
  ) -> FreeAgent.CashFlowSide {
    FreeAgent.CashFlowSide {
      $0.total = FreeAgent.BareNumber(total)
      $0.months = months.map { month in
        let sum = sums[String(month.description.prefix(7))] ?? 0
        return FreeAgent.CashFlowMonth {
          $0.month = month.month
          $0.year = month.year
          $0.total = FreeAgent.BareNumber(isTurned ? sum.negated : sum)
        }
      }
    }
  }

  /// The first days of the months that a range touches.
  private static func months(of days: ClosedRange<Day>) -> [Day] {
    var months: [Day] = []
    var next = Day(year: days.lowerBound.year, month: days.lowerBound.month, day: 1)
    while let month = next, month <= days.upperBound {
      months.append(month)
      next = month.adding(months: 1)
    }
    return months
  }
}
