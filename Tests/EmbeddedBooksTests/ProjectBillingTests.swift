import BooksTestSupport
import Days
import EmbeddedBooks
import FreeAgentAPI
import Money
import Testing

/// How the time of projects is billed that have a price of their own, and of several at once.
struct ProjectBillingTests {
  private let test: TestBooks
  /// A project of the first contact, which is billed with £500 a day.
  private let shop: FreeAgent.Project

  init() async throws {
    test = try TestBooks()
    shop = try await test.send(
      FreeAgent.Create(
        FreeAgent.Project {
          $0.contact = link(1)
          $0.name = "Shop"
          $0.status = .active
          $0.currency = "GBP"
          $0.budgetUnits = "Hours"
          $0.normalBillingRate = 500
          $0.billingPeriod = "day"
        }))
  }

  private func task(
    _ build: (inout FreeAgent.ProjectTask) -> Void = { _ in }
  ) async throws -> FreeAgent.ProjectTask {
    try await test.send(
      FreeAgent.Create(
        FreeAgent.ProjectTask {
          $0.project = shop.url
          $0.name = "Shelves"
          build(&$0)
        }))
  }

  private func spend(_ hours: ExactDecimal, on task: FreeAgent.ProjectTask) async throws {
    try await test.send(
      FreeAgent.Create(
        FreeAgent.Timeslip {
          $0.user = link(1)
          $0.project = shop.url
          $0.task = task.url
          $0.datedOn = Day("2026-09-17")
          $0.hours = hours
        }))
  }

  @Test func `a task that does not say how it is billed is billed as its project is`()
    async throws
  {
    let plain = try await task()
    #expect(plain.billingRate == 500 && plain.billingPeriod == "day")
    let own = try await task {
      $0.billingRate = 70
      $0.billingPeriod = "hour"
    }
    #expect(own.billingRate == 70 && own.billingPeriod == "hour")
    let hourly = try await task { $0.billingPeriod = "hour" }
    #expect(hourly.billingRate == ExactDecimal("62.5") && hourly.billingPeriod == "hour")
    let free = try await task { $0.billingRate = 0 }
    #expect(free.billingRate == 0)
    try await spend(4, on: plain)
    let invoice = FreeAgent.Invoice {
      $0.contact = link(1)
      $0.project = shop.url
      $0.datedOn = Day("2026-09-20")
      $0.paymentTermsInDays = 14
      $0.includeTimeslips = "billed_grouped_by_timeslip_task"
    }
    #expect(try await test.send(FreeAgent.Create(invoice)).netValue == 250)
  }

  @Test func `a later price of a project is that of later tasks`() async throws {
    let earlier = try await task()
    let project = FreeAgent.Identifier<FreeAgent.Project>(try shop.number)
    try await test.send(
      FreeAgent.Update(project, FreeAgent.Project { $0.normalBillingRate = 600 }))
    let later = try await task()
    #expect(later.billingRate == 600)
    let id = FreeAgent.Identifier<FreeAgent.ProjectTask>(try earlier.number)
    var change = FreeAgent.ProjectTask { $0.name = "Racks" }
    let renamed = try await test.send(FreeAgent.Update(id, change))
    #expect(renamed?.name == "Racks" && renamed?.billingRate == 500)
    change.setNull(\.billingRate)
    let emptied = try await test.send(FreeAgent.Update(id, change))
    #expect(emptied?.billingRate == 600 && emptied?.billingPeriod == "day")
  }

  /// Answers a new invoice for time; the members that it has besides are JSON.
  private func reply(_ members: String) async -> BooksReply {
    await test.reply(
      .post, "/v2/invoices",
      body: #"{"invoice":{"contact":1,"dated_on":"2026-09-20","payment_terms_in_days":14,"#
        + #""include_timeslips":"billed_grouped_by_timeslip_task"\#(members)}}"#)
  }

  @Test func `an invoice bills all projects that its body names`() async throws {
    try await spend(8, on: try await task())
    let number = try shop.number
    let made = await reply(#","project_ids":[1,"\#(number)"]"#)
    #expect(made.status == 201)
    let invoice = try FreeAgent.Invoice(from: made.body, key: FreeAgent.Invoice.key)
    #expect(invoice.project?.id?.description == "1")
    // The first two are the sample’s.
    #expect(invoice.invoiceItems?.compactMap(\.description) == ["Design", "Meetings", "Shelves"])
    // 13 hours at £75, two at £60, and a day.
    #expect(invoice.netValue == 1595)
    test.expectInOrder()
  }

  @Test func `a project that an invoice has is billed with those that its body names`()
    async throws
  {
    try await spend(8, on: try await task())
    let number = try shop.number
    let made = await reply(#","project":\#(number),"project_ids":[1]"#)
    let invoice = try FreeAgent.Invoice(from: made.body, key: FreeAgent.Invoice.key)
    #expect(invoice.project?.id == shop.url?.id)
    #expect(invoice.invoiceItems?.count == 3)
  }

  @Test(
    arguments: [
      ("", "Project can't be blank"), (#","project_ids":[]"#, "Project can't be blank"),
      (#","project_ids":[1,99]"#, "Project ids not found"),
      (#","project_ids":[1,2]"#, "Project must belong to the contact"),
      (#","project_ids":7"#, "Project ids is not valid"),
    ])
  func `projects that cannot be billed are refused`(members: String, words: String) async {
    let refused = await reply(members)
    #expect(refused.status == 422)
    let failure = FreeAgent.Failure(status: 422, retryAfter: nil, body: refused.body)
    #expect(failure.sentences == [words])
    test.expectInOrder()
  }
}
