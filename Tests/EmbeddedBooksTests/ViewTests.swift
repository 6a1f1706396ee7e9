import BooksTestSupport
import Days
import EmbeddedBooks
import FreeAgentAPI
import Money
import ServiceBasics
import Testing

/// What lists are narrowed and sorted by: every documented value, and others.
struct ViewTests {
  /// The documented views of each list, with how many elements of the sample they have.
  static let views: [(path: String, counts: [(view: String, count: Int)])] = [
    (
      "invoices",
      [
        ("all", 12), ("recent_open_or_overdue", 12), ("open", 3), ("overdue", 1),
        ("open_or_overdue", 4), ("draft", 2), ("paid", 1), ("scheduled_to_email", 1),
        ("thank_you_emails", 0), ("reminder_emails", 0), ("last_1_months", 7),
      ]
    ),
    (
      "credit_notes",
      [
        ("all", 2), ("recent_open_or_overdue", 2), ("open", 1), ("overdue", 0),
        ("open_or_overdue", 1), ("draft", 1), ("refunded", 0), ("last_12_months", 2),
      ]
    ),
    (
      "estimates",
      [
        ("all", 3), ("recent", 3), ("draft", 1), ("non_draft", 2), ("sent", 1), ("approved", 1),
        ("rejected", 0), ("invoiced", 0),
      ]
    ),
    (
      "bank_transactions",
      [
        ("all", 33), ("manual", 0), ("imported", 33), ("marked_for_review", 1),
      ]
    ),
    (
      "bank_accounts",
      [
        ("standard_bank_accounts", 3), ("credit_card_accounts", 1), ("paypal_accounts", 0),
      ]
    ),
    (
      "contacts",
      [("all", 7), ("active", 6), ("suppliers", 1), ("hidden", 1)]
    ),
    (
      "users",
      [
        ("all", 5), ("staff", 5), ("active_staff", 5), ("advisors", 0), ("active_advisors", 0),
      ]
    ),
    ("capital_assets", [("disposed", 0)]),
    ("recurring_invoices", [("draft", 1), ("active", 1), ("inactive", 0)]),
  ]

  /// Views of which only what they mean can be told: they are parts of the whole.
  static let others: [(path: String, views: [String])] = [
    ("bank_transactions", ["unexplained", "explained"]),
    (
      "contacts",
      [
        "clients", "active_projects", "completed_projects", "open_clients", "open_suppliers",
      ]
    ),
    ("projects", ["active", "completed", "cancelled", "hidden"]),
    ("tasks", ["all", "active", "completed", "hidden"]),
    ("timeslips", ["all", "unbilled", "running"]),
    ("expenses", ["recent", "recurring"]), ("capital_assets", ["all", "disposable"]),
    (
      "bills",
      [
        "all", "open", "overdue", "open_or_overdue", "open_or_overdue_payments",
        "open_or_overdue_refunds", "paid", "recurring", "hire_purchase", "cis",
      ]
    ),
  ]

  private func reply(
    _ test: TestBooks, _ path: String, _ query: [(String, String)]
  ) async -> BooksReply {
    await test.reply(
      .get, "/v2/\(path)",
      query: [.init("bank_account", "1")] + query.map { .init($0, $1) })
  }

  @Test func `every documented view is there, and others are refused`() async throws {
    let test = try TestBooks()
    for (path, counts) in Self.views {
      for (view, count) in counts {
        let reply = await reply(test, path, [("view", view)])
        #expect(reply.status == 200, "\(path) \(view)")
        #expect(reply.links?.total == count, "\(path) \(view)")
      }
    }
    for (path, views) in Self.others {
      let all = await reply(test, path, []).links?.total ?? -1
      for view in views {
        let reply = await reply(test, path, [("view", view)])
        #expect(reply.status == 200, "\(path) \(view)")
        // Contacts are the active ones if nothing is said, and projects those of every status.
        #expect(reply.links?.total ?? .max <= all, "\(path) \(view)")
      }
    }
    for path in Set(Self.views.map(\.path) + Self.others.map(\.path)) {
      let reply = await reply(test, path, [("view", "eaten")])
      #expect(reply.status == 400, "\(path)")
      let failure = FreeAgent.Failure(status: 400, retryAfter: nil, body: reply.body)
      #expect(failure.sentences == ["view is invalid"])
      #expect(await self.reply(test, path, [("view", "")]).status == 200, "\(path)")
    }
    // A view of invoices is none of estimates.
    #expect(await reply(test, "estimates", [("view", "overdue")]).status == 400)
  }

