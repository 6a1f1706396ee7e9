// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import Money
public import ServiceBasics

extension FreeAgent {
  /// What a user got in a pay run, and what was kept back.
  ///
  /// Source: the page “Payroll”.
  public struct Payslip: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Who is paid.
      public let user = Field<Link<User>>("user", .readOnly)
      /// The tax code, such as `1257L`.
      public let taxCode = Field<String>("tax_code", .readOnly)
      /// The day of the pay.
      public let datedOn = Field<Day>("dated_on", .readOnly)
      /// `Monthly` or `Weekly`.
      public let frequency = Field<String>("frequency", .readOnly)
      /// How National Insurance is worked out: `Director` or `Employee`.
      public let niCalcType = Field<String>("ni_calc_type", .readOnly)
      /// The class of National Insurance, such as `A`.
      public let niLetter = Field<String>("ni_letter", .readOnly)
      /// Whether each period is taxed by itself.
      public let week1Month1Basis = Field<Bool>("week_1_month_1_basis", .readOnly)
      /// The hours that were worked.
      public let hoursWorked = Field<ExactDecimal>("hours_worked", .readOnly)

      // What is paid.

      /// The basic pay.
      public let basicPay = Self.amount("basic_pay")
      /// Pay for overtime.
      public let overtime = Self.amount("overtime")
      /// Commission.
      public let commission = Self.amount("commission")
      /// A bonus.
      public let bonus = Self.amount("bonus")
      /// Allowances.
      public let allowance = Self.amount("allowance")
      /// Statutory Sick Pay (SSP).
      public let statutorySickPay = Self.amount("statutory_sick_pay")
      /// Statutory Maternity Pay (SMP).
      public let statutoryMaternityPay = Self.amount("statutory_maternity_pay")
      /// Statutory Paternity Pay (SPP).
      public let statutoryPaternityPay = Self.amount("statutory_paternity_pay")
      /// Additional Statutory Paternity Pay (ASPP).
      public let additionalStatutoryPaternityPay = Self.amount(
        "additional_statutory_paternity_pay")
      /// Statutory Adoption Pay (SAP).
      public let statutoryAdoptionPay = Self.amount("statutory_adoption_pay")
      /// Statutory Parental Bereavement Pay (SPBP).
      public let statutoryParentalBereavementPay = Self.amount(
        "statutory_parental_bereavement_pay")
      /// Statutory Neonatal Care Pay (SNCP).
      public let statutoryNeonatalCarePay = Self.amount("statutory_neonatal_care_pay")
      /// Pay for other absence.
      public let absencePayments = Self.amount("absence_payments")
      /// Other payments that are taxed.
      public let otherPayments = Self.amount("other_payments")
      /// Payments that neither tax nor National Insurance is taken from.
      public let deductionFreePay = Self.amount("deduction_free_pay")

      // What goes to HMRC.

      /// Income tax under PAYE.
      public let taxDeducted = Self.amount("tax_deducted")
      /// National Insurance of the employee.
      public let employeeNI = Self.amount("employee_ni")
      /// National Insurance of the employer, which is not taken from the pay.
      public let employerNI = Self.amount("employer_ni")
      /// What is paid back of a student loan.
      public let studentLoanDeduction = Self.amount("student_loan_deduction")
      /// What is paid back of a postgraduate loan.
      public let postgradLoanDeduction = Self.amount("postgrad_loan_deduction")

      // What goes to pensions.

      /// The employee's contribution, taken before tax.
      public let employeePension = Self.amount("employee_pension")
      /// The employer's contribution, which is not taken from the pay.
      public let employerPension = Self.amount("employer_pension")
      /// The employee's contribution, taken after tax.
      public let employeePensionNotUnderNetPay = Self.amount("employee_pension_not_under_net_pay")
      /// The pay that the employee gives up for a contribution of the employer.
      public let employeePensionSalarySacrifice = Self.amount("employee_pension_salary_sacrifice")

      // What else is kept back.

      /// What an attachment of earnings takes.
      public let attachments = Self.amount("attachments")
      /// Gifts to charities out of the pay before tax.
      public let payrollGiving = Self.amount("payroll_giving")
      /// Other deductions.
      public let otherDeductions = Self.amount("other_deductions")
      /// Other deductions after tax and National Insurance.
      public let otherDeductionsFromNetPay = Self.amount("other_deductions_from_net_pay")
      /// The pay that the employee gives up for other benefits.
      public let otherSalarySacrificeDeductions = Self.amount(
        "other_salary_sacrifice_deductions")
      /// Deductions before tax, but after National Insurance.
      public let deductionsSubjectToNICButNotPAYE = Self.amount(
        "deductions_subject_to_nic_but_not_paye")

      /// Whether a student loan is paid back.
      public let deductStudentLoan = Field<Bool>("deduct_student_loan", .readOnly)
      /// By which plan: `Plan 1` or `Plan 2`; nil if none is.
      public let studentLoanDeductionsPlan = Field<String>(
        "student_loan_deductions_plan", .readOnly)
      /// Whether a postgraduate loan is paid back.
      public let deductPostgradLoan = Field<Bool>("deduct_postgrad_loan", .readOnly)
      /// When it was made.
      public let createdAt = Field<Timestamp>("created_at", .readOnly)
      /// When it last changed.
      public let updatedAt = Field<Timestamp>("updated_at", .readOnly)

      /// An amount of the period, in pounds.
      private static func amount(_ name: String) -> Field<ExactDecimal> {
        Field(name, [.readOnly, .essential])
      }
    }
  }
}
