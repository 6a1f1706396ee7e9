// What each request declares is explained once, at `FreeAgent.Endpoint`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import FoundationEssentials
public import ServiceBasics

extension FreeAgent {
  /// The pay runs of a tax year, which is named by the year in which it ends.
  ///
  /// Source: the page “Payroll”.
  public struct GetPayroll: Endpoint {
    public static let method = Method.get
    public static let route = "/v2/payroll/{year}"
    public static let level = PermissionLevel.accounting

    /// The year in which the tax year ends: 2027 for April 2026 to March 2027.
    public let year: Int

    /// Makes the request.
    public init(_ year: Int) { self.year = year }

    public var pathValues: [String] { [String(year)] }

    public static func answer(from body: Data) throws -> PayrollYear {
      try JSONDecoder().decode(PayrollYear.self, from: body)
    }
  }

  /// One pay run with its payslips.
  ///
  /// Source: the page “Payroll”.
  public struct GetPayrollPeriod: Endpoint {
    public static let method = Method.get
    public static let route = "\(GetPayroll.route)/{period}"
    public static let level = GetPayroll.level

    /// The year in which the tax year ends.
    public let year: Int
    /// Which one of the year, from 0: April is 0.
    public let period: Int

    /// Makes the request.
    public init(_ period: Int, of year: Int) {
      self.year = year
      self.period = period
    }

    public var pathValues: [String] { [String(year), String(period)] }

    public static func answer(from body: Data) throws -> PayrollPeriod {
      try PayrollPeriod(from: body, key: PayrollPeriod.key)
    }
  }

  /// Says that a payment to HMRC was made, or that it was not.
  ///
  /// Source: the page “Payroll”.
  public struct MarkPayrollPayment: Endpoint {
    /// What is said of it.
    public typealias Mark = MarkVATPayment.Mark

    public static let method = Method.put
    public static let route = "\(GetPayroll.route)/payments/{payment_date}/{mark}"
    public static let level = GetPayroll.level

    /// The year in which the tax year ends.
    public let year: Int
    /// The day by which to pay.
    public let dueOn: Day
    /// What is said of it.
    public let mark: Mark

    /// Makes the request.
    public init(_ year: Int, dueOn: Day, _ mark: Mark) {
      self.year = year
      self.dueOn = dueOn
      self.mark = mark
    }

    public var isRepeatable: Bool { true }

    public var pathValues: [String] { [String(year), dueOn.description, mark.rawValue] }

    public static func answer(from body: Data) throws -> PayrollYear {
      try JSONDecoder().decode(PayrollYear.self, from: body)
    }
  }

  /// Who is paid in a tax year.
  ///
  /// Source: the page “Payroll Profiles”.
  public struct GetPayrollProfiles: Endpoint {
    public static let method = Method.get
    public static let route = "/v2/payroll_profiles/{year}"
    public static let level = PermissionLevel.accounting

    /// The member of the answer.
    public static let key = "profiles"

    /// The year in which the tax year ends.
    public let year: Int
    /// Whose profile alone is wanted; nil for all of them.
    public let user: Link<User>?

    /// Makes the request.
    public init(_ year: Int, of user: Link<User>? = nil) {
      self.year = year
      self.user = user
    }

    public var pathValues: [String] { [String(year)] }

    public var query: [FormItem] { user.map { [FormItem("user", $0.url)] } ?? [] }

    public static func answer(from body: Data) throws -> Batch<PayrollProfile> {
      try Batch(from: body, key: key)
    }
  }
}