  @Test(arguments: [
    ("invoices", "created_at"), ("invoices", "updated_at"), ("credit_notes", "updated_at"),
    ("contacts", "name"), ("contacts", "created_at"), ("projects", "name"),
    ("projects", "contact_name"), ("projects", "contact_display_name"),
    ("stock_items", "created_at"), ("stock_items", "description"),
    ("price_list_items", "created_at"), ("price_list_items", "code"),
  ])
  func `an order can be turned round`(path: String, sort: String) async throws {
    let test = try TestBooks()
    let query = [("per_page", "100"), ("view", "all")]
    func urls(_ sort: String) async throws -> [String] {
      let reply = await reply(test, path, query + [("sort", sort)])
      let object = try FreeAgent.Batch<AnyRecord>(from: reply.body, key: path)
      return object.elements.compactMap(\.url)
    }
    let there = try await urls(sort)
    #expect(!there.isEmpty)
    #expect(try await urls("-\(sort)") == there.reversed())
    #expect(await reply(test, path, query + [("sort", "--\(sort)")]).status == 400)
    #expect(await reply(test, path, query + [("sort", "colour")]).status == 400)
  }

  @Test func `an old invoice is recent, open or overdue only while it is not paid`() async throws {
    let test = try TestBooks()
    let old = FreeAgent.Invoice {
      $0.contact = link(1)
      $0.datedOn = .init("2024-03-01")
      $0.paymentTermsInDays = 30
      $0.invoiceItems = [
        .init {
          $0.description = "Advice"
          $0.quantity = 1
          $0.price = 100
        }
      ]
    }
    let number = try await test.send(FreeAgent.Create(old)).number
    let query = [("view", "recent_open_or_overdue")]
    #expect(await reply(test, "invoices", query).links?.total == 12)
    try await test.send(FreeAgent.ChangeStatus<FreeAgent.Invoice>(.init(number), .markAsSent))
    #expect(await reply(test, "invoices", query).links?.total == 13)
  }

