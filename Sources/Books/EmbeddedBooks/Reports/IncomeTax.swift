import Money

/// Income tax on the profit of a business that is somebody’s own.
///
/// An estimate: the rates and bands of England since April 2023 for every year, on nothing but the profit,
/// without National Insurance.
///
/// Source: https://www.gov.uk/income-tax-rates.
enum IncomeTax {
  /// What is due on the profit of a tax year.
  ///
  /// - Throws: a `MoneyError` if the profit is too large.
  static func due(on profit: ExactDecimal) throws -> ExactDecimal {
    // Of each two pounds above 100,000 one pound of the allowance is lost.
    let lost = try max(0, profit.subtracting(100_000)).divided(by: 2, fractionDigits: 2)
    let allowance = try max(0, fullAllowance.subtracting(lost))
    let taxable = try max(0, profit.subtracting(allowance))
    return try ExactDecimal.sum(
      of: steps.map { step in
        try max(0, taxable.subtracting(step.begin)).multiplied(by: step.percent)
          .divided(by: 100, fractionDigits: 2)
      })
  }

  private static let fullAllowance: ExactDecimal = 12_570

  /// From which income on how many per cent more are due: 20, 40 and 45 in all.
  private static let steps: [(begin: ExactDecimal, percent: ExactDecimal)] = [
    (0, 20), (37_700, 20), (125_140, 5),
  ]
}
