import Foundation
import FreeAgentAPI
import ServiceBasics
import Testing

/// Bodies in the shapes that the service's pages and its answers have, with values of our own.
struct Sample: Sendable, CustomTestStringConvertible {
  let name: String
  let body: String
  /// Reads the body as its request does, and writes it again.
  let roundTrip: @Sendable (Data) throws -> FreeAgent.JSON
  var testDescription: String { name }

  init(
    _ name: String, _ body: String, _ roundTrip: @escaping @Sendable (Data) throws -> FreeAgent.JSON
  ) {
    self.name = name
    self.body = body
    self.roundTrip = roundTrip
  }

  static func one<Target: FreeAgent.Resource>(
    _ type: Target.Type, _ members: String
  ) -> Sample {
    Sample("\(Target.key)", #"{"\#(Target.key)":{\#(members)}}"#) { body in
      try FreeAgent.Get<Target>.answer(from: body).enveloped(as: Target.key)
    }
  }

  static func list<Target: FreeAgent.Listed>(
    _ type: Target.Type, _ members: String...
  ) -> Sample {
    let elements = members.map { "{\($0)}" }.joined(separator: ",")
    return Sample(Target.listKey, #"{"\#(Target.listKey)":[\#(elements)]}"#) { body in
      try FreeAgent.List<Target>.answer(from: body).enveloped(as: Target.listKey)
    }
  }

  private static func record<Target: FreeAgent.Record>(
    _ type: Target.Type, _ key: String, _ members: String
  ) -> Sample {
    Sample(key, #"{"\#(key)":{\#(members)}}"#) { body in
      try Target(from: body, key: key).enveloped(as: key)
    }
  }

  static let company = one(
    FreeAgent.Company.self,
    """
    "url":"https://api.freeagent.com/v2/company","id":68210,"name":"Example Name Ltd",
    "subdomain":"example","type":"UkLimitedCompany","currency":"GBP","mileage_units":"miles",
    "company_start_date":"2024-05-01","annual_accounting_periods":[
    {"starts_on":"2025-05-01","ends_on":"2026-04-30"}],"sales_tax_registration_status":"Registered",
    "sales_tax_rates":["20.0","5.0","0.0"],"sales_tax_is_value_added":true,
    "locked_attributes":["currency"],"locale":"en","ec_vat_reporting_enabled":false,
    "created_at":"2026-08-16T12:40:00.000Z","newest_member":{"a":[1,null,"2.50"]}
    """)

  static let transaction = one(
    FreeAgent.BankTransaction.self,
    """
    "url":"https://api.freeagent.com/v2/bank_transactions/8","amount":"-279.78",
    "bank_account":"https://api.freeagent.com/v2/bank_accounts/1","dated_on":"2026-09-14",
    "description":"Hilton Hotels//OTHER/","full_description":"Hilton Hotels//OTHER/£279.78",
    "uploaded_at":"2026-09-15T06:00:00.000Z","unexplained_amount":"-237.28","is_manual":false,
    "transaction_id":"F1","matching_transactions_count":2,"bank_transaction_explanations":[
    {"url":"https://api.freeagent.com/v2/bank_transaction_explanations/20","dated_on":"2026-09-14",
    "gross_value":"-42.5","sales_tax_rate":"20.0","sales_tax_value":"-7.08","type":"Payment",
    "category":"https://api.freeagent.com/v2/categories/285","is_deletable":true,
    "detail":"Accommodation and Meals. Inc £7.08 VAT ","foreign_currency_value":"0.0"}]
    """)

  static let invoice = one(
    FreeAgent.Invoice.self,
    """
    "url":"https://api.freeagent.com/v2/invoices/756440","status":"Open","reference":"001",
    "long_status":"Open – due in about 1 month","contact":"https://api.freeagent.com/v2/contacts/7",
    "dated_on":"2026-08-16","due_on":"2026-09-15","payment_terms_in_days":30,"currency":"GBP",
    "exchange_rate":"1.0","net_value":"251.0","total_value":"251.0","paid_value":"0.0",
    "due_value":"251.0","involves_sales_tax":false,"payment_methods":{"stripe":true},
    "invoice_items":[{"url":"https://api.freeagent.com/v2/invoice_items/1","position":1,
    "item_type":"Hours","quantity":"2.0","price":"125.5","description":"Advice",
    "category":"https://api.freeagent.com/v2/categories/001","suffers_cis_deduction":false}]
    """)

