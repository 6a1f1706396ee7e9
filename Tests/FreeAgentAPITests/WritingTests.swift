import BooksTestSupport
import Days
import Foundation
import FreeAgentAPI
import Money
import ServiceBasics
import Testing

/// What is written is exactly what was set.
struct WritingTests {
  private let transaction: FreeAgent.Link<FreeAgent.BankTransaction> = link(8)
  private let hotel = FreeAgent.Link<FreeAgent.Category>(
    url: "https://api.freeagent.com/v2/categories/285")

  @Test func `absent, null and a value are three things`() throws {
    var contact = FreeAgent.Contact()
    #expect(try CanonicalJSON.text(contact) == "{}")
    contact.organisationName = "Example Ltd"
    contact.setNull(\.billingEmail)
    contact.email = "a@example.com"
    contact.email = nil
    #expect(
      try CanonicalJSON.text(contact)
        == #"{"billing_email":null,"organisation_name":"Example Ltd"}"#)
    #expect(contact.presence(of: \.email) == .absent)
    #expect(contact.presence(of: \.billingEmail) == .null)
    #expect(contact.presence(of: \.organisationName) == .value("Example Ltd"))
    contact.members["email"] = .flag(true)
    #expect(contact.presence(of: \.email) == .unreadable(.flag(true)))
  }

