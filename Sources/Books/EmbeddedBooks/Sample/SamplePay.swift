import Days
import Money

/// What the two people of the sample are paid, and what is taken off, in a month.
///
/// One is a director, whose National Insurance is worked out for the tax year so far; the other an employee,
/// whose is by the month.
///
/// Sources: https://www.gov.uk/guidance/rates-and-thresholds-for-employers-2025-to-2026 and those of the years
/// before, for National Insurance; gov.uk, “Workplace pensions”, for 5 and 3 per cent of what is above £520;
/// tax code 1257L leaves £1,048.25 a month free.
struct SamplePay {
  /// National Insurance from a day on, of letter A: pounds a month or a year, and per cent.
  private struct Rates {
    var from: Day
    var employeeFree: ExactDecimal
    var employee: ExactDecimal
    var employerFree: ExactDecimal
    var employer: ExactDecimal
  }

  private let monthly: Rates
  private let yearly: Rates
  private let period: Int

  /// The pay of a month; nil of one before 6 April 2021, whose rates the sample does not know.
  ///
  /// - Parameters:
  ///   - day: the day of the pay run.
  ///   - period: the month of the tax year, 0 for April.
  init?(on day: Day, period: Int) {
    guard let monthly = Self.monthlyRates.last(where: { $0.from <= day }),
      let yearly = Self.yearlyRates.last(where: { $0.from <= day })
    else { return nil }
    self.monthly = monthly
    self.yearly = yearly
    self.period = period
  }

  static let directorPay: ExactDecimal = 1_047
  static let employeePay: ExactDecimal = 2_500

  // MARK: - The director

  /// What the director pays: nothing until the pay of the year is above what is free.
  var directorNI: ExactDecimal {
    get throws { try soFar(above: yearly.employeeFree, percent: yearly.employee) }
  }

  /// What the company pays for the director.
  var employerNIOfDirector: ExactDecimal {
    get throws { try soFar(above: yearly.employerFree, percent: yearly.employer) }
  }

  /// What came up to this month less what came up to the one before.
  private func soFar(
    above free: ExactDecimal, percent: ExactDecimal
  ) throws -> ExactDecimal {
    let months = [period + 1, period].map { ExactDecimal(Int64($0)) }
    let sums = try months.map { count in
      try Self.share(
        percent, of: Self.directorPay.multiplied(by: count), above: free)
    }
    return try max(0, sums[0].subtracting(sums[1]))
  }

  // MARK: - The employee

  /// What the employee pays into a pension.
  var pension: ExactDecimal {
    get throws { try Self.share(5, of: Self.employeePay, above: Self.pensionFree) }
  }

  /// What the company pays into it.
  var employerPension: ExactDecimal {
    get throws { try Self.share(3, of: Self.employeePay, above: Self.pensionFree) }
  }

  /// Income tax on what the pension leaves, whole pounds of which count.
  var tax: ExactDecimal {
    get throws {
      let taxed = try Self.employeePay.subtracting(pension).subtracting(Self.taxFree)
      let pounds = taxed.description.split(separator: ".").first.flatMap { ExactDecimal("\($0)") }
      return try Self.share(20, of: pounds ?? 0, above: 0)
    }
  }

  /// What the employee pays for National Insurance.
  var employeeNI: ExactDecimal {
    get throws {
      try Self.share(monthly.employee, of: Self.employeePay, above: monthly.employeeFree)
    }
  }

  /// What the company pays for the employee.
  var employerNI: ExactDecimal {
    get throws {
      try Self.share(monthly.employer, of: Self.employeePay, above: monthly.employerFree)
    }
  }

  // MARK: - Rates

  private static let pensionFree: ExactDecimal = 520
  private static let taxFree = ExactDecimal(Money(minorUnits: 104_825, currency: .gbp))

  private static func share(
    _ percent: ExactDecimal, of pay: ExactDecimal, above free: ExactDecimal
  ) throws -> ExactDecimal {
    try max(0, pay.subtracting(free)).multiplied(by: percent).divided(by: 100, fractionDigits: 2)
  }

  private static let monthlyRates = rates(
    """
    2021-04-06  797 12     737 13.8
    2022-04-06  823 13.25  758 15.05
    2022-07-06 1048 13.25  758 15.05
    2022-11-06 1048 12     758 13.8
    2024-01-06 1048 10     758 13.8
    2024-04-06 1048 8      758 13.8
    2025-04-06 1048 8      417 15
    """)

  private static let yearlyRates = rates(
    """
    2021-04-06  9568 12    8840 13.8
    2022-04-06 11908 12.73 9100 14.53
    2023-04-06 12570 11.5  9100 13.8
    2024-04-06 12570 8     9100 13.8
    2025-04-06 12570 8     5000 15
    """)

  /// Reads rows: from, what is free for the employee, per cent, and both for the employer.
  private static func rates(_ table: String) -> [Rates] {
    table.split(separator: "\n").compactMap { row in
      let words = row.split(separator: " ").map(String.init)
      let numbers = words.dropFirst().compactMap { ExactDecimal($0) }
      guard let from = words.first.flatMap({ Day($0) }), numbers.count == 4 else { return nil }
      return Rates(
        from: from, employeeFree: numbers[0], employee: numbers[1], employerFree: numbers[2],
        employer: numbers[3])
    }
  }
}