  @Test func `contacts and projects are sorted by their names`() async throws {
    let test = try TestBooks()
    let people: [FreeAgent.Contact] = try await test.all()
    // Zoë Marchetti comes by her last name.
    #expect(
      people.map { $0.organisationName?.split(separator: " ").first.map(String.init) ?? "Zoë" }
        == ["Brightwater", "Harbour", "Inkwell", "Lumière", "Zoë", "Northgate"])
    _ = try await test.send(
      FreeAgent.Create(
        FreeAgent.Project {
          $0.contact = link(5)
          $0.name = "Album"
          $0.status = .active
          $0.currency = "GBP"
          $0.budgetUnits = "Hours"
        }))
    func names(_ sort: FreeAgent.Sort?) async throws -> [String] {
      let projects: [FreeAgent.Project] = try await test.all(.init { $0.sort = sort })
      return projects.compactMap(\.name)
    }
    #expect(
      try await names(nil) == ["Album", "Brightwater website", "Lyon festival", "Northgate signs"])
    #expect(
      try await names("contact_name")
        == ["Brightwater website", "Lyon festival", "Album", "Northgate signs"])
    #expect(
      try await names("contact_display_name")
        == ["Brightwater website", "Lyon festival", "Northgate signs", "Album"])
  }

  @Test(arguments: [
    ("updated_since", "2026-09-20", true), ("updated_since", "1999-01-01T00:00:00.000Z", true),
    ("updated_since", "2020-01-01T00:00:00+00:00", true),
    ("updated_since", "2020-01-01T00:00:00 00:00", true), ("updated_since", "yesterday", false),
    ("updated_since", "2025-03-15T09:00:00", true),
    ("updated_since", "2025-03-15T09:00:00.123456", true),
    ("updated_since", "2025-03-15 09:00:00", true), ("updated_since", "2025-03-15 noon", false),
    ("from_date", "2026-01-01", true), ("from_date", "2026-01-01T00:00:00Z", true),
    ("from_date", "2026-01-01T00:00:00", true), ("from_date", "2026-1-1", true),
    ("to_date", "2026-13-01", false), ("from_date", "01/02/2026", false), ("from_date", "", true),
  ])
  func `times and days are read, or refused`(name: String, value: String, isRead: Bool) async throws
  {
    let test = try TestBooks()
    let paths = [
      "bank_transactions", "bank_transaction_explanations", "expenses", "estimates",
      "credit_note_reconciliations",
    ]
    for path in paths {
      let status = await reply(test, path, [(name, value)]).status
      #expect(status == (isRead ? 200 : 400), "\(path)")
    }
  }

  @Test(
    arguments: [
      (nil, nil, 1, 25), ("0", nil, 1, 25), ("-3", "0", 1, 1), ("1", "1000", 1, 33),
      ("2", "20", 2, 13), ("9", "20", 9, 0), ("x", "y", 1, 25),
    ] as [(String?, String?, Int, Int)])
  func `pages have their bounds and say where they are`(
    page: String?, size: String?, number: Int, count: Int
  ) async throws {
    let test = try TestBooks()
    let query = [("page", page), ("per_page", size)].compactMap { name, value in
      value.map { (name, $0) }
    }
    let reply = await reply(test, "bank_transactions", query)
    let batch = try FreeAgent.Batch<FreeAgent.BankTransaction>(
      from: reply.body, key: "bank_transactions")
    #expect(batch.elements.count == count)
    let links = try #require(reply.links)
    #expect(links.total == 33)
    #expect((links.first == nil) == (number == 1))
    #expect(links.first?.contains("page=1&") ?? true)
    #expect(links.previous == nil || links.previous?.contains("page=\(number - 1)&") == true)
    #expect((links.previous == nil) == (number == 1 || number > 3))
    let fields = Dictionary(uniqueKeysWithValues: reply.fields.map { ($0.name, $0.value) })
    #expect(fields["X-Total-Count"] == "33")
    let isBehind = (links.last == nil)
    #expect(isBehind == (number * (size.flatMap { Int($0) } ?? 25) >= 33))
    for link in ["rel='last'", "rel=\"last\""] {
      #expect(fields["Link"]?.contains(link) == !isBehind)
    }
  }

  @Test(arguments: ["invoices", "credit_notes", "estimates"])
  func `lines are in lists that ask for them`(path: String) async throws {
    let test = try TestBooks()
    let items = "\(path.dropLast())_items"
    let values: [(String?, Bool)] = [
      (nil, false), ("true", true), ("True", true), ("false", false),
    ]
    for (value, isNested) in values {
      let query = value.map { [("nested_\(items)", $0)] } ?? []
      let reply = await reply(test, path, query)
      let batch = try FreeAgent.Batch<AnyRecord>(from: reply.body, key: path)
      #expect(batch.elements.allSatisfy { ($0.members[items] != nil) == isNested })
    }
    #expect(await reply(test, path, [("nested_\(items)", "maybe")]).status == 400)
  }

  @Test func `projects have their contacts whole if that is asked for`() async throws {
    let test = try TestBooks()
    let reply = await reply(test, "projects", [("nested", "true")])
    let batch = try FreeAgent.Batch<AnyRecord>(from: reply.body, key: "projects")
    #expect(!batch.elements.isEmpty)
    for project in batch.elements {
      let contact = project.members["contact"].flatMap { FreeAgent.Contact(member: $0) }
      #expect(contact?.organisationName?.isEmpty == false)
    }
  }

  @Test func `expenses of a user, and whether an account guesses`() async throws {
    let test = try TestBooks()
    let all: [FreeAgent.Expense] = try await test.all()
    let own: [FreeAgent.Expense] = try await test.all(.init { $0.user = link(1) })
    #expect(own.count == all.filter { $0.user == link(1) }.count && own.count < all.count)
    let update = FreeAgent.Update(
      FreeAgent.Identifier(1), FreeAgent.BankAccount { $0.bankGuessEnabled = false })
    #expect(try await test.send(update)?.bankGuessEnabled == false)
    #expect(try await test.get(1, FreeAgent.BankAccount.self).bankGuessEnabled == false)
    #expect(try await test.get(2, FreeAgent.BankAccount.self).bankGuessEnabled == true)
    let accounts: [FreeAgent.BankAccount] = try await test.all()
    #expect(accounts.allSatisfy { $0.bankGuessEnabled == nil })
  }
}

/// A record of which only the address is wanted.
private struct AnyRecord: FreeAgent.Record {
  static let schema = FreeAgent.Schema(Fields())

  var members: [String: FreeAgent.JSON] = [:]
  init() {}

  struct Fields: Sendable {
    let url = FreeAgent.Field<String>("url")
  }
}