  static let expense = one(
    FreeAgent.Expense.self,
    """
    "url":"https://api.freeagent.com/v2/expenses/1","user":"https://api.freeagent.com/v2/users/1",
    "category":"https://api.freeagent.com/v2/categories/285","dated_on":"2026-08-16",
    "gross_value":"-12.34","native_gross_value":"-12.34","currency":"GBP","sales_tax_rate":"20.0",
    "sales_tax_value":"-2.06","description":"Lunch","attachment":{
    "url":"https://api.freeagent.com/v2/attachments/3","content_src":"https://files.example/3?sig=x%3D",
    "expires_at":"2026-08-16T12:44:16.000Z","content_type":"image/png","file_name":"receipt.png",
    "file_size":7673}
    """)

  static let mileage = list(
    FreeAgent.Expense.self,
    """
    "url":"https://api.freeagent.com/v2/expenses/2","user":"https://api.freeagent.com/v2/users/1",
    "category":"https://api.freeagent.com/v2/categories/249","dated_on":"2026-09-20",
    "mileage":"120.0","vehicle_type":"Car","engine_type":"Petrol","engine_size":"1401-2000cc",
    "reclaim_mileage":1,"initial_rate_mileage":"50.0","reclaim_mileage_rate":"0.55",
    "have_vat_receipt":true,"gross_value":"-45.0"
    """)

