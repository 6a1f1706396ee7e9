import Books
import BooksClient
import Days
import EmbeddedBooks
import FreeAgentAPI
import Money
import Testing

@testable import BooksFlows

/// What is known of a transaction, as far as the form of its explanation leaves it to the books.
struct ExplanationFactsTests {
  /// What is known of a transaction of the current account.
  private func facts(
    of text: String, at company: CompanyService? = nil
  ) async throws -> ExplanationFacts {
    let world = try BooksWorld(at: company)
    let accounts = try await world.keeper.accounts()
    let account = try #require(accounts.first { $0.id.text == "1" })
    let transaction = try await world.transaction(text)
    let id = try #require(BookID(transaction.url))
    let setting = try await world.keeper.setting(of: account)
    return ExplanationFacts(setting, try await world.keeper.subject(id, in: setting))
  }

  /// Categories, and the kinds that are filed under them for money that goes out.
  static let filed: [(String, ExplanationKind?)] = [
    ("285", .payment), ("150", .payment), ("820", .payment), ("001", .salesRefund),
    ("602", .capitalAssetPurchase), ("681", .otherMoneyOut), ("609", nil), ("750", nil),
    ("905", nil),
  ]

  @Test(arguments: filed) func `a category says the kind of what is filed under it`(
    code: String, kind: ExplanationKind?
  ) async throws {
    let offered = try await facts(of: "Trainline").context.offered
    let category = try #require(NominalCode(code))
    #expect(offered.kind(filedUnder: category) == kind)
  }

  @Test func `a landlord files no sales`() async throws {
    let company = try CompanyService(.landlord)
    let offered = try await facts(of: "Trainline", at: company).context.offered
    let sales = try #require(NominalCode("001"))
    #expect(offered.kind(filedUnder: sales) == nil)
    #expect(!offered.isEmpty)
  }

  @Test func `an order says that there is no VAT only if nobody was asked for it`() async throws {
    let facts = try await facts(of: "Trainline")
    let registered = try #require(facts.setting.company.registration.from)
    func vat(
      _ kind: ExplanationKind, on day: Day, _ answer: ExplanationContents.VAT? = nil
    ) -> ExplanationContents.VAT? {
      var contents = ExplanationContents(kind, on: day, facts.amount)
      contents.vat = answer
      return facts.order(key: "1", as: contents).contents.vat
    }
    let before = try #require(Day("1999-12-31"))
    try #require(before < registered)
    #expect(vat(.payment, on: before) == .untaxed(as: .outsideTheScope))
    #expect(vat(.payment, on: registered) == nil)
    #expect(vat(.payment, on: registered, .rate(percent: 20)) == .rate(percent: 20))
    #expect(vat(.transferTo, on: before) == nil)
  }

  @Test func `an order is of the transaction as it was read`() async throws {
    let facts = try await facts(of: "Trainline")
    var contents = ExplanationContents(.payment, on: facts.transaction.day, facts.amount)
    contents.category = NominalCode("365")
    contents.vat = .untaxed(as: .exempt)
    let order = facts.order(key: "key", as: contents)
    #expect(
      order
        == ExplanationOrder(
          key: "key", transaction: facts.transaction.id,
          unexplained: facts.transaction.unexplained, contents: contents))
  }

  @Test func `the same payment is one of as much to the same place`() async throws {
    let facts = try await facts(of: "Trainline")
    var contents = ExplanationContents(.transferTo, on: facts.transaction.day, facts.amount)
    contents.account = BookID("2")
    #expect(contents.isSamePayment(as: contents))
    #expect(!contents.isSamePayment(as: nil))
    var other = contents
    other.account = BookID("3")
    #expect(!contents.isSamePayment(as: other))
    other = contents
    other.amount = try facts.amount.negated()
    #expect(!contents.isSamePayment(as: other))
    other = contents
    other.description = "Something else"
    #expect(contents.isSamePayment(as: other))
  }
}
