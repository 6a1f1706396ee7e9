import FreeAgentAPI
import Money

/// What lines of the ledger have of income and costs, in the company's currency.
struct Profit {
  var income: ExactDecimal
  var expenses: ExactDecimal
  /// Taxes on the profit that were posted, which are no costs.
  var taxes: ExactDecimal
  /// What shareholders got.
  var dividends: ExactDecimal
  /// What was taken off the retained profit itself, or is neither a cost nor a tax.
  var adjustments: ExactDecimal
  /// Whether that is all of it: an amount in a currency whose rate is not known is in none of them.
  var isWhole: Bool

  /// Whether an account is in any of them.
  static func includes(_ code: String) -> Bool {
    let others = [LedgerAccount.dividends, LedgerAccount.retainedProfit]
    return LedgerAccount.isOfProfit(code) || others.contains(String(code.prefix(3)))
  }

  init(_ lines: [LedgerLine]) throws {
    func sum(_ isIncluded: (String) -> Bool) throws -> ExactDecimal {
      try ExactDecimal.sum(of: lines.filter { isIncluded($0.category) }.map(\.total))
    }
    isWhole = lines.allSatisfy { $0.isWhole || !Self.includes($0.code) }
    income = try sum { $0 < "096" }.negated
    expenses = try sum { "096" <= $0 && $0 < "502" }
    taxes = try sum { LedgerAccount.taxesOnProfit.contains($0) }
    dividends = try sum { $0 == LedgerAccount.dividends }
    adjustments = try sum { code in
      let isLeft = "502" <= code && LedgerAccount.isOfProfit(code)
      return code == LedgerAccount.retainedProfit
        || isLeft && !LedgerAccount.taxesOnProfit.contains(code)
    }
  }

  /// Income less expenses, both rounded to whole units, as reports have them.
  var operating: ExactDecimal {
    get throws {
      try income.rounded(fractionDigits: 0).subtracting(expenses.rounded(fractionDigits: 0))
    }
  }
}

/// What of the profit since the beginning is left at a day, in whole units of the company's currency.
///
/// Profit and loss has its figures from here, which add up. The balance sheet rounds the exact sum instead, so
/// that both may be a unit apart.
struct RetainedProfit {
  private(set) var income: ExactDecimal
  private(set) var expenses: ExactDecimal
  /// The estimate of corporation tax.
  private(set) var tax: ExactDecimal
  private(set) var dividends: ExactDecimal
  private(set) var adjustments: ExactDecimal

  /// - Parameters:
  ///   - profit: the profit since the beginning.
  ///   - tax: the corporation tax on it; nil if the company has none: what it has posted of taxes on its
  ///     profit is an adjustment then.
  init(_ profit: Profit, tax: ExactDecimal?) throws {
    income = profit.income.rounded(fractionDigits: 0)
    expenses = profit.expenses.rounded(fractionDigits: 0)
    self.tax = tax ?? 0
    dividends = profit.dividends.rounded(fractionDigits: 0)
    let adjustments =
      try tax == nil ? profit.adjustments.adding(profit.taxes) : profit.adjustments
    self.adjustments = adjustments.rounded(fractionDigits: 0)
  }

  /// Before taxes and dividends.
  var operating: ExactDecimal { get throws { try income.subtracting(expenses) } }

  /// After taxes and dividends.
  var left: ExactDecimal {
    get throws { try operating.subtracting(tax).subtracting(adjustments).subtracting(dividends) }
  }

  /// What came since another day.
  func subtracting(_ earlier: RetainedProfit) throws -> RetainedProfit {
    var change = self
    change.income = try income.subtracting(earlier.income)
    change.expenses = try expenses.subtracting(earlier.expenses)
    change.tax = try tax.subtracting(earlier.tax)
    change.dividends = try dividends.subtracting(earlier.dividends)
    change.adjustments = try adjustments.subtracting(earlier.adjustments)
    return change
  }

  /// What is taken off the operating profit.
  ///
  /// Source: an answer of the service of August 2026, for the titles.
  ///
  /// - Parameters:
  ///   - isCompany: whether corporation tax and dividends are told even if there are none.
  ///   - isTaxKnown: whether the tax can be told.
  func deductions(ofCompany isCompany: Bool, isTaxKnown: Bool) -> [FreeAgent.ProfitAndLossLine] {
    let taxes = isTaxKnown ? [("Corp. Tax (est.)", tax)] : []
    let others = [("Dividends", dividends), ("Adjustments", adjustments)]
    return (taxes + others).filter { isCompany || !$0.1.isZero }.map { title, total in
      FreeAgent.ProfitAndLossLine {
        $0.title = title
        $0.total = FreeAgent.ShortDecimal(total)
      }
    }
  }
}
