import BooksTestSupport
import Days
import EmbeddedBooks
import Foundation
import FreeAgentAPI
import Money
import Testing

/// Lines of invoices, credit notes, estimates and bills: what they may say, and what answers add to them.
struct LineTests {
  /// A body that does for a document of any kind, and for a bill.
  private func body(_ key: String, _ lines: String) -> String {
    """
    {"\(key)":{"contact":"1","reference":"R-1","dated_on":"2026-09-20","due_on":"2026-10-20",
    "payment_terms_in_days":30,"status":"Draft","estimate_type":"Quote","currency":"GBP",
    "\(key)_items":[\(lines)]}}
    """
  }

  private func lines(of reply: BooksReply, _ key: String) throws -> [FreeAgent.InvoiceItem] {
    let json = try JSONDecoder().decode(FreeAgent.JSON.self, from: reply.body)
    guard case .object(let root) = json, case .object(let document)? = root[key],
      let items = document["\(key)_items"].flatMap({ [FreeAgent.InvoiceItem](member: $0) })
    else { return [] }
    return items
  }

  @Test(
    arguments: [
      ("invoice", #"{"description":"A","price":"1","item_type":"Bananas"}"#, "Item type \(inList)"),
      (
        "invoice", #"{"description":"A","price":"1","item_type":"Comments"}"#, "Item type \(inList)"
      ),
      ("credit_note", #"{"description":"A","price":1,"item_type":"Kilos"}"#, "Item type \(inList)"),
      ("estimate", #"{"description":"A","price":"1","item_type":"Boxes"}"#, "Item type \(inList)"),
      ("invoice", #"{"description":"A","item_type":"Products"}"#, "Price can't be blank"),
      ("invoice", #"{"description":"A","quantity":"1","price":""}"#, "Price can't be blank"),
      ("credit_note", #"{"description":"A","item_type":"Credit"}"#, "Price can't be blank"),
      ("estimate", #"{"description":"A","item_type":"Services"}"#, "Price can't be blank"),
      (
        "invoice", #"{"description":"A","price":"1","category":"285"}"#,
        "Category must be an income category"
      ),
      ("estimate", #"{"description":"A","price":"1","category":"019"}"#, "Category not found"),
      ("credit_note", #"{"description":"A","price":"1","stock_item":"9"}"#, "Stock item not found"),
      ("invoice", #"{"description":"A","price":"1","project":"99"}"#, "Project not found"),
      (
        "estimate", #"{"description":"A","price":"1","project":"2"}"#,
        "Project must belong to the contact"
      ),
      ("bill", #"{"category":"285","total_value":"1","unit":"Boxes"}"#, "Unit \(inList)"),
      ("bill", #"{"category":"285","total_value":"1","unit":"Bills"}"#, "Unit \(inList)"),
      ("bill", #"{"category":"285","total_value":"1","project":"99"}"#, "Project not found"),
      ("bill", "", "Bill items can't be blank"),
    ] as [(String, String, String)])
  func `what is wrong with a line is said`(key: String, line: String, words: String) async throws {
    let test = try TestBooks()
    let reply = await test.reply(.post, "/v2/\(key)s", body: body(key, line))
    #expect(reply.status == 422)
    let failure = FreeAgent.Failure(status: 422, retryAfter: nil, body: reply.body)
    #expect(failure.sentences == [words])
    test.expectInOrder()
  }

  private static let inList = "is not included in the list"

  @Test(arguments: [
    ("invoice", #"{"description":"A","item_type":"Hours","quantity":2}"#),
    ("invoice", #"{"description":"A","item_type":"","price":"1","category":"001"}"#),
    ("invoice", #"{"description":"A","price":"1","project":"1"}"#),
    ("credit_note", #"{"description":"A","item_type":"VAT","price":"1"}"#),
    ("invoice", #"{"description":"A","item_type":"-no unit-","price":"1"}"#),
    ("credit_note", #"{"description":"A","item_type":"-no unit-","price":"1"}"#),
    ("estimate", #"{"description":"A","item_type":"-no unit-","price":"1"}"#),
    ("estimate", #"{"description":"A","item_type":"Comments","price":"0"}"#),
    ("bill", #"{"category":"285","total_value":"1","unit":"Hours"}"#),
    ("bill", #"{"category":"285","total_value":"1","unit":"-no unit-"}"#),
  ])
  func `a line counts what its document may`(key: String, line: String) async throws {
    let test = try TestBooks()
    let reply = await test.reply(.post, "/v2/\(key)s", body: body(key, line))
    #expect(reply.status == 201)
    test.expectInOrder()
  }

  @Test(arguments: [
    ("1", 1), (#""1""#, 1), ("true", 1), (#""true""#, 1), ("0", 2), ("false", 2), ("null", 2),
  ])
  func `a line is deleted by a one, and by true`(mark: String, left: Int) async throws {
    let test = try TestBooks()
    for key in ["invoice", "credit_note", "estimate", "bill"] {
      let line =
        key == "bill"
        ? #"{"category":"285","total_value":"1"}"# : #"{"description":"A","price":"1"}"#
      let made = await test.reply(.post, "/v2/\(key)s", body: body(key, "\(line),\(line)"))
      let location = try #require(made.location?.split(separator: "/").last)
      let url = try #require(try lines(of: made, key).first?.url?.url)
      let number = try #require(url.split(separator: "/").last)
      let which = key == "bill" ? #""url":"\#(url)""# : #""id":\#(number)"#
      let change = #"{"\#(key)":{"\#(key)_items":[{\#(which),"_destroy":\#(mark)}]}}"#
      let reply = await test.reply(.put, "/v2/\(key)s/\(location)", body: change)
      #expect(reply.status == 200, "\(key)")
      #expect(try lines(of: reply, key).count == left, "\(key)")
      test.expectInOrder()
    }
  }

  @Test func `a bill keeps a line`() async throws {
    let test = try TestBooks()
    let bill = try await test.get(1, FreeAgent.Bill.self)
    let lines = try #require(bill.billItems)
    let none = FreeAgent.Bill {
      $0.billItems = lines.map { line in
        FreeAgent.BillItem {
          $0.url = line.url
          $0.isDestroyed = .flag(true)
        }
      }
    }
    #expect(
      try await test.refusal(of: FreeAgent.Update(.init(1), none)).sentences
        == ["Bill items can't be blank"])
  }

  @Test func `a line says all that the service says`() async throws {
    let test = try TestBooks()
    let made = try await test.send(
      FreeAgent.Create(
        FreeAgent.Invoice {
          $0.contact = link(1)
          $0.project = link(1)
          $0.datedOn = Day("2026-09-20")
          $0.paymentTermsInDays = 30
          $0.invoiceItems = [
            .init {
              $0.description = "Advice"
              $0.price = 10
            }
          ]
        }))
    let line = try #require(made.invoiceItems?.first)
    #expect(line.quantity == 0)
    #expect(line.category == link("001"))
    #expect(line.project == link(1))
    #expect(line.suffersCISDeduction == false)
    #expect(try await test.get(6, FreeAgent.Invoice.self).invoiceItems?.first?.project == nil)
    let estimate = try await test.get(15, FreeAgent.Estimate.self)
    #expect(estimate.estimateItems?.first?.category == link("001"))
    #expect(estimate.estimateItems?.first?.project == nil)
    let yearly = try await test.get(1, FreeAgent.RecurringInvoice.self)
    #expect(yearly.invoiceItems?.first?.category == link("001"))
  }

  @Test func `a document says to which account to pay`() async throws {
    let test = try TestBooks()
    #expect(try await test.get(6, FreeAgent.Invoice.self).bankAccount == link(1))
    #expect(try await test.get(5, FreeAgent.Invoice.self).bankAccount == link(3))
    #expect(try await test.get(13, FreeAgent.CreditNote.self).bankAccount == link(1))
    let own = FreeAgent.Update(.init(6), FreeAgent.Invoice { $0.bankAccount = link(2) })
    #expect(try await test.send(own)?.bankAccount == link(2))
    let dollars = FreeAgent.Update(.init(7), FreeAgent.Invoice { $0.currency = "USD" })
    #expect(try await test.send(dollars)?.presence(of: \.bankAccount) == .absent)
    // A copy names an account only if its original does.
    let copy = try await test.send(FreeAgent.Duplicate<FreeAgent.Invoice>(.init(3)))
    let account = try await test.send(
      FreeAgent.Create(
        FreeAgent.BankAccount {
          $0.name = "New"
          $0.openingBalance = 0
          $0.isPrimary = true
        }))
    #expect(
      try await test.get(try copy.number, FreeAgent.Invoice.self).bankAccount == account.url)
  }

  @Test func `nothing is e-mailed by itself, as a contact says`() async throws {
    let contact = try await TestBooks().get(1, FreeAgent.Contact.self)
    #expect(contact.emailsInvoicesAutomatically == false)
    #expect(contact.emailsPaymentReminders == false)
    #expect(contact.emailsThankYouNotes == false)
    #expect(contact.usesContactLevelEmailSettings == false)
  }

  @Test func `an item of the price list has a category of income`() async throws {
    let test = try TestBooks()
    let rent = FreeAgent.Update(.init(1), FreeAgent.PriceListItem { $0.category = link("251") })
    #expect(
      try await test.refusal(of: rent).messages(about: "category")
        == ["must be an income category"])
  }
}
