// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import Money
public import ServiceBasics

extension FreeAgent {
  /// The pay runs of a tax year, and what is due for them to HMRC.
  ///
  /// It is the whole body of an answer, which has no envelope.
  ///
  /// Source: the page “Payroll”.
  public struct PayrollYear: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// The pay runs, the earliest first.
      public let periods = Field<[PayrollPeriod]>("periods", .essential)
      /// What is due for them, the earliest first.
      public let payments = Field<[PayrollPayment]>("payments", .essential)
    }
  }
}

extension FreeAgent {
  /// A pay run.
  ///
  /// Source: the page “Payroll”.
  public struct PayrollPeriod: Record, Addressed {
    public static let schema = Schema(Fields())
    /// Its addresses have the year before the number: `payroll/2026/0`.
    public static let collections = ["payroll"]

    /// The member of an answer about one pay run.
    public static let key = "period"

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address, which ends in the year and the number of the period.
      public let url = Field<Link<PayrollPeriod>>("url", .readOnly)
      /// Which one of the year, from 0: April is 0.
      public let period = Field<Int>("period", .readOnly)
      /// `Monthly` or `Weekly`.
      public let frequency = Field<String>("frequency", .readOnly)
      /// The day of the pay.
      public let datedOn = Field<Day>("dated_on", .readOnly)
      /// `unfiled`, `pending`, `rejected`, `partially_filed` or `filed`.
      public let status = Field<String>("status", .readOnly)
      /// Whether Employment Allowance was claimed.
      public let employmentAllowanceClaimed = Field<Bool>(
        "employment_allowance_claimed", .readOnly)
      /// How much of it.
      public let employmentAllowanceAmount = Field<ExactDecimal>(
        "employment_allowance_amount", [.readOnly, .essential])
      /// What customers deducted under the Construction Industry Scheme.
      public let constructionIndustrySchemeDeduction = Field<ExactDecimal>(
        "construction_industry_scheme_deduction", [.readOnly, .essential])
      /// What each user got; in an answer about one pay run.
      public let payslips = Field<[Payslip]>("payslips", [.readOnly, .essential])
      /// When it was made.
      public let createdAt = Field<Timestamp>("created_at", .readOnly)
      /// When it last changed.
      public let updatedAt = Field<Timestamp>("updated_at", .readOnly)
    }
  }
}

extension FreeAgent {
  /// What is due to HMRC for a pay run.
  ///
  /// Source: the page “Payroll”.
  public struct PayrollPayment: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// The day by which to pay.
      public let dueOn = Field<Day>("due_on", .readOnly)
      /// How much is due.
      public let amountDue = Field<ExactDecimal>("amount_due", [.readOnly, .essential])
      /// `unpaid` or `marked_as_paid`; nil if nothing is to be paid.
      public let status = Field<String>("status", .readOnly)
    }
  }
}

extension FreeAgent {
  /// Who is paid in a tax year, as reported to HMRC.
  ///
  /// Source: the page “Payroll Profiles”.
  public struct PayrollProfile: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Who is paid.
      public let user = Field<Link<User>>("user", .readOnly)
      /// The first line of the address.
      public let addressLine1 = Field<String>("address_line_1")
      /// The second line.
      public let addressLine2 = Field<String>("address_line_2")
      /// The third line.
      public let addressLine3 = Field<String>("address_line_3")
      /// The fourth line.
      public let addressLine4 = Field<String>("address_line_4")
      /// The postcode, in the United Kingdom alone.
      public let postcode = Field<String>("postcode")
      /// The country, outside the United Kingdom alone.
      public let country = Field<String>("country")
      /// The title before the name, such as `Mr`.
      public let title = Field<String>("title")
      /// The gender, by the list of HMRC.
      public let gender = Field<String>("gender")
      /// The day of birth.
      public let dateOfBirth = Field<Day>("date_of_birth")
      /// What another employer paid in the tax year.
      public let totalPayInPreviousEmployment = Field<ExactDecimal>(
        "total_pay_in_previous_employment", .essential)
      /// What tax that employer deducted.
      public let totalTaxInPreviousEmployment = Field<ExactDecimal>(
        "total_tax_in_previous_employment", .essential)
      /// When the employment began; nil if it began before the tax year.
      public let employmentStartsOn = Field<Day>("employment_starts_on")
      /// When it was made.
      public let createdAt = Field<Timestamp>("created_at", .readOnly)
      /// When it last changed.
      public let updatedAt = Field<Timestamp>("updated_at", .readOnly)
    }
  }
}
