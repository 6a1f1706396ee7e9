import BooksTestSupport
import Days
import Foundation
import FreeAgentAPI
import GRDB
import Money
import ServiceBasics
import Testing

@testable import EmbeddedBooks

/// What clients of the service send beside its documents, and what they read in answers.
struct ClientHabitTests {
  private func member(_ path: String..., in reply: BooksReply) throws -> FreeAgent.JSON? {
    var json = try JSONDecoder().decode(FreeAgent.JSON.self, from: reply.body)
    for name in path {
      switch json {
      case .object(let object): json = object[name] ?? .null
      case .list(let list): json = list.first ?? .null
      default: json = .null
      }
    }
    return json == .null ? nil : json
  }

  @Test(arguments: [
    ("contacts", #"{"organisation_name":"No root","unknown":1}"#, 201),
    ("bank_accounts", #"{"name":"Savings","opening_balance":0}"#, 201),
    ("contacts", #"{"unknown":1}"#, 400), ("contacts", #"{"contact":null,"email":"x"}"#, 400),
    ("contacts", #"["organisation_name"]"#, 400),
    ("contacts", #"{"contact":{"organisation_name":"A root"},"email":"x"}"#, 201),
  ])
  func `the root element of a body may be left out`(
    path: String, body: String, status: Int
  ) async throws {
    let test = try TestBooks()
    #expect(await test.reply(.post, "/v2/\(path)", body: body).status == status)
    test.expectInOrder()
  }

  @Test func `a list may be an object with numbers for names`() async throws {
    let test = try TestBooks()
    let items = (0..<11).map {
      #""\#($0)":{"description":"Line \#($0)","quantity":"1","price":"\#($0)"}"#
    }
    let reply = await test.reply(
      .post, "/v2/invoices",
      body: """
        {"invoice":{"contact":"1","dated_on":"2026-09-20","payment_terms_in_days":30,\
        "send_reminder_emails":0,"omit_header":"1","invoice_items":{\(items.joined(separator: ","))}}}
        """)
    #expect(reply.status == 201, "\(String(decoding: reply.body, as: UTF8.self))")
    let invoice = try member("invoice", in: reply) ?? .null
    let made = try #require(FreeAgent.Invoice(member: invoice))
    #expect(made.invoiceItems?.compactMap(\.description) == (0..<11).map { "Line \($0)" })
    #expect(made.netValue == 55 && made.omitHeader == true)
    test.expectInOrder()
  }

  @Test func `a digit is a flag, in a query as well`() async throws {
    let test = try TestBooks()
    for (text, isNested) in [("1", true), ("0", false), ("True", true)] {
      let reply = await test.reply(
        .get, "/v2/invoices", query: [.init("nested_invoice_items", text)])
      #expect(reply.status == 200)
      let items = try member("invoices", "", "invoice_items", in: reply)
      #expect((items != nil) == isNested)
    }
    let refused = await test.reply(
      .get, "/v2/invoices", query: [.init("nested_invoice_items", "2")])
    #expect(refused.status == 400)
  }

  @Test(arguments: [
    ("application/x-www-form-urlencoded", "contact[organisation_name]=X", 415),
    ("multipart/form-data; boundary=b", "--b--", 415), ("text/plain", "organisation_name", 400),
    (nil, "contact[organisation_name]=X", 400),
    // A command line may say nothing of what it sends.
    ("application/x-www-form-urlencoded", #"{"contact":{"organisation_name":"X"}}"#, 201),
  ])
  func `a form is refused as XML is`(type: String?, body: String, status: Int) async throws {
    let test = try TestBooks()
    let reply = await test.books.reply(
      to: BooksRequest(
        .post, ["v2", "contacts"], body: Data(body.utf8), contentType: type, user: test.user))
    #expect(reply.status == status)
    if status == 415 {
      #expect(try member("errors", "", "message", in: reply) == .text("Only JSON is read here"))
    }
  }

  @Test func `an item of an estimate names it beside itself, or within`() async throws {
    let test = try TestBooks()
    let estimates: [FreeAgent.Estimate] = try await test.all()
    let draft = try #require(estimates.first { $0.status == .draft })
    let url = try #require(draft.url?.url)
    for body in [
      #"{"estimate":"\#(url)","estimate_item":{"description":"Advice","price":"10"}}"#,
      #"{"estimate_item":{"estimate":"\#(url)","description":"Advice","price":"10"}}"#,
    ] {
      let reply = await test.reply(.post, "/v2/estimate_items", body: body)
      #expect(reply.status == 201)
      #expect(reply.location?.contains("/v2/estimate_items/") == true)
    }
    let number = try draft.number
    #expect(try await test.get(number, FreeAgent.Estimate.self).estimateItems?.count == 3)
    let item = FreeAgent.EstimateItem {
      $0.estimate = draft.url
      $0.description = "More"
      $0.price = 10
    }
    #expect(try await test.send(FreeAgent.Create(item)).position?.value == 4)
    let none = await test.reply(
      .post, "/v2/estimate_items", body: #"{"estimate_item":{"description":"Advice"}}"#)
    #expect(none.status == 422)
  }

  @Test func `an e-mail is answered with what it sent, in both forms of its body`() async throws {
    let test = try TestBooks()
    for (number, body) in [
      (7, #"{"invoice":{"email":{"use_template":true}}}"#),
      (6, #"{"email":{"use_template":true}}"#),
    ] {
      let reply = await test.reply(.post, "/v2/invoices/\(number)/send_email", body: body)
      #expect(reply.status == 200)
      #expect(try member("invoice", "status", in: reply) == .text("Open"))
    }
    #expect(await test.reply(.post, "/v2/invoices/7/send_email", body: "{}").status == 400)
    #expect(await test.reply(.post, "/v2/invoices/7/send_email", body: "[").status == 400)
  }

  @Test func `positions are numbers, and documents have what they always have`() async throws {
    let test = try TestBooks()
    for (path, key) in [
      ("invoices/5", "invoice"), ("credit_notes/13", "credit_note"), ("estimates/15", "estimate"),
    ] {
      let reply = await test.reply(.get, "/v2/\(path)")
      #expect(reply.status == 200)
      #expect(try member(key, "\(key)_items", "", "position", in: reply) == .number(1))
      #expect(try member(key, "is_interim_uk_vat", in: reply) == .flag(false))
    }
    let native = await test.reply(.get, "/v2/invoices/7")
    #expect(try member("invoice", "exchange_rate", in: native) == .text("1.0"))
    #expect(try member("invoice", "payment_methods", in: native) == .object([:]))
    #expect(try member("invoice", "send_reminder_emails", in: native) == .flag(false))
    // A rate that was sent back with an invoice is none of another currency.
    let id = FreeAgent.Identifier<FreeAgent.Invoice>(6)
    let read = try await test.get(6, FreeAgent.Invoice.self)
    try await test.send(
      FreeAgent.Update(id, FreeAgent.Invoice { $0.exchangeRate = read.exchangeRate }))
    let changed = try await test.send(
      FreeAgent.Update(id, FreeAgent.Invoice { $0.currency = "EUR" }))
    #expect(changed?.exchangeRate == ExactDecimal("0.86"))
  }

  @Test func `what says all with its status has the type of JSON`() async throws {
    let test = try TestBooks()
    let made = try await test.send(
      FreeAgent.Create(FreeAgent.Contact { $0.organisationName = "Quayside Sails" }))
    let reply = await test.reply(.delete, "/v2/contacts/\(try made.number)")
    #expect(reply.status == 200 && reply.body.isEmpty)
    #expect(reply.contentType == "application/json; charset=utf-8")
  }

  @Test func `sub-accounts take the place of their category`() async throws {
    let test = try TestBooks()
    let all = try await test.send(FreeAgent.GetCategories(includingSubAccounts: true)).all
    let codes = all.compactMap(\.nominalCode)
    #expect(codes.contains("907-1") && !codes.contains("907"))
    #expect(codes.contains("750-4") && !codes.contains("750"))
    #expect(codes.contains("285"))
  }

  @Test func `what was paid of invoices is a timeline, and nothing is paid by direct debit`()
    async throws
  {
    let test = try TestBooks()
    let items = try await test.send(FreeAgent.GetInvoiceTimeline()).elements
    #expect(items.map(\.reference) == ["012", "001", "011"])
    #expect(items[1].summary == "Payment: 001: £11,520.00 received")
    #expect(items[1].description == "Brightwater Studios Ltd")
    #expect(items[1].amount == 11_520)
    let refusal = try await test.refusal(of: FreeAgent.TakeDirectDebit(.init(3)))
    #expect(refusal.status == 422)
    #expect(try await test.refusal(of: FreeAgent.TakeDirectDebit(.init(99))).status == 404)
  }

  @Test(
    arguments: [
      ([("from_date", "2026-06-01")], "2026-06-01", "2026-09-20"),
      ([("to_date", "2026-06-30")], "2026-04-01", "2026-06-30"),
      ([], "2026-04-01", "2026-09-20"),
    ] as [([(String, String)], String, String)])
  func `of the days of a profit and loss one is enough`(
    query: [(String, String)], from: String, to: String
  ) async throws {
    let test = try TestBooks()
    let path = "/v2/accounting/profit_and_loss/summary"
    let reply = await test.reply(.get, path, query: query.map { .init($0, $1) })
    #expect(reply.status == 200)
    #expect(try member("profit_and_loss_summary", "from", in: reply) == .text(from))
    #expect(try member("profit_and_loss_summary", "to", in: reply) == .text(to))
    let flow = await test.reply(.get, "/v2/cashflow", query: [.init("to_date", "2026-06-30")])
    #expect(flow.status == 400)
  }

  @Test func `the rates of a place of supply have the name of the tax`() async throws {
    let test = try TestBooks()
    let reply = await test.reply(
      .get, "/v2/ec_moss/sales_tax_rates",
      query: [.init("country", "Ireland"), .init("date", "2026-08-16")])
    #expect(try member("ec_tax_name", in: reply) == .text("VAT"))
    let rates = try FreeAgent.Batch<FreeAgent.PlaceOfSupplyRate>(
      from: reply.body, key: "sales_tax_rates")
    #expect(
      rates.elements.map(\.percentage)
        == ["23", "9", "13.5", "13.5", "4.8"].map {
          ExactDecimal($0)
        })
  }
}

/// Companies that the sample has not.
struct OtherCompanyTests {
  /// The sample with another company.
  private func books(_ changes: [String: FreeAgent.JSON]) throws -> TestBooks {
    let test = try TestBooks()
    try test.books.write { ledger in
      let row = try #require(try ledger.row("SELECT details FROM company"))
      let details = (row["details"] as Details).members.merging(changes) { $1 }
      try ledger.execute("UPDATE company SET details = ?", [Details(details)])
    }
    return test
  }

  private func expense(_ status: FreeAgent.ECStatus?) -> FreeAgent.Create<FreeAgent.Expense> {
    FreeAgent.Create(
      FreeAgent.Expense {
        $0.user = link(1)
        $0.category = link("285")
        $0.datedOn = .init("2026-09-19")
        $0.description = "Lunch"
        $0.grossValue = -12
        $0.ecStatus = status
      })
  }

  private func invoice(
    _ status: FreeAgent.ECStatus?, on day: String = "2026-09-19", contact: Int = 1,
    place: String? = nil
  ) -> FreeAgent.Create<FreeAgent.Invoice> {
    FreeAgent.Create(
      FreeAgent.Invoice {
        $0.contact = link(contact)
        $0.datedOn = .init(day)
        $0.paymentTermsInDays = 30
        $0.ecStatus = status
        $0.placeOfSupply = place
        $0.invoiceItems = [
          .init {
            $0.description = "Advice"
            $0.quantity = 1
            $0.price = 100
          }
        ]
      })
  }

  @Test func `in Northern Ireland goods of the EC are still reported`() async throws {
    let british = try TestBooks()
    let irish = try books(["ec_vat_reporting_enabled": .flag(true)])
    #expect(try await british.refusal(of: expense(.ecGoods)).status == 422)
    #expect(
      try await british.refusal(of: invoice(.ecGoods)).sentences == [
        "Ec status “EC Goods” is not valid for this date"
      ])
    #expect(try await irish.send(expense(.ecGoods)).ecStatus == .ecGoods)
    #expect(try await irish.send(invoice(.ecGoods)).ecStatus == .ecGoods)
    #expect(try await british.send(invoice(.ecGoods, on: "2019-12-12")).ecStatus == .ecGoods)
    let hotel = try await irish.transaction("Hilton Hotels")
    let explanation = try FreeAgent.BankTransactionExplanation(
      of: .transaction(#require(hotel.url)), on: #require(hotel.datedOn),
      value: #require(hotel.amount), .category(link("285"), description: "A night"))
    var ofEC = explanation
    ofEC.ecStatus = .ecServices
    #expect(try await british.refusal(of: FreeAgent.Create(ofEC)).status == 422)
    #expect(try await irish.send(FreeAgent.Create(ofEC)).ecStatus == .ecServices)
  }

  @Test func `digital services have a place of supply`() async throws {
    let test = try TestBooks()
    for place in [nil, "Atlantis"] {
      let refusal = try await test.refusal(of: invoice(.ecVATMOSS, place: place))
      #expect(refusal.sentences == ["Place of supply is not included in the list"])
    }
    let made = try await test.send(invoice(.ecVATMOSS, place: "Austria"))
    #expect(made.placeOfSupply == "Austria")
    let id = FreeAgent.Identifier<FreeAgent.Invoice>(try made.number)
    let change = FreeAgent.Update(id, FreeAgent.Invoice { $0.placeOfSupply = "Mars" })
    #expect(try await test.refusal(of: change).status == 422)
    #expect(
      try await test.refusal(of: invoice("EC Magic")).sentences == [
        "Ec status is not included in the list"
      ])
  }

  @Test func `a company elsewhere charges its own rate, at home`() async throws {
    let test = try books([
      "type": .text("UniversalCompany"), "country": .text("Canada"),
      "sales_tax_name": .text("GST"), "sales_tax_rates": .list([.text("5.0")]),
    ])
    let contact = try await test.send(
      FreeAgent.Create(FreeAgent.Contact { $0.organisationName = "Maple Prints" }))
    #expect(contact.country == "Canada")
    let own = try await test.send(invoice(nil, contact: try contact.number))
    #expect(own.salesTaxValue == 5)
    // Northgate Dental Practice is always charged, Lumière Films never.
    #expect(try await test.send(invoice(nil, contact: 2)).salesTaxValue == 5)
    #expect(try await test.send(invoice(nil, contact: 3)).salesTaxValue == 0)
    // The rates that follow from categories are those of the United Kingdom.
    #expect(try await test.send(expense(nil)).salesTaxValue == 0)
    #expect(await test.reply(.get, "/v2/properties").status == 404)
  }

  @Test func `an invoice of a company that waits for its registration says so`() async throws {
    let test = try books(["sales_tax_registration_status": .text("Registration Applied For")])
    #expect(try await test.get(3, FreeAgent.Invoice.self).isInterimUKVAT == true)
    #expect(try await test.send(invoice(nil)).salesTaxValue == 0)
  }

  @Test func `a landlord has properties, and nobody else`() async throws {
    let landlord = try TestBooks(.landlord)
    let properties: [FreeAgent.Property] = try await landlord.all()
    #expect(properties.first?.address1 == "3 Mill Lane, Thornbury")
    #expect(try await landlord.get(2, FreeAgent.Property.self).country == "United Kingdom")
    let others = try TestBooks()
    #expect(await others.reply(.get, "/v2/properties").status == 404)
    #expect(await others.reply(.get, "/v2/properties/1").status == 404)
    let new = FreeAgent.Property { $0.address1 = "1 Quay" }
    #expect(try await others.refusal(of: FreeAgent.Create(new)).status == 404)
  }

  @Test func `a property is made, changed, and stays while something needs it`() async throws {
    let test = try TestBooks(.landlord)
    #expect(
      try await test.refusal(of: FreeAgent.Create(FreeAgent.Property { $0.town = "Bath" }))
        .messages(about: "address1") == ["can't be blank"])
    let made = try await test.send(
      FreeAgent.Create(
        FreeAgent.Property {
          $0.address1 = "1 Quay"
          $0.town = "Bath"
        }))
    let id = FreeAgent.Identifier<FreeAgent.Property>(try made.number)
    let changed = try await test.send(
      FreeAgent.Update(id, FreeAgent.Property { $0.postcode = "BA1 1AA" }))
    #expect(changed?.town == "Bath" && changed?.postcode == "BA1 1AA")
    try await test.send(FreeAgent.Delete(id))
    #expect(try await test.refusal(of: FreeAgent.Get(id)).status == 404)
    let used = FreeAgent.Delete<FreeAgent.Property>(.init(1))
    #expect(try await test.refusal(of: used).sentences == ["Property is in use"])
  }

  @Test func `a landlord's invoices and bills name a property`() async throws {
    let test = try TestBooks(.landlord)
    var new = FreeAgent.Invoice {
      $0.contact = link(1)
      $0.datedOn = .init("2026-09-19")
      $0.paymentTermsInDays = 30
    }
    #expect(
      try await test.refusal(of: FreeAgent.Create(new)).messages(about: "property")
        == ["can't be blank"])
    new.property = link(2)
    let made = try await test.send(FreeAgent.Create(new))
    #expect(made.property == link(2))
    var change = FreeAgent.Invoice()
    change.setNull(\.property)
    let id = FreeAgent.Identifier<FreeAgent.Invoice>(try made.number)
    #expect(try await test.refusal(of: FreeAgent.Update(id, change)).status == 422)
    let bill = FreeAgent.Bill {
      $0.contact = link(6)
      $0.reference = "INK-1"
      $0.datedOn = .init("2026-09-19")
      $0.dueOn = .init("2026-10-19")
      $0.billItems = []
    }
    #expect(
      try await test.refusal(of: FreeAgent.Create(bill)).messages(about: "property")
        == ["can't be blank"])
    // A capital asset belongs to none.
    let desk = FreeAgent.Expense {
      $0.user = link(1)
      $0.category = link("602")
      $0.datedOn = .init("2026-09-19")
      $0.description = "A desk"
      $0.grossValue = -120
    }
    _ = try await test.send(FreeAgent.Create(desk))
    var lunch = desk
    lunch.category = link("285")
    #expect(try await test.refusal(of: FreeAgent.Create(lunch)).status == 422)
  }

  @Test func `a company elsewhere owes nothing to the United Kingdom`() async throws {
    let test = try books(["type": .text("UniversalCompany"), "country": .text("Canada")])
    #expect(try await test.send(FreeAgent.GetTaxTimeline()).elements.isEmpty)
  }
}