  static let all: [Sample] = [
    company, transaction, invoice, expense, mileage,
    one(
      FreeAgent.User.self,
      """
      "url":"https://api.freeagent.com/v2/users/1","email":"ada@example.com","first_name":"Ada",
      "last_name":"Example","role":"Director","opening_mileage":"0.0","permission_level":8,
      "current_payroll_profile":{"tax_code":"1257L"},"hidden":false
      """),
    list(
      FreeAgent.Contact.self,
      """
      "url":"https://api.freeagent.com/v2/contacts/7","organisation_name":"Example Organisation Ltd",
      "charge_sales_tax":"Auto","account_balance":"251.0","status":"Active","locale":"en",
      "active_projects_count":0,"emails_invoices_automatically":false
      """, #""first_name":"Zoë","last_name":"Doe","billing_email":null"#),
    list(
      FreeAgent.CreditNote.self,
      """
      "url":"https://api.freeagent.com/v2/credit_notes/3","status":"Draft","reference":"002",
      "net_value":"-25.0","total_value":"-25.0","refunded_value":"0.0","credit_note_items":[
      {"description":"Returned","price":"-25.0","quantity":"1.0","sales_tax_status":"OUT_OF_SCOPE"}]
      """),
    list(
      FreeAgent.Estimate.self,
      """
      "url":"https://api.freeagent.com/v2/estimates/4","status":"Approved","estimate_type":"Quote",
      "net_value":"10.0","estimate_items":[],"include_sales_tax_on_total_value":true
      """),
    list(
      FreeAgent.BankAccount.self,
      """
      "url":"https://api.freeagent.com/v2/bank_accounts/1","type":"StandardBankAccount",
      "name":"Current account","currency":"GBP","is_personal":false,"is_primary":true,
      "status":"active","opening_balance":"0.0","current_balance":"1234.5","total_count":12,
      "unexplained_transaction_count":3,"marked_for_review_category_group_counts":[
      {"name":"Spending","count":1}]
      """, #""url":"https://api.freeagent.com/v2/bank_accounts/2","type":"SomethingNewAccount""#),
    list(
      FreeAgent.BankTransactionExplanation.self,
      """
      "url":"https://api.freeagent.com/v2/bank_transaction_explanations/21","dated_on":"2026-05-01",
      "gross_value":"-170.0","type":"Transfer to Another Account","is_locked":true,
      "locked_attributes":["linked_transfer_account","transfer_value","type"],
      "linked_transfer_explanation":"https://api.freeagent.com/v2/bank_transaction_explanation/125",
      "linked_transfer_account":"https://api.freeagent.com/v2/bank_accounts/2","transfer_value":"170.0"
      """,
      #""dated_on":"2026-05-01","gross_value":"-730.0","sales_tax_value":"-121.67""#),
    list(
      FreeAgent.Bill.self,
      """
      "url":"https://api.freeagent.com/v2/bills/5","status":"Open","reference":"B5",
      "net_value":"-10.0","total_value":"12.0","due_value":"12.0"
      """),
    list(
      FreeAgent.Project.self,
      #""url":"https://api.freeagent.com/v2/projects/1","name":"Work","budget":100,"status":"Active""#
    ),
    list(
      FreeAgent.StockItem.self,
      #""url":"https://api.freeagent.com/v2/stock_items/1","description":"Mug","stock_on_hand":4"#),
    list(
      FreeAgent.Note.self,
      """
      "url":"https://api.freeagent.com/v2/notes/1","note":"Pays late","author":"Ada Example",
      "parent_url":"https://api.freeagent.com/v2/contacts/7","created_at":"2012-05-30T10:22:34Z"
      """),
    list(
      FreeAgent.PriceListItem.self,
      """
      "url":"https://api.freeagent.com/v2/price_list_items/1","code":"A001","quantity":"1.0",
      "item_type":"Products","description":"Apple","price":"10.99","vat_status":"standard",
      "sales_tax_rate":"0.0","category":"https://api.freeagent.com/v2/categories/001"
      """),
    one(
      FreeAgent.RecurringInvoice.self,
      """
      "url":"https://api.freeagent.com/v2/recurring_invoices/1","frequency":"Weekly",
      "recurring_status":"Draft","next_recurs_on":"2012-03-07","dated_on":"2012-02-29",
      "net_value":"2.0","sales_tax_value":"0.4","total_value":"2.4","payment_terms_in_days":30,
      "payment_methods":{"paypal":true},"invoice_items":[{"position":1,"price":"2.0"}]
      """),
    list(
      FreeAgent.CreditNoteReconciliation.self,
      """
      "url":"https://api.freeagent.com/v2/credit_note_reconciliations/1","gross_value":"100.0",
      "dated_on":"2020-06-29","currency":"GBP","exchange_rate":"1.0",
      "invoice":"https://api.freeagent.com/v2/invoices/1",
      "credit_note":"https://api.freeagent.com/v2/credit_notes/2"
      """),
    list(
      FreeAgent.CapitalAsset.self,
      """
      "url":"https://api.freeagent.com/v2/capital_assets/1","description":"Van",
      "asset_type":"Motor Vehicles","purchased_on":"2025-01-02","depreciation_profile":{"a":1}
      """),
    record(
      FreeAgent.CashFlow.self, "cashflow",
      """
      "from":"2026-07-01","to":"2026-09-30","balance":12593.21,
      "incoming":{"total":68869.76,"months":[{"month":7,"year":2026,"total":21387.76}]},
      "outgoing":{"total":56276.55,"months":[]}
      """),
    record(
      FreeAgent.ProfitAndLossSummary.self, "profit_and_loss_summary",
      """
      "from":"2026-06-01","to":"2026-09-05","income":"3800","expenses":"8200",
      "operating_profit":"-4400","less":[{"title":"Corp. Tax","total":"0"}],
      "retained_profit":"-4400","retained_profit_brought_forward":"15817",
      "retained_profit_carried_forward":"11417"
      """),
    record(
      FreeAgent.MileageSettings.self, "mileage_settings",
      """
      "engine_type_and_size_options":[{"from":"2025-09-01","to":"2099-12-31","value":{
      "Petrol":["Up to 1400cc","1401-2000cc","Over 2000cc"],"Electric (Home charger)":["All"]}}],
      "mileage_rates":[{"from":"2011-04-06","to":"2099-12-31","value":{
      "Car":{"basic_rate":"0.45","additional_rate":"0.25"},
      "Motorcycle":{"basic_rate":"0.24","additional_rate":"0.24"},
      "Bicycle":{"basic_rate":"0.2","additional_rate":"0.2"},"basic_rate_limit":10000}}]
      """),
    record(
      FreeAgent.EmailTemplate.self, "email_template",
      """
      "recipient":"accounts@example.org","subject":"Invoice 001 from Example Name",
      "body":{"html":"<p>Hello</p>","text":"Hello"}
      """),
    Sample(
      "timeline_items",
      """
      {"timeline_items":[{"description":"VAT Return 09 26","nature":"Payment Due",
      "dated_on":"2026-11-07","amount_due":"-214.16","is_personal":false},
      {"description":"Accounts","nature":"Filing Due","dated_on":"2027-02-01","is_personal":false}]}
      """
    ) { try FreeAgent.GetTaxTimeline.answer(from: $0).enveloped(as: "timeline_items") },
    Sample(
      "sales_tax_rates",
      """
      {"sales_tax_rates":[{"percentage":"20.0","band":"Standard"},
      {"percentage":"13.0","band":"Reduced"},{"percentage":"12.0","band":"Parking"}]}
      """
    ) { try FreeAgent.GetPlaceOfSupplyRates.answer(from: $0).enveloped(as: "sales_tax_rates") },
    Sample(
      "categories",
      """
      {"admin_expenses_categories":[{"url":"https://api.freeagent.com/v2/categories/285",
      "description":"Accommodation and Meals","nominal_code":"285","allowable_for_tax":true,
      "auto_sales_tax_rate":"Standard rate"}],"cost_of_sales_categories":[],
      "income_categories":[{"url":"https://api.freeagent.com/v2/categories/001",
      "description":"Sales","nominal_code":"001"}],"general_categories":[
      {"url":"https://api.freeagent.com/v2/categories/051","description":"Interest Received",
      "nominal_code":"051"}]}
      """
    ) { try FreeAgent.GetCategories.answer(from: $0).body },
    Sample(
      "one category",
      #"{"income_categories":{"description":"Sales","nominal_code":"001"}}"#
    ) { try FreeAgent.GetCategory.answer(from: $0).body },
    list(
      FreeAgent.LedgerTransaction.self,
      """
      "url":"https://api.freeagent.com/v2/accounting/transactions/2","dated_on":"2026-06-22",
      "created_at":"2026-08-16T10:12:44.000Z","updated_at":"2026-08-16T10:12:44.000Z",
      "description":"Example Print Ltd - Bill TEST001",
      "category":"https://api.freeagent.com/v2/categories/359",
      "category_name":"Books and Journals","nominal_code":"359","debit_value":"-30.0",
      "source_item_url":"https://api.freeagent.com/v2/bills/2",
      "foreign_currency_data":{"currency_code":"USD","debit_value":"-37.61"}
      """,
      """
      "url":"https://api.freeagent.com/v2/accounting/transactions/3","debit_value":"-120.0",
      "foreign_currency_data":{}
      """),
    one(
      FreeAgent.CorporationTaxReturn.self,
      """
      "url":"https://api.freeagent.com/v2/corporation_tax_returns/2026-03-31",
      "period_ends_on":"2026-03-31","period_starts_on":"2025-04-01","amount_due":"5000.0",
      "payment_due_on":"2027-01-01","payment_status":"unpaid","filing_due_on":"2027-03-31",
      "filing_status":"filed","filed_at":"2026-10-09T17:13:34.119+00:00",
      "filed_reference":"4CQXAEAVNA656F6XM3DHYBF6Y37I3S43"
      """),
    Sample(
      "self_assessment_returns",
      """
      {"self_assessment_returns":[{
      "url":"https://api.freeagent.com/v2/users/119/self_assessment_returns/2026-04-05",
      "period_ends_on":"2026-04-05","period_starts_on":"2025-04-06","payments":[
      {"label":"Balancing Payment","amount_due":"-2250.0","due_on":"2027-01-31"}],
      "filing_due_on":"2027-01-31","filing_status":"unfiled"}]}
      """
    ) {
      try FreeAgent.GetSelfAssessmentReturns.answer(from: $0)
        .enveloped(as: FreeAgent.GetSelfAssessmentReturns.key)
    },
    Sample("attachment", #"{"attachment":{"file_name":"a.pdf","file_size":48213}}"#) {
      try FreeAgent.Get<FreeAgent.Attachment>.answer(from: $0).enveloped(as: "attachment")
    },
  ]
}