  @Test func `every kind of value has its form`() throws {
    let invoice = try FreeAgent.Invoice {
      $0.contact = link(7)
      $0.datedOn = try day("2026-09-14")
      $0.paymentTermsInDays = 0
      $0.discountPercent = try decimal("12.5")
      $0.omitHeader = false
      $0.ecStatus = .reverseCharge
      $0.invoiceItems = [
        FreeAgent.InvoiceItem {
          $0.description = "Advice"
          $0.price = 100
        },
        FreeAgent.InvoiceItem {
          $0.id = 5
          $0.isDestroyed = .number(1)
        },
      ]
    }
    let create = FreeAgent.Create(invoice)
    #expect(
      try create.bodyData().map { String(decoding: $0, as: UTF8.self) } == """
        {"invoice":{"contact":"https://api.freeagent.com/v2/contacts/7","dated_on":"2026-09-14",\
        "discount_percent":"12.5","ec_status":"Reverse Charge","invoice_items":[\
        {"description":"Advice","price":"100.0"},{"_destroy":1,"id":5}],"omit_header":false,\
        "payment_terms_in_days":0}}
        """)
    #expect(invoice.missingMembers == [])
    #expect(FreeAgent.Invoice().missingMembers == ["contact", "dated_on", "payment_terms_in_days"])
  }

  @Test func `amounts of a statement are numbers, and no others are`() throws {
    let line = try FreeAgent.StatementLine {
      $0.datedOn = try day("2026-09-14")
      $0.amount = FreeAgent.BareNumber(try decimal("-42.50"))
      $0.description = "Card"
      $0.type = .other
    }
    let upload = FreeAgent.UploadStatement([line], to: link(1))
    #expect(
      try upload.bodyData().map { String(decoding: $0, as: UTF8.self) } == """
        {"statement":[{"amount":-42.5,"dated_on":"2026-09-14","description":"Card",\
        "transaction_type":"OTHER"}]}
        """)
    #expect(upload.isRepeatable)
  }

  @Test func `a file of a bank is sent as a text`() throws {
    let upload = FreeAgent.UploadStatement(file: "19/09/2026,-3.20,Tea\n", to: link(1))
    #expect(
      try upload.body.map(CanonicalJSON.text) == #"{"statement":"19/09/2026,-3.20,Tea\n"}"#)
    #expect(upload.isRepeatable)
  }

  @Test func `a new item of an estimate has the estimate beside it`() throws {
    let item = FreeAgent.EstimateItem {
      $0.estimate = link(3)
      $0.description = "Advice"
    }
    #expect(
      try FreeAgent.Create(item).body.map(CanonicalJSON.text) == """
        {"estimate":"https://api.freeagent.com/v2/estimates/3",\
        "estimate_item":{"description":"Advice"}}
        """)
    #expect(FreeAgent.Create(FreeAgent.Contact()).body == .object(["contact": .object([:])]))
  }

  @Test(arguments: [
    ("0.1", "0.1"), ("-42.5", "-42.5"), ("1234567890123456.78", "1234567890123456.78"), ("5", "5"),
    ("0.30000000000000004", "0.30000000000000004"),
    ("99999999999999999999.01", "99999999999999999999.01"),
  ])
  func `a bare number is written to its last digit`(text: String, json: String) throws {
    let number = FreeAgent.BareNumber(try decimal(text))
    #expect(try CanonicalJSON.text(number.member) == json)
    #expect(try FreeAgent.BareNumber(member: decoded(json)) == number)
  }

  @Test func `a claim for mileage has no amount, and its word for a category`() throws {
    let claim = try FreeAgent.Expense {
      $0.user = link(1)
      $0.category = .mileage
      $0.datedOn = try day("2026-09-20")
      $0.description = "Visit"
      $0.mileage = 120
      $0.vehicleType = .car
      $0.reclaimMileage = 1
    }
    #expect(
      try CanonicalJSON.text(claim) == """
        {"category":"Mileage","dated_on":"2026-09-20","description":"Visit","mileage":"120.0",\
        "reclaim_mileage":1,"user":"https://api.freeagent.com/v2/users/1","vehicle_type":"Car"}
        """)
    #expect(claim.category?.id == nil)
    #expect(
      try FreeAgent.CreateExpenses([claim, claim]).bodyData()
        == Data(#"{"expenses":[\#(CanonicalJSON.text(claim)),\#(CanonicalJSON.text(claim))]}"#.utf8)
    )
  }

  @Test func `a rate of tax is a number, automatic, or a word`() throws {
    var expense = FreeAgent.Expense()
    for (rate, json) in [
      (FreeAgent.SalesTaxRate.automatic, #""Auto""#), (.percentage(20), #""20.0""#),
      (.word("Later"), #""Later""#),
    ] {
      expense.salesTaxRate = rate
      #expect(try CanonicalJSON.text(expense) == #"{"sales_tax_rate":\#(json)}"#)
      #expect(try decoded(CanonicalJSON.text(expense)) == expense)
      #expect(expense.salesTaxRate == rate)
    }
  }

  @Test func `an e-mail is within its document, and a server reads it there`() throws {
    let message = FreeAgent.EmailMessage {
      $0.to = "accounts@example.org"
      $0.from = "Ada Example <ada@example.com>"
      $0.subject = "Invoice 001"
      $0.body = "Zoë,\nthank you."
      $0.attachments = [
        FreeAgent.NewAttachment {
          $0.fileName = "a.pdf"
          $0.contentType = "application/pdf"
          $0.data = "JVBERg=="
        }
      ]
    }
    let body = try #require(
      try FreeAgent.SendEmail<FreeAgent.Estimate>(.init(3), message).bodyData())
    #expect(
      String(decoding: body, as: UTF8.self).hasPrefix(#"{"estimate":{"email":{"attachments":"#))
    #expect(try FreeAgent.SendEmail<FreeAgent.Estimate>.message(from: body) == message)
    #expect(throws: DecodingError.self) {
      try FreeAgent.SendEmail<FreeAgent.Invoice>.message(from: body)
    }
    let template = FreeAgent.EmailMessage { $0.useTemplate = true }
    #expect(
      try FreeAgent.SendEmail<FreeAgent.Invoice>(.init(3), template).body.map(CanonicalJSON.text)
        == #"{"invoice":{"email":{"use_template":true}}}"#)
  }

  @Test func `each kind of explanation has exactly its members`() throws {
    let base = """
      "bank_transaction":"https://api.freeagent.com/v2/bank_transactions/8","dated_on":"2026-09-14",\
      "gross_value":"-279.78"
      """
    let cases: [(FreeAgent.ExplanationContent, String)] = [
      (
        .category(hotel, description: "Hotel"),
        #""category":"https://api.freeagent.com/v2/categories/285","description":"Hotel""#
      ),
      (
        .document(.init(link(5) as FreeAgent.Link<FreeAgent.Invoice>)),
        #""paid_invoice":"https://api.freeagent.com/v2/invoices/5""#
      ),
      (
        .document(.init(link(6) as FreeAgent.Link<FreeAgent.CreditNote>), foreignValue: 10),
        #""foreign_currency_value":"10.0","paid_invoice":"https://api.freeagent.com/v2/credit_notes/6""#
      ),
      (.bill(link(5)), #""paid_bill":"https://api.freeagent.com/v2/bills/5""#),
      (
        .transfer(link(2)),
        #""transfer_bank_account":"https://api.freeagent.com/v2/bank_accounts/2""#
      ),
      (.user(link(1)), #""paid_user":"https://api.freeagent.com/v2/users/1""#),
      (
        .capitalAssetPurchase(hotel, years: 3, description: nil),
        #""asset_life_years":"3","category":"https://api.freeagent.com/v2/categories/285""#
      ),
      (
        .capitalAssetDisposal(link(4), description: nil),
        #""disposed_asset":"https://api.freeagent.com/v2/capital_assets/4""#
      ),
      (
        .stock(link(9), quantity: -2, description: nil),
        #""stock_altering_quantity":-2,"stock_item":"https://api.freeagent.com/v2/stock_items/9""#
      ),
    ]
    for (content, members) in cases {
      let explanation = FreeAgent.BankTransactionExplanation(
        of: .transaction(transaction), on: try day("2026-09-14"), value: try decimal("-279.78"),
        content)
      #expect(try CanonicalJSON.text(explanation) == canonical("{\(base),\(members)}"))
      #expect(explanation.missingMembers == [])
    }
    let made = FreeAgent.BankTransactionExplanation(
      of: .account(link(1)), on: try day("2026-09-14"), value: 1, .transfer(link(2)))
    #expect(made.bankTransaction == nil)
    #expect(made.bankAccount == link(1))
  }

  @Test func `an approval changes one member`() throws {
    let approval = FreeAgent.Update(.init(20), FreeAgent.BankTransactionExplanation.approval)
    #expect(
      try approval.body.map(CanonicalJSON.text)
        == #"{"bank_transaction_explanation":{"marked_for_review":false}}"#)
    #expect(approval.isRepeatable)
  }

  @Test func `what the service sets itself can be left out`() throws {
    let body = Data(Sample.transaction.body.utf8)
    let transaction = try FreeAgent.Get<FreeAgent.BankTransaction>.answer(from: body)
    #expect(transaction.withoutReadOnlyMembers.members == [:])
    let explanation = try #require(transaction.explanations?.first).withoutReadOnlyMembers
    #expect(
      Set(explanation.members.keys) == [
        "category", "dated_on", "foreign_currency_value", "gross_value", "sales_tax_rate",
        "sales_tax_value",
      ])
  }

  @Test func `a change that makes lines is not sent twice`() throws {
    let items = FreeAgent.Invoice { $0.invoiceItems = [FreeAgent.InvoiceItem()] }
    #expect(!FreeAgent.Update(.init(1), items).isRepeatable)
    let reference = FreeAgent.Invoice { $0.reference = "002" }
    #expect(FreeAgent.Update(.init(1), reference).isRepeatable)
  }
}
