/// The amounts of a payslip by what the ledger does with them.
///
/// Source: the page “Payroll”, for the names; “How-to Guides”, for whom they are owed to.
enum PayslipParts {
  /// Each column of a payslip with the members whose sum it is.
  static let columns: [(column: String, members: [String])] = [
    (
      "gross",
      [
        "basic_pay", "overtime", "commission", "bonus", "allowance", "statutory_sick_pay",
        "statutory_maternity_pay", "statutory_paternity_pay",
        "additional_statutory_paternity_pay", "statutory_adoption_pay",
        "statutory_parental_bereavement_pay", "statutory_neonatal_care_pay", "absence_payments",
        "other_payments", "deduction_free_pay",
      ]
    ),
    ("tax", ["tax_deducted"]),
    ("employeeNI", ["employee_ni"]),
    ("employerNI", ["employer_ni"]),
    ("loans", ["student_loan_deduction", "postgrad_loan_deduction"]),
    (
      "employeePension",
      [
        "employee_pension", "employee_pension_not_under_net_pay",
        "employee_pension_salary_sacrifice",
      ]
    ),
    ("employerPension", ["employer_pension"]),
    (
      "otherDeductions",
      [
        "attachments", "payroll_giving", "other_deductions", "other_deductions_from_net_pay",
        "other_salary_sacrifice_deductions", "deductions_subject_to_nic_but_not_paye",
      ]
    ),
  ]

  /// All of the members.
  static let members = columns.flatMap(\.members)
}
