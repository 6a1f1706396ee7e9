import BooksTestSupport
import EmbeddedBooks
import FreeAgentAPI
import ServiceBasics
import Testing

struct ListTests {
  @Test func `pages go on by their links, and say how many there are`() async throws {
    let test = try TestBooks()
    let reply = await test.reply(
      .get, "/v2/bank_transactions",
      query: [.init("bank_account", "1"), .init("per_page", "10"), .init("page", "2")])
    #expect(reply.status == 200)
    let links = try #require(reply.links)
    #expect(links.total == 33)
    #expect(
      links.next
        == "http://127.0.0.1:8400/v2/bank_transactions?bank_account=1&page=3&per_page=10")
    let batch = try FreeAgent.Batch<FreeAgent.BankTransaction>(
      from: reply.body, key: "bank_transactions")
    #expect(batch.elements.count == 10)
    #expect(batch.elements[0].url?.url.hasPrefix("http://127.0.0.1:8400/v2/") == true)
  }

  @Test func `views are parts of the whole`() async throws {
    let test = try TestBooks()
    func count(_ view: FreeAgent.TransactionView) async throws -> Int {
      try await test.all(
        FreeAgent.BankTransactionFilter {
          $0.bankAccount = link(1)
          $0.view = view
        }, FreeAgent.BankTransaction.self
      ).count
    }
    let (all, unexplained) = (try await count(.all), try await count(.unexplained))
    #expect(try await count(.explained) == all - unexplained)
    #expect(try await count(.imported) == all)
    #expect(try await count(.manual) == 0)
    #expect(try await count(.markedForReview) == 1)
    let account = try await test.get(1, FreeAgent.BankAccount.self)
    #expect(account.totalCount == all)
    #expect(account.unexplainedTransactionCount == unexplained)
  }

  @Test func `the categories are those of the service`() async throws {
    let test = try TestBooks(as: SampleCompany.employee)
    let categories = try await test.send(FreeAgent.GetCategories())
    #expect(categories[.adminExpenses].count == 41)
    #expect(categories[.costOfSales].count == 5)
    #expect(categories[.income].count == 1)
    #expect(categories[.general].allSatisfy { $0.autoSalesTaxRate == nil })
    let hotel = try await test.send(
      FreeAgent.GetCategory(try #require(FreeAgent.Identifier("285"))))
    #expect(hotel.group == .adminExpenses)
    #expect(hotel.category.groupDescription == "Admin expenses (normally VATable)")
    let more = try await test.send(FreeAgent.GetCategories(includingSubAccounts: true))
    #expect(more.all.contains { $0.nominalCode == "907-1" && $0.user == link(1) })
  }

  @Test(arguments: [
    ("bank_accounts", 6), ("contacts", 1), ("categories", 2), ("users", 7), ("company", 1),
    ("users/me", 1),
  ])
  func `a level that is too low is denied`(path: String, level: Int) async throws {
    let test = try TestBooks()
    for user in try test.books.users() {
      let reply = await test.asked(by: user.id).reply(.get, "/v2/\(path)")
      #expect(reply.status == (user.level.rawValue >= level ? 200 : 403))
    }
  }

  @Test func `heads are known for what they are`() async throws {
    let test = try TestBooks()
    #expect(await test.reply(.get, "/v2/nothing").status == 404)
    let reply = await test.reply(.delete, "/v2/company")
    #expect(reply.status == 404)
    #expect(await test.reply(.get, "/v2/bank_transactions/x").status == 404)
    #expect(await test.reply(.get, "/v2/bank_transactions").status == 400)
    let stranger = test.asked(by: FreeAgent.Identifier(99))
    #expect(await stranger.reply(.get, "/v2/company").status == 401)
  }
}
