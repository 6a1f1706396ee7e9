import BooksClient
import FlowTestSupport
import Flowline
import FreeAgentAPI
import Testing

@testable import BooksFlows

/// The contacts, and who uses the books: sections of the overview.
struct ContactsTests {
  @Test func `the contacts are listed by name, and each can be looked at`() throws {
    let world = try BooksWorld()
    try world.walk("books", "contacts")
    let names = world.controller.prompt?.kind.choices.dropLast().map(\.label.text) ?? []
    // As the service sorts them: organisations by name, people by their last names.
    let known = ["Brightwater", "Harbour", "Inkwell", "Lumière", "Zoë Marchetti", "Northgate"]
    #expect(names.count == known.count && zip(names, known).allSatisfy { $0.hasPrefix($1) })
    #expect(world.options.last == "done")
    world.answer("1")
    #expect(world.step == "books/contacts/about-contact/contact-details")
    #expect(world.question == names.first)
    #expect(world.page.contains { $0.hasPrefix("E-mail | ") })
    world.answer("")
    #expect(world.step == "books/contacts/contact")
    world.answer("done")
    #expect(world.step == "books/place")
    try world.expectOrder()
  }

  @Test func `a contact shows what there is, and who owes what`() throws {
    let (world, service) = try BooksWorld.withService()
    service.change { answer in
      guard answer is FreeAgent.Contact else { return answer }
      return FreeAgent.Contact {
        $0[FreeAgent.Field("url")] = "https://api.freeagent.com/v2/contacts/1"
        $0.organisationName = "Northgate Dental Practice"
        $0.firstName = "Nora"
        $0.lastName = "Gates"
        $0.email = "nora@northgate.example"
        $0.billingEmail = "bills@northgate.example"
        $0.mobile = "07700 900123"
        $0.address1 = "1 High Street"
        $0.town = "Bristol"
        $0[FreeAgent.Field("account_balance")] = "-600.00"
      }
    }
    try world.walk("books-link", "https://api.freeagent.com/v2/contacts/1")
    #expect(
      world.page == [
        "Person | Nora Gates", "E-mail | nora@northgate.example",
        "E-mail for invoices | bills@northgate.example", "Phone | 07700 900123",
        "Address | 1 High Street, Bristol", "You owe | £600.00",
      ])
    try world.expectOrder()
  }

  @Test(arguments: [("en_GB", "Nothing is owed"), ("ru_RU", "Долгов нет")])
  func `a contact without open invoices and bills is said to owe nothing`(
    locale: String, row: String
  ) throws {
    let (world, service) = try BooksWorld.withService(locale: locale)
    service.change { answer in
      guard answer is FreeAgent.Contact else { return answer }
      return FreeAgent.Contact {
        $0[FreeAgent.Field("url")] = "https://api.freeagent.com/v2/contacts/1"
        $0.organisationName = "Northgate Dental Practice"
        $0[FreeAgent.Field("account_balance")] = "0.0"
      }
    }
    try world.walk("books-link", "https://api.freeagent.com/v2/contacts/1")
    #expect(world.page == [row])
    try world.expectOrder()
  }

  @Test func `without contacts it says so`() throws {
    let (world, service) = try BooksWorld.withService()
    service.change { answer in
      answer is FreeAgent.Batch<FreeAgent.Contact> ? FreeAgent.Batch<FreeAgent.Contact>([]) : answer
    }
    try world.walk("books", "contacts")
    #expect(world.question == "There is nothing here yet")
    world.answer("")
    #expect(world.step == "books/place")
    try world.expectOrder()
  }

  @Test func `the account says who uses the books, and of which company`() throws {
    let world = try BooksWorld()
    try world.walk("books", "account")
    #expect(
      world.page == [
        "You | Ada Thornbury", "E-mail | ada@thornbury.example", "Access level | Full",
        "Company | Thornbury Design Ltd", "Currency | GBP",
        "VAT | registered since 1 Apr 2020", "Explaining a transaction | by type first",
      ])
    #expect(world.options == ["done"], "these books let everybody in")
    world.answer("done")
    #expect(world.step == "books/place")
    try world.expectOrder()
  }

  @Test func `the account says by what explaining begins`() throws {
    let world = try BooksWorld(explaining: .byCategory)
    try world.walk("books", "account")
    #expect(world.page.last == "Explaining a transaction | by category first")
    try world.expectOrder()
  }

  @Test func `the account of books with a log-in leads out`() throws {
    let (world, _) = try BooksWorld.withService(logIn: UnaskedLogIn())
    try world.walk("books", "account")
    #expect(world.options == ["done", "log-out"])
    world.answer("log-out")
    #expect(world.step == "books/account/books-log-out/confirm")
    world.answer("no")
    #expect(world.step == "books/account/account-action")
    try world.expectOrder()
  }
}
