import Books
import Days
import FreeAgentAPI
import GRDB
import Money

extension Ledger {
  /// The period of a request: between two days, of an accounting year by its name, or of this year so far.
  ///
  /// - Throws: 400 for a year that there is not, or days more than a year apart.
  func profitPeriod(
    _ days: ClosedRange<Day>?, named name: String?
  ) throws -> ClosedRange<Day> {
    let periods = try accountingPeriods()
    if let name {
      guard let period = periods.first(where: { $0.name == name }) else {
        throw FreeAgent.Failure.badRequest("accounting_period is invalid")
      }
      return period
    }
    guard let days else { return try yearSoFar }
    let isWithinOne = periods.contains {
      $0.contains(days.lowerBound) && $0.contains(days.upperBound)
    }
    guard isWithinOne || days.upperBound < days.lowerBound.adding(months: 12) ?? days.upperBound
    else { throw FreeAgent.Failure.badRequest("The dates are more than twelve months apart") }
    return days
  }

  /// The accounting year up to today; the twelve months to today if there is no such year.
  var yearSoFar: ClosedRange<Day> {
    get throws {
      let year = try accountingPeriods().first { $0.contains(today) }
      return year.map { $0.lowerBound...today } ?? yearToToday
    }
  }

  private func accountingPeriods() throws -> [ClosedRange<Day>] {
    try (company().annualAccountingPeriods ?? []).compactMap { year in
      guard let start = year.startsOn, let end = year.endsOn, start <= end else { return nil }
      return start...end
    }
  }

  /// Profit and loss: what was invoiced and sold less what was bought, without VAT.
  func profitAndLoss(_ days: ClosedRange<Day>) throws -> FreeAgent.ProfitAndLossSummary {
    let now = try profit(days)
    let first = try companyFacts().booksBegin ?? days.lowerBound
    var before = Profit()
    if let end = days.lowerBound.adding(days: -1), first <= end {
      before = try profit(first...end)
    }
    let isTaxed = try companyFacts().kind == .limited
    return try FreeAgent.ProfitAndLossSummary {
      $0.from = days.lowerBound
      $0.to = days.upperBound
      $0.income = FreeAgent.ShortDecimal(now.income)
      $0.expenses = FreeAgent.ShortDecimal(now.expenses)
      $0.operatingProfit = FreeAgent.ShortDecimal(try now.operating)
      $0.less =
        isTaxed
        ? [
          try FreeAgent.ProfitAndLossLine {
            $0.title = "Corporation Tax"
            $0.total = FreeAgent.ShortDecimal(try now.tax)
          }
        ] : []
      let retained = try now.retained(isTaxed)
      let forward = try before.retained(isTaxed)
      $0.retainedProfit = FreeAgent.ShortDecimal(retained)
      $0.retainedProfitBroughtForward = FreeAgent.ShortDecimal(forward)
      $0.retainedProfitCarriedForward = FreeAgent.ShortDecimal(try retained.adding(forward))
    }
  }

  /// What was earned and spent, in whole units of the company's currency.
  struct Profit {
    var income: ExactDecimal = 0
    var expenses: ExactDecimal = 0

    var operating: ExactDecimal { get throws { try income.subtracting(expenses) } }

    /// At the small profits rate of 19 %, a loss at none.
    var tax: ExactDecimal {
      get throws {
        let profit = try operating
        guard let rate = ExactDecimal("0.19"), !profit.isNegative else { return 0 }
        return try profit.multiplied(by: rate).rounded(fractionDigits: 0)
      }
    }

    func retained(_ isTaxed: Bool) throws -> ExactDecimal {
      try operating.subtracting(isTaxed ? tax : 0)
    }
  }

  func profit(_ days: ClosedRange<Day>) throws -> Profit {
    Profit(
      income: try sum(Self.income, days).rounded(fractionDigits: 0),
      expenses: try sum(Self.costs, days).negated.rounded(fractionDigits: 0))
  }

  /// Adds up the rows of queries for `currency` and `units`, in the company's currency.
  func sum(_ queries: [String], _ days: ClosedRange<Day>) throws -> ExactDecimal {
    let native = try companyFacts().currency
    var sum: ExactDecimal = 0
    for query in queries {
      var arguments: Columns = [
        "from": days.lowerBound.description, "to": days.upperBound.description,
      ]
      if query.contains(":native") { arguments["native"] = native.code }
      for row in try rows(query, StatementArguments(arguments)) {
        sum = try sum.adding(inNative(row["units"] ?? 0, row["currency"], native))
      }
    }
    return sum
  }

  private static let income = [
    """
    SELECT currency, sum(net) AS units FROM document
    WHERE kind <> 'estimate' AND state = 'sent' AND day BETWEEN :from AND :to
    GROUP BY currency
    """,
    explained(between: "001", and: "049"),
  ]

  private static let costs = [
    """
    SELECT b.currency, -sum(i.total - i.tax) AS units
    FROM bill AS b JOIN billItem AS i ON i.bill = b.id
    WHERE i.category BETWEEN '096' AND '399' AND b.day BETWEEN :from AND :to
    GROUP BY b.currency
    """,
    """
    SELECT :native AS currency, sum(nativeGross - nativeTax) AS units FROM expense
    WHERE category BETWEEN '096' AND '399' AND day BETWEEN :from AND :to
    """,
    explained(between: "096", and: "399"),
  ]

  /// What was explained with categories between two codes, without VAT.
  private static func explained(between first: String, and last: String) -> String {
    """
    SELECT a.currency, sum(e.gross - coalesce(e.tax, 0)) AS units
    FROM explanation AS e JOIN bankAccount AS a ON a.id = e.account
    WHERE e.category BETWEEN '\(first)' AND '\(last)' AND e.day BETWEEN :from AND :to
    GROUP BY a.currency
    """
  }
}

extension ClosedRange<Day> {
  /// The year as the service calls it, such as `2022/23`.
  fileprivate var name: String {
    let end = upperBound.year % 100
    return "\(lowerBound.year)/\(end < 10 ? "0" : "")\(end)"
  }
}
