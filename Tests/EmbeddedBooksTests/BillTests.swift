import BooksTestSupport
import Days
import Foundation
import FreeAgentAPI
import GRDB
import Money
import Testing

@testable import EmbeddedBooks

/// Bills: made of lines, changed line by line, paid, deleted.
struct BillTests {
  private func bill(_ items: [FreeAgent.BillItem]) -> FreeAgent.Bill {
    FreeAgent.Bill {
      $0.contact = link(6)
      $0.reference = "INK-3001"
      $0.datedOn = .init("2026-09-18")
      $0.dueOn = .init("2026-10-18")
      $0.billItems = items
    }
  }

  private func item(
    _ category: String, _ build: (inout FreeAgent.BillItem) -> Void
  ) -> FreeAgent.BillItem {
    FreeAgent.BillItem {
      $0.category = link(category)
      $0.description = "Paper"
      build(&$0)
    }
  }

  @Test func `a bill is the sum of its lines, each with its own VAT`() async throws {
    let test = try TestBooks()
    let made = try await test.send(
      FreeAgent.Create(
        bill([
          item("285") { $0.totalValue = 60 },
          item("103") { $0.totalValueExTax = 100 },
          item("365") { $0.totalValue = 40 },
          item("285") {
            $0.totalValue = 60
            $0.manualSalesTaxAmount = 7
          },
          item("285") {
            $0.totalValue = 10
            $0.salesTaxStatus = .exempt
          },
          item("285") {
            $0.totalValue = 21
            $0.salesTaxRate = .percentage(5)
          },
        ])))
    #expect(made.status == .open && made.contactName == "Inkwell Print Ltd")
    #expect(made.totalValue == 311 && made.dueValue == 311)
    #expect(made.salesTaxValue == -38 && made.netValue == -273)
    let items = try #require(made.billItems)
    #expect(items.map(\.salesTaxValue) == [-10, -20, 0, -7, 0, -1])
    #expect(items.map(\.totalValue) == [60, 120, 40, 60, 10, 21])
    #expect(
      items.map(\.salesTaxRate)
        == [.percentage(20), .percentage(20), .percentage(0), nil, nil, .percentage(5)])
    #expect(items[1].totalValueExTax == 100)
    #expect(items.allSatisfy { $0.bill == made.url })
    let listed: [FreeAgent.Bill] = try await test.all()
    #expect(listed.allSatisfy { $0.billItems == nil })
    let nested: [FreeAgent.Bill] = try await test.all(.init { $0.nestedBillItems = true })
    #expect(nested.first { $0.url == made.url }?.billItems == items)
  }

  @Test func `lines are changed, deleted and added by their addresses`() async throws {
    let test = try TestBooks()
    let made = try await test.send(
      FreeAgent.Create(
        bill([item("285") { $0.totalValue = 60 }, item("285") { $0.totalValue = 12 }])))
    let id = FreeAgent.Identifier<FreeAgent.Bill>(try made.number)
    let items = try #require(made.billItems)
    let urls = try items.map { try #require($0.url?.url) }
    let body = """
      {"bill":{"reference":"INK-3002","bill_items":[
      {"url":"\(urls[0])","total_value_ex_tax":"10"},{"url":"\(urls[1])","_destroy":1},
      {"url":"","category":"https://api.freeagent.com/v2/categories/365","total_value":"5"}]}}
      """
    let reply = await test.reply(.put, "/v2/bills/\(id)", body: body)
    #expect(reply.status == 200)
    let changed = try await test.send(FreeAgent.Get(id))
    #expect(changed.reference == "INK-3002")
    #expect(changed.billItems?.map(\.totalValue) == [12, 5])
    #expect(changed.billItems?.map(\.description) == ["Paper", nil])
    #expect(changed.totalValue == 17)
    // What was read is sent back, and nothing is another.
    let before = changed.withoutReadOnlyMembers
    let after = try await test.send(FreeAgent.Update(id, before))
    #expect(after?.billItems == changed.billItems)
    // A line of another bill is none of this one.
    let other = #"{"bill":{"bill_items":[{"url":"1","total_value":"5"}]}}"#
    #expect(await test.reply(.put, "/v2/bills/\(id)", body: other).status == 422)
    #expect(try await test.send(FreeAgent.Get(id)).totalValue == 17)
  }

  @Test func `what was paid of keeps its lines, and is not deleted`() async throws {
    let test = try TestBooks()
    let made = try await test.send(
      FreeAgent.Create(bill([item("285") { $0.totalValue = 60 }])))
    let id = FreeAgent.Identifier<FreeAgent.Bill>(try made.number)
    let payment = FreeAgent.BankTransactionExplanation {
      $0.bankAccount = link(1)
      $0.datedOn = .init("2026-09-19")
      $0.grossValue = -60
      $0.paidBill = made.url
    }
    let paid = try await test.send(FreeAgent.Create(payment))
    #expect(try await test.send(FreeAgent.Get(id)).status == .paid)
    let change = bill([item("285") { $0.totalValue = 70 }])
    #expect(try await test.refusal(of: FreeAgent.Update(id, change)).status == 422)
    let comment = FreeAgent.Bill { $0.comments = "Thank you" }
    #expect(try await test.send(FreeAgent.Update(id, comment))?.comments == "Thank you")
    #expect(try await test.refusal(of: FreeAgent.Delete(id)).sentences == ["Bill has payments"])
    try await test.send(
      FreeAgent.Delete<FreeAgent.BankTransactionExplanation>(.init(try paid.number)))
    try await test.send(FreeAgent.Delete(id))
    #expect(try await test.refusal(of: FreeAgent.Get(id)).status == 404)
  }

  @Test func `stock, capital assets and files come with a bill, and go with it`() async throws {
    let test = try TestBooks()
    let stock = try #require(try await test.get(1, FreeAgent.StockItem.self).stockOnHand)
    let assets: [FreeAgent.CapitalAsset] = try await test.all()
    let costs = try await test.send(FreeAgent.GetProfitAndLoss()).expenses?.value
    var new = bill([
      item("609-1") {
        $0.totalValue = 100
        $0.stockAlteringQuantity = 4
      },
      item("602") {
        $0.description = "A desk"
        $0.totalValue = 300
      },
    ])
    new.attachment = FreeAgent.Attachment {
      $0.fileName = "bill.pdf"
      $0.contentType = "application/pdf"
      $0.data = Data("%PDF-1.4".utf8).base64EncodedString()
    }
    let made = try await test.send(FreeAgent.Create(new))
    #expect(try await test.send(FreeAgent.GetProfitAndLoss()).expenses?.value == costs)
    #expect(made.billItems?.first?.stockItem == link(1))
    #expect(made.attachment?.fileName == "bill.pdf")
    #expect(
      try await test.get(1, FreeAgent.StockItem.self).stockOnHand == (try stock.adding(4)))
    let more: [FreeAgent.CapitalAsset] = try await test.all()
    #expect(more.count == assets.count + 1 && more.last?.description == "A desk")
    #expect(made.billItems?.last?.capitalAsset == more.last?.url)
    let file = try #require(made.attachment?.url?.id)
    let id = FreeAgent.Identifier<FreeAgent.Bill>(try made.number)
    try await test.send(FreeAgent.Delete(id))
    #expect(try await test.get(1, FreeAgent.StockItem.self).stockOnHand == stock)
    let left: [FreeAgent.CapitalAsset] = try await test.all()
    #expect(left == assets)
    #expect(try await test.refusal(of: FreeAgent.Get(file)).status == 404)
  }

  @Test(arguments: [
    (#""bill_items":null"#, "Bill items can't be blank"),
    (#""bill_items":[{"total_value":"1"}]"#, "Category can't be blank"),
    (#""bill_items":[{"category":"285"}]"#, "Total value can't be blank"),
    (#""bill_items":[{"category":"285","total_value":"x"}]"#, "Total value is not valid"),
    (#""bill_items":[{"category":"001","total_value":"1"}]"#, "Category can't be used for bills"),
    (#""bill_items":[{"category":"609","total_value":"1"}]"#, "Stock item can't be blank"),
    (#""bill_items":[{"category":"602","total_value":"1"}]"#, "Description can't be blank"),
    (#""contact":"99","bill_items":[]"#, "Contact not found"),
    (#""currency":"XYZ","bill_items":[]"#, "Currency is not included in the list"),
    (#""ec_status":"EC VAT MOSS","bill_items":[]"#, "Ec status is not included in the list"),
    (#""rebill_type":"price","project":"1","bill_items":[]"#, "Rebill factor can't be blank"),
    (#""recurring":"Daily","bill_items":[]"#, "Recurring is not included in the list"),
    (#""due_on":"","bill_items":[]"#, "Due on can't be blank"),
  ])
  func `what is wrong with a bill is said`(members: String, words: String) async throws {
    let test = try TestBooks()
    // Of a name that comes twice the decoder takes one, so that each comes once.
    var all = [
      #""contact":"6""#, #""reference":"R""#, #""dated_on":"2026-09-18""#,
      #""due_on":"2026-10-18""#,
    ]
    all.removeAll { member in
      members.split(separator: ":").first.map { member.hasPrefix($0) } ?? false
    }
    let body = "{\"bill\":{\((all + [members]).joined(separator: ","))}}"
    let reply = await test.reply(.post, "/v2/bills", body: body)
    #expect(reply.status == 422)
    let failure = FreeAgent.Failure(status: 422, retryAfter: nil, body: reply.body)
    #expect(failure.sentences == [words])
    test.expectInOrder()
  }

  // MARK: - The reverse charge

  @Test func `a supplier is not owed the VAT for which the company accounts itself`() async throws {
    let test = try TestBooks()
    var new = bill([
      item("285") {
        $0.totalValueExTax = 100
        $0.salesTaxRate = .percentage(20)
      },
      item("285") {
        $0.totalValueExTax = 50
        $0.manualSalesTaxAmount = 10
      },
    ])
    new.ecStatus = .reverseCharge
    let made = try await test.send(FreeAgent.Create(new))
    #expect(made.totalValue == 150 && made.dueValue == 150)
    #expect(made.netValue == -150 && made.salesTaxValue == -30)
    #expect(made.billItems?.map(\.totalValue) == [100, 50])
    #expect(made.billItems?.map(\.totalValueExTax) == [100, 50])
    #expect(made.billItems?.map(\.salesTaxValue) == [-20, -10])
    let id = FreeAgent.Identifier<FreeAgent.Bill>(try made.number)
    func change(_ status: FreeAgent.ECStatus) async throws -> FreeAgent.Bill? {
      try await test.send(FreeAgent.Update(id, FreeAgent.Bill { $0.ecStatus = status }))
    }
    let charged = try await change(.ukOrNonEC)
    #expect(charged?.totalValue == 180 && charged?.netValue == -150)
    #expect(charged?.billItems?.map(\.totalValue) == [120, 60])
    let reversed = try #require(try await change(.reverseCharge))
    #expect(reversed.billItems == made.billItems && reversed.totalValue == 150)
    // What was read is sent back, and nothing is another.
    let after = try await test.send(FreeAgent.Update(id, reversed.withoutReadOnlyMembers))
    #expect(after?.billItems == made.billItems && after?.totalValue == 150)
    test.expectInOrder()
  }

  @Test func `who accounts for the VAT of a bill stays once something is paid`() async throws {
    let test = try TestBooks()
    var new = bill([item("285") { $0.totalValueExTax = 100 }])
    new.ecStatus = .reverseCharge
    let made = try await test.send(FreeAgent.Create(new))
    let payment = FreeAgent.BankTransactionExplanation {
      $0.bankAccount = link(1)
      $0.datedOn = .init("2026-09-19")
      $0.grossValue = -100
      $0.paidBill = made.url
    }
    try await test.send(FreeAgent.Create(payment))
    let id = FreeAgent.Identifier<FreeAgent.Bill>(try made.number)
    #expect(try await test.send(FreeAgent.Get(id)).status == .paid)
    let other = FreeAgent.Update(id, FreeAgent.Bill { $0.ecStatus = .ukOrNonEC })
    #expect(
      try await test.refusal(of: other).sentences
        == ["Ec status can't be changed once there are payments"])
    let same = FreeAgent.Bill {
      $0.ecStatus = .reverseCharge
      $0.comments = "Thank you"
    }
    #expect(try await test.send(FreeAgent.Update(id, same))?.comments == "Thank you")
  }

  /// Earlier books had the VAT of the reverse charge in what is owed to the supplier.
  @Test func `a bill that was paid keeps what was owed, whatever is changed of it`() async throws {
    let test = try TestBooks()
    let made = try await test.send(
      FreeAgent.Create(bill([item("285") { $0.totalValueExTax = 100 }])))
    let number = try made.number
    let payment = FreeAgent.BankTransactionExplanation {
      $0.bankAccount = link(1)
      $0.datedOn = .init("2026-09-19")
      $0.grossValue = -120
      $0.paidBill = made.url
    }
    try await test.send(FreeAgent.Create(payment))
    try test.books.write { ledger in
      var details = try ledger.found(.bill, Int64(number))["details"] as Details
      details.members["ec_status"] = .text("Reverse Charge")
      try ledger.update(.bill, Int64(number), ["details": details])
    }
    let id = FreeAgent.Identifier<FreeAgent.Bill>(number)
    let changed = try await test.send(
      FreeAgent.Update(id, FreeAgent.Bill { $0.comments = "Thank you" }))
    #expect(changed?.comments == "Thank you" && changed?.status == .paid)
    #expect(changed?.totalValue == 120 && changed?.paidValue == 120 && changed?.dueValue == 0)
    #expect(changed?.salesTaxValue == -20)
    #expect(changed?.billItems?.map(\.totalValue) == [120])
    test.expectInOrder()
  }

  @Test func `a foreign bill has its rate, and VAT that came in pounds`() async throws {
    let test = try TestBooks()
    var new = bill([
      item("285") {
        $0.totalValue = 120
        $0.manualSalesTaxAmount = ExactDecimal("8.6")
      }
    ])
    new.currency = "EUR"
    let made = try await test.send(FreeAgent.Create(new))
    #expect(made.exchangeRate == ExactDecimal("0.86"))
    #expect(made.inputTotalValuesIncTax == true)
    #expect(made.salesTaxValue == -10)
    #expect(made.nativeDueValue == ExactDecimal("103.2"))
  }
}
