import FreeAgentAPI

extension Sample {
  /// Bodies about pay, hire purchases, feeds, files of explanations, and the lock of the accounts.
  static let office: [Sample] = [
    Sample(
      "payroll",
      """
      {"periods":[{"url":"https://api.freeagent.com/v2/payroll/2027/0","period":0,
      "frequency":"Monthly","dated_on":"2026-04-25","status":"filed",
      "employment_allowance_claimed":false,"employment_allowance_amount":"0.0",
      "construction_industry_scheme_deduction":"0.0"}],"payments":[
      {"due_on":"2026-05-22","amount_due":"793.51","status":"unpaid"},
      {"due_on":"2026-06-22","amount_due":"0.0"}]}
      """
    ) { try FreeAgent.GetPayroll.answer(from: $0).member },
    Sample(
      "period",
      """
      {"period":{"url":"https://api.freeagent.com/v2/payroll/2027/0","period":0,
      "dated_on":"2026-04-25","status":"filed","payslips":[{
      "user":"https://api.freeagent.com/v2/users/2","tax_code":"1257L","dated_on":"2026-04-25",
      "basic_pay":"2500.0","tax_deducted":"270.4","employee_ni":"116.16","employer_ni":"312.45",
      "ni_calc_type":"Employee","ni_letter":"A","deduct_student_loan":false,
      "student_loan_deductions_plan":null}]}}
      """
    ) {
      try FreeAgent.GetPayrollPeriod.answer(from: $0).enveloped(as: FreeAgent.PayrollPeriod.key)
    },
    Sample(
      "profiles",
      """
      {"profiles":[{"user":"https://api.freeagent.com/v2/users/2","address_line_1":"1 Mill Lane",
      "postcode":"BS35 2AA","title":"Mr","gender":"Male","date_of_birth":"1991-11-03",
      "total_pay_in_previous_employment":"0.0","total_tax_in_previous_employment":"0.0",
      "employment_starts_on":null}]}
      """
    ) {
      try FreeAgent.GetPayrollProfiles.answer(from: $0)
        .enveloped(as: FreeAgent.GetPayrollProfiles.key)
    },
    one(
      FreeAgent.HirePurchase.self,
      """
      "url":"https://api.freeagent.com/v2/hire_purchases/1","description":"A van",
      "bill":"https://api.freeagent.com/v2/bills/9",
      "liabilities_over_one_year_category":"https://api.freeagent.com/v2/categories/793-1",
      "liabilities_under_one_year_category":"https://api.freeagent.com/v2/categories/792-1"
      """),
    list(
      FreeAgent.BankFeed.self,
      """
      "url":"https://api.freeagent.com/v2/bank_feeds/1","state":"enabled","feed_type":"api",
      "bank_account":"https://api.freeagent.com/v2/bank_accounts/1",
      "bank_service_name":"Severn Bank","sca_expires_at":"2026-12-01T00:00:00.000Z"
      """),
    one(
      FreeAgent.CapitalAsset.self,
      """
      "url":"https://api.freeagent.com/v2/capital_assets/4","description":"A screen",
      "asset_type":"Computer Equipment Purchase","purchased_on":"2026-06-30",
      "capital_asset_history":[{"type":"purchase","description":"Computer Equipment Purchase",
      "date":"2026-06-30","value":"300.0","tax_value":"0.0",
      "link":"https://api.freeagent.com/v2/bills/3"}]
      """),
    Sample(
      "attachments",
      """
      {"attachments":[{"url":"https://api.freeagent.com/v2/attachments/3","file_name":"a.pdf",
      "content_type":"application/pdf","file_size":48213}]}
      """
    ) {
      try FreeAgent.GetExplanationFiles.answer(from: $0)
        .enveloped(as: FreeAgent.GetExplanationFiles.key)
    },
    Sample(
      "account_locks",
      """
      {"account_locks":[{"locked_to_date":"2026-03-31","user_lock":true,
      "locked_by_description":"Ada Example","locked_by_url":"https://api.freeagent.com/v2/users/1"},
      {"locked_to_date":"2025-03-31","locked_by_description":"Accounting Year End 2024/25"}],
      "earliest_lock_date":"2025-04-01","latest_lock_date":"2026-09-13"}
      """
    ) { try FreeAgent.GetAccountLocks.answer(from: $0).member },
  ]
}
