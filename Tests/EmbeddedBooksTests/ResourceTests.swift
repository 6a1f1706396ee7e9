import BooksTestSupport
import Days
import EmbeddedBooks
import FreeAgentAPI
import Money
import Testing

/// People, accounts and categories: made, changed, deleted.
struct ResourceTests {
  @Test func `a contact has a name, and stays while something needs it`() async throws {
    let test = try TestBooks(as: SampleCompany.employee)
    let nameless = FreeAgent.Contact { $0.firstName = "Kit" }
    #expect(
      try await test.refusal(of: FreeAgent.Create(nameless)).messages(about: "organisation_name")
        == ["can't be blank"])
    let made = try await test.send(
      FreeAgent.Create(FreeAgent.Contact { $0.organisationName = "Quayside Sails" }))
    // At the level of an employee a contact has its names.
    #expect(made.presence(of: \.status) == .absent)
    #expect(made.presence(of: \.accountBalance) == .absent)
    let id = FreeAgent.Identifier<FreeAgent.Contact>(try made.number)
    var change = FreeAgent.Contact { $0.status = .hidden }
    change.setNull(\.organisationName)
    #expect(try await test.refusal(of: FreeAgent.Update(id, change)).status == 422)
    change.firstName = "Kit"
    change.lastName = "Marlow"
    let changed = try await test.send(FreeAgent.Update(id, change))
    #expect(changed?.lastName == "Marlow")
    #expect(changed?.presence(of: \.organisationName) == .absent)
    try await test.send(FreeAgent.Delete(id))
    #expect(try await test.refusal(of: FreeAgent.Get(id)).status == 404)
    let needed = try await test.refusal(of: FreeAgent.Delete<FreeAgent.Contact>(.init(1)))
    #expect(needed.status == 403)
  }

  @Test func `what is due of a contact is its balance`() async throws {
    let test = try TestBooks()
    #expect(try await test.get(5, FreeAgent.Contact.self).accountBalance == 251)
    #expect(try await test.get(6, FreeAgent.Contact.self).accountBalance == -258)
    // What is due in euros is in pounds.
    #expect(try await test.get(3, FreeAgent.Contact.self).accountBalance == 774)
  }

  @Test func `one account is the primary one, and a used one stays`() async throws {
    let test = try TestBooks()
    let made = try await test.send(
      FreeAgent.Create(
        FreeAgent.BankAccount {
          $0.name = "Savings"
          $0.openingBalance = ExactDecimal("10.5")
          $0.isPrimary = true
        }))
    #expect(made.currentBalance == ExactDecimal("10.5"))
    #expect(made.currency == "GBP")
    #expect(try await test.get(1, FreeAgent.BankAccount.self).isPrimary == false)
    let id = FreeAgent.Identifier<FreeAgent.BankAccount>(try made.number)
    let yen = try await test.send(
      FreeAgent.Update(
        id,
        FreeAgent.BankAccount {
          $0.currency = "JPY"
          $0.openingBalance = 500
        }))
    #expect(yen?.currentBalance == 500)
    #expect(
      try await test.refusal(
        of: FreeAgent.Update(.init(1), FreeAgent.BankAccount { $0.currency = "EUR" })
      ).status == 422)
    #expect(
      try await test.refusal(of: FreeAgent.Delete<FreeAgent.BankAccount>(.init(1))).status == 422)
    try await test.send(FreeAgent.Delete(id))
    #expect(try await test.get(1, FreeAgent.BankAccount.self).isPrimary == true)
    let payPal = FreeAgent.BankAccount {
      $0.type = .payPal
      $0.name = "PayPal"
      $0.openingBalance = 0
    }
    #expect(
      try await test.refusal(of: FreeAgent.Create(payPal)).messages(about: "email")
        == ["can't be blank"])
  }

  @Test func `a category of one's own can be used, changed and deleted`() async throws {
    let test = try TestBooks()
    let new = FreeAgent.Category {
      $0.description = "Studio plants"
      $0.nominalCode = "310"
      $0.categoryGroup = .adminExpenses
      $0.autoSalesTaxRate = .reduced
    }
    let made = try await test.send(FreeAgent.CreateCategory(new))
    #expect(made.group == .adminExpenses)
    #expect(made.category.groupDescription == "Admin expenses (normally Zero-VAT)")
    let code = try #require(FreeAgent.Identifier<FreeAgent.Category>("310"))
    #expect(
      try await test.refusal(of: FreeAgent.CreateCategory(new)).messages(about: "nominal_code")
        == ["has already been taken"])
    var outside = new
    outside.nominalCode = "400"
    #expect(
      try await test.refusal(of: FreeAgent.CreateCategory(outside)).sentences
        == ["Invalid nominal code"])
    let expense = try await test.send(
      FreeAgent.Create(
        FreeAgent.Expense {
          $0.user = link(1)
          $0.category = link("310")
          $0.datedOn = .init("2026-09-19")
          $0.description = "A fern"
          $0.grossValue = -10
        }))
    #expect(expense.salesTaxValue == ExactDecimal("-0.48"))
    #expect(try await test.refusal(of: FreeAgent.DeleteCategory(code)).status == 422)
    let changed = try await test.send(
      FreeAgent.UpdateCategory(code, FreeAgent.Category { $0.description = "Plants" }))
    #expect(changed?.category.description == "Plants")
    try await test.send(
      FreeAgent.Delete<FreeAgent.Expense>(FreeAgent.Identifier(try expense.number)))
    try await test.send(FreeAgent.DeleteCategory(code))
    let usual = try #require(FreeAgent.Identifier<FreeAgent.Category>("285"))
    #expect(try await test.refusal(of: FreeAgent.DeleteCategory(usual)).status == 403)
  }

  @Test func `a user has a role that the company has`() async throws {
    func new(_ role: FreeAgent.Role) -> FreeAgent.Create<FreeAgent.User> {
      FreeAgent.Create(
        FreeAgent.User {
          $0.firstName = "Kit"
          $0.lastName = "Marlow"
          $0.email = "kit@thornbury.example"
          $0.role = role
        })
    }
    let company = try TestBooks()
    #expect(try await company.refusal(of: new("Chef")).messages(about: "role").count == 1)
    let change = FreeAgent.Update(.init(2), FreeAgent.User { $0.role = "Chef" })
    #expect(try await company.refusal(of: change).messages(about: "role").count == 1)
    #expect(try await company.send(new(.director)).role == .director)
    let trader = try TestBooks(.soleTrader)
    #expect(try await trader.get(1, FreeAgent.User.self).role == .owner)
    #expect(try await trader.refusal(of: new(.director)).messages(about: "role").count == 1)
    #expect(try await trader.send(new(.employee)).role == .employee)
  }

  @Test func `nobody raises their own level, and who is deleted may do nothing`() async throws {
    let test = try TestBooks()
    let employee = test.asked(by: SampleCompany.employee)
    let me = try await employee.send(
      FreeAgent.UpdateMe(
        FreeAgent.User {
          $0.firstName = "Devdas"
          $0.permissionLevel = .full
        }))
    #expect(me?.firstName == "Devdas")
    #expect(me?.permissionLevel == .money)
    let raised = try await test.send(
      FreeAgent.Update(.init(4), FreeAgent.User { $0.permissionLevel = .banking }))
    #expect(raised?.permissionLevel == .banking)
    _ = try await employee.get(1, FreeAgent.BankAccount.self)
    try await test.send(FreeAgent.Delete<FreeAgent.User>(.init(4)))
    #expect(try await employee.refusal(of: FreeAgent.GetMe()).status == 401)
    #expect(try await test.refusal(of: FreeAgent.Delete<FreeAgent.User>(.init(1))).status == 422)
    let twice = FreeAgent.User {
      $0.firstName = "Ben"
      $0.lastName = "Carter"
      $0.email = "BEN@thornbury.example"
      $0.role = .employee
    }
    #expect(
      try await test.refusal(of: FreeAgent.Create(twice)).messages(about: "email")
        == ["has already been taken"])
  }
}
