import BooksTestSupport
import EmbeddedBooks
import FreeAgentAPI
import Money
import ServiceBasics
import Testing

/// Price list items, stock items and recurring invoices.
struct PriceListTests {
  private func apple(_ build: (inout FreeAgent.PriceListItem) -> Void = { _ in })
    -> FreeAgent.PriceListItem
  {
    FreeAgent.PriceListItem {
      $0.code = "A001"
      $0.quantity = 1
      $0.itemType = .products
      $0.description = "Apple"
      $0.price = ExactDecimal("1.99")
      build(&$0)
    }
  }

  @Test func `an item of the price list has what it did not name`() async throws {
    let test = try TestBooks()
    let made = try await test.send(FreeAgent.Create(apple { $0.salesTaxRate = 20 }))
    #expect(made.vatStatus == .outOfScope && made.category?.id?.description == "001")
    // Rates are those of companies outside the United Kingdom.
    #expect(made.salesTaxRate == 0 && made.secondSalesTaxRate == 0 && made.stockItem == nil)
    #expect(made.price == ExactDecimal("1.99") && made.createdAt != nil)
    let id = FreeAgent.Identifier<FreeAgent.PriceListItem>(try made.number)
    let changes = FreeAgent.PriceListItem {
      $0.description = "Pear"
      $0.vatStatus = .zero
    }
    let changed = try await test.send(FreeAgent.Update(id, changes))
    #expect(changed?.description == "Pear" && changed?.vatStatus == .zero)
    #expect(changed?.code == "A001" && changed?.price == made.price)
    try await test.send(FreeAgent.Delete(id))
    #expect(try await test.refusal(of: FreeAgent.Get(id)).status == 404)
  }

  @Test func `an item of the price list is refused for what is wrong with it`() async throws {
    let test = try TestBooks()
    for name in ["code", "quantity", "item_type", "description", "price"] {
      var item = apple()
      item.members[name] = nil
      #expect(
        try await test.refusal(of: FreeAgent.Create(item)).messages(about: name)
          == ["can't be blank"])
    }
    let wrong: [(String, FreeAgent.PriceListItem)] = [
      ("item_type", apple { $0.itemType = "Fruit" }),
      ("vat_status", apple { $0.vatStatus = "high" }),
      ("stock_item", apple { $0.itemType = .stock }), ("code", apple { $0.code = "DAY" }),
    ]
    for (name, item) in wrong {
      let refusal = try await test.refusal(of: FreeAgent.Create(item))
      #expect(refusal.status == 422 && refusal.messages(about: name).count == 1, "\(name)")
    }
    // An item may keep its own code.
    let day = FreeAgent.PriceListItem { $0.code = "DAY" }
    #expect(try await test.send(FreeAgent.Update(.init(1), day))?.code == "DAY")
  }

  @Test func `an item of stock names it, and a category in use stays`() async throws {
    let test = try TestBooks()
    let books: [FreeAgent.PriceListItem] = try await test.all(.init { $0.sort = "code" })
    #expect(books.map(\.code) == ["BOOK", "DAY", "HOUR"])
    #expect(books.first?.stockItem == link(1) && books.last?.stockItem == nil)
    let stock = try await test.get(1, FreeAgent.StockItem.self)
    #expect(stock.openingQuantity == 40 && stock.openingBalance == 0)
    let new = FreeAgent.Category {
      $0.description = "Royalties"
      $0.nominalCode = "002"
      $0.categoryGroup = .income
    }
    _ = try await test.send(FreeAgent.CreateCategory(new))
    _ = try await test.send(FreeAgent.Create(apple { $0.category = link("002") }))
    let code = try #require(FreeAgent.Identifier<FreeAgent.Category>("002"))
    #expect(
      try await test.refusal(of: FreeAgent.DeleteCategory(code)).sentences
        == ["Category is in use"])
  }

  @Test func `invoices recur from the first one that was made`() async throws {
    let test = try TestBooks()
    let yearly = try await test.get(1, FreeAgent.RecurringInvoice.self)
    let first = try await test.get(2, FreeAgent.Invoice.self)
    #expect(first.recurringInvoice == yearly.url)
    #expect(yearly.recurringStatus == .active && yearly.frequency == .annually)
    #expect(yearly.contact == first.contact && yearly.contactName == first.contactName)
    #expect(yearly.reference == first.reference && yearly.totalValue == first.totalValue)
    #expect(yearly.datedOn == (try day("2026-07-27")))
    #expect(yearly.nextRecursOn == (try day("2027-07-27")))
    #expect(yearly.invoiceItems?.map(\.price) == first.invoiceItems?.map(\.price))
    #expect(yearly.invoiceItems?.first?.url != first.invoiceItems?.first?.url)
    let draft = try await test.get(2, FreeAgent.RecurringInvoice.self)
    #expect(draft.recurringStatus == .draft && draft.frequency == .quarterly)
    #expect(draft.datedOn == (try day("2026-12-18")) && draft.reference == nil)
    let like = try await test.get(6, FreeAgent.Invoice.self)
    #expect(like.presence(of: \.recurringInvoice) == .absent)
    // What is made like an invoice that recurs does not.
    let copy = try await test.send(FreeAgent.Duplicate<FreeAgent.Invoice>(.init(2)))
    #expect(copy.presence(of: \.recurringInvoice) == .absent)
  }

  @Test(arguments: [
    ("view", "draft", [2]), ("view", "active", [1]), ("view", "inactive", []),
    ("contact", "https://api.freeagent.com/v2/contacts/2", [1]), ("contact", "1", []),
    ("project", "1", []),
  ])
  func `recurring invoices are narrowed`(name: String, value: String, ids: [Int]) async throws {
    let test = try TestBooks()
    let reply = await test.reply(.get, "/v2/recurring_invoices", query: [.init(name, value)])
    let list = try FreeAgent.Batch<FreeAgent.RecurringInvoice>(
      from: reply.body, key: "recurring_invoices"
    ).elements
    #expect(try list.map { try $0.number } == ids)
    // A list has no lines.
    #expect(list.allSatisfy { $0.invoiceItems == nil })
    let wrong = await test.reply(
      .get, "/v2/recurring_invoices", query: [.init("view", "eaten")])
    #expect(wrong.status == 400)
  }
}
