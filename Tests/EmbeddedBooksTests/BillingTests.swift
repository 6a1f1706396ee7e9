import BooksTestSupport
import Days
import EmbeddedBooks
import FreeAgentAPI
import Money
import Testing

/// Time and costs that are billed on invoices, and stay billed as long as their lines are there.
struct BillingTests {
  private func makeTask(
    _ name: String, rate: ExactDecimal, period: String = "hour", isBillable: Bool = true,
    in test: TestBooks
  ) async throws -> FreeAgent.ProjectTask {
    try await test.send(
      FreeAgent.Create(
        FreeAgent.ProjectTask {
          $0.project = link(1)
          $0.name = name
          $0.billingRate = rate
          $0.billingPeriod = period
          $0.isBillable = isBillable
        }))
  }

  @discardableResult
  private func spend(
    _ hours: ExactDecimal, on task: FreeAgent.ProjectTask, _ day: String, in test: TestBooks
  ) async throws -> FreeAgent.Timeslip {
    try await test.send(
      FreeAgent.Create(
        FreeAgent.Timeslip {
          $0.user = link(1)
          $0.project = link(1)
          $0.task = task.url
          $0.datedOn = .init(day)
          $0.hours = hours
        }))
  }

  private func invoice(
    _ build: (inout FreeAgent.Invoice) -> Void
  ) -> FreeAgent.Create<FreeAgent.Invoice> {
    FreeAgent.Create(
      FreeAgent.Invoice {
        $0.contact = link(1)
        $0.project = link(1)
        $0.datedOn = Day("2026-09-20")
        $0.paymentTermsInDays = 14
        build(&$0)
      })
  }

  /// Two hours of drawing, three of advice on the same day, and a day of printing.
  private func books() async throws -> TestBooks {
    let test = try TestBooks()
    // The sample has time of its own.
    for slip in try await test.all(.init { $0.view = .unbilled }, FreeAgent.Timeslip.self) {
      try await test.send(FreeAgent.Delete<FreeAgent.Timeslip>(.init(try slip.number)))
    }
    let drawing = try await makeTask("Drawing", rate: 80, in: test)
    let advice = try await makeTask("Advice", rate: 100, in: test)
    let printing = try await makeTask("Printing", rate: 400, period: "day", in: test)
    let tea = try await makeTask("Tea", rate: 80, isBillable: false, in: test)
    try await spend(2, on: drawing, "2026-09-16", in: test)
    try await spend(1, on: drawing, "2026-09-17", in: test)
    try await spend(3, on: advice, "2026-09-17", in: test)
    try await spend(8, on: printing, "2026-09-18", in: test)
    try await spend(1, on: tea, "2026-09-18", in: test)
    // After the invoice.
    try await spend(5, on: drawing, "2026-09-21", in: test)
    return test
  }

  @Test(arguments: [
    (
      "billed_grouped_by_timeslip_task", ["Drawing", "Advice", "Printing"],
      ["3", "3", "1"], ["80", "100", "400"]
    ),
    (
      "billed_grouped_by_timeslip_date", ["16 Sep 26", "17 Sep 26", "18 Sep 26"],
      ["2", "1", "1"], ["80", "380", "400"]
    ),
    ("billed_grouped_by_single_timeslip", ["Brightwater website"], ["1"], ["940"]),
    (
      "billed_grouped_by_timeslip",
      [
        "16 Sep 26: Drawing", "17 Sep 26: Drawing", "17 Sep 26: Advice", "18 Sep 26: Printing",
      ],
      ["2", "1", "3", "1"], ["80", "80", "100", "400"]
    ),
  ])
  func `time is billed in groups, up to the day of the invoice`(
    word: String, titles: [String], quantities: [String], prices: [String]
  ) async throws {
    let test = try await books()
    let made = try await test.send(invoice { $0.includeTimeslips = word })
    let items = try #require(made.invoiceItems)
    #expect(items.compactMap(\.description) == titles)
    #expect(items.compactMap { $0.quantity?.description } == quantities)
    #expect(items.compactMap { $0.price?.description } == prices)
    #expect(made.netValue == 940)
    let slips: [FreeAgent.Timeslip] = try await test.all()
    #expect(slips.filter { $0.billedOnInvoice == made.url }.count == 4)
    let unbilled: [FreeAgent.Timeslip] = try await test.all(.init { $0.view = .unbilled })
    #expect(unbilled.map(\.hours) == [5, 1])
  }

  @Test func `time is billed once, and unbilled with its line or its invoice`() async throws {
    let test = try await books()
    let new = invoice { $0.includeTimeslips = "billed_grouped_by_timeslip_task" }
    let made = try await test.send(new)
    #expect(try await test.send(new).invoiceItems == [])
    let slips: [FreeAgent.Timeslip] = try await test.all()
    let billed = try #require(slips.first { $0.billedOnInvoice != nil })
    let slip = FreeAgent.Identifier<FreeAgent.Timeslip>(try billed.number)
    let change = FreeAgent.Update(slip, FreeAgent.Timeslip { $0.hours = 1 })
    #expect(try await test.refusal(of: change).status == 422)
    #expect(try await test.refusal(of: FreeAgent.Delete(slip)).status == 422)
    #expect(try await test.refusal(of: FreeAgent.StartTimer(slip)).status == 422)
    // The line of the drawing is taken away, and its two timeslips are free again.
    let item = try #require(made.invoiceItems?.first?.url?.id.flatMap { Int($0.description) })
    let id = FreeAgent.Identifier<FreeAgent.Invoice>(try made.number)
    try await test.send(
      FreeAgent.Update(
        id,
        FreeAgent.Invoice {
          $0.invoiceItems = [
            .init {
              $0.id = item
              $0.isDestroyed = .number(1)
            }
          ]
        }))
    func unbilled() async throws -> Int {
      try await test.all(.init { $0.view = .unbilled }, FreeAgent.Timeslip.self).count
    }
    #expect(try await unbilled() == 4)
    // A change may bill as well.
    let again = FreeAgent.Invoice { $0.includeTimeslips = "billed_grouped_by_timeslip" }
    #expect(try await test.send(FreeAgent.Update(id, again))?.netValue == 940)
    try await test.send(FreeAgent.Delete(id))
    #expect(try await unbilled() == 6)
  }

  @Test func `the sample has time that is billed, and time that waits to be`() async throws {
    let test = try TestBooks()
    let slips: [FreeAgent.Timeslip] = try await test.all()
    #expect(slips.map(\.hours) == [2, 7, 6, 8, 8])
    let first: FreeAgent.Link<FreeAgent.Invoice> = link(3)
    #expect(slips.map { $0.billedOnInvoice == first } == [false, false, false, true, true])
    #expect(try await test.get(3, FreeAgent.Invoice.self).netValue == 1200)
    let made = try await test.send(
      invoice { $0.includeTimeslips = "billed_grouped_by_timeslip_task" })
    #expect(made.invoiceItems?.map(\.description) == ["Design", "Meetings"])
    #expect(made.netValue == 1095)
  }

  @Test func `what cannot be billed is refused`() async throws {
    let test = try await books()
    let unknown = invoice { $0.includeTimeslips = "all" }
    #expect(
      try await test.refusal(of: unknown).messages(about: "include_timeslips")
        == ["is not included in the list"])
    let nowhere = invoice {
      $0.project = nil
      $0.includeTimeslips = "billed_grouped_by_timeslip"
    }
    #expect(
      try await test.refusal(of: nowhere).messages(about: "project") == ["can't be blank"])
  }

  @Test(arguments: ["include_timeslips", "include_expenses", "include_estimates"])
  func `an unknown word for what is billed is refused`(name: String) async throws {
    let test = try TestBooks()
    let unknown = invoice { $0.members[name] = .text("rubbish") }
    #expect(
      try await test.refusal(of: unknown).messages(about: name) == ["is not included in the list"])
  }

  @Test func `costs are billed up to the day of the invoice`() async throws {
    let test = try TestBooks()
    let taxi = FreeAgent.Expense {
      $0.user = link(1)
      $0.category = link("365")
      $0.datedOn = .init("2026-09-19")
      $0.description = "Taxi"
      $0.grossValue = -12
      $0.project = link(1)
    }
    try await test.send(FreeAgent.Create(taxi))
    for (day, count) in [("2026-09-15", 0), ("2026-09-19", 1)] {
      let made = try await test.send(
        invoice {
          $0.datedOn = Day(day)
          $0.includeExpenses = "billed_grouped_by_expense"
        })
      #expect(made.invoiceItems?.count == count, "\(day)")
    }
  }

  /// An estimate of two drawings with VAT and a book without, less a tenth of it.
  private func estimate(
    _ reference: String, _ status: FreeAgent.EstimateStatus
  ) -> FreeAgent.Create<FreeAgent.Estimate> {
    FreeAgent.Create(
      FreeAgent.Estimate {
        $0.contact = link(1)
        $0.project = link(1)
        $0.reference = reference
        $0.status = status
        $0.estimateType = .quote
        $0.datedOn = Day("2026-09-18")
        $0.currency = "GBP"
        $0.discountPercent = 10
        $0.estimateItems = [
          .init {
            $0.itemType = .noUnit
            $0.description = "Drawings"
            $0.quantity = 2
            $0.price = 100
          },
          .init {
            $0.itemType = .products
            $0.description = "Book"
            $0.quantity = 1
            $0.price = 100
            $0.salesTaxRate = 0
          },
        ]
      })
  }

  @Test(
    arguments: [
      ("billed_grouped_by_estimate", ["Drawings", "Book"], [2, 1], [90, 90]),
      ("billed_grouped_by_single_estimate", ["Estimate Q-1", "Estimate Q-1"], [1, 1], [180, 90]),
    ] as [(String, [String], [ExactDecimal], [ExactDecimal])])
  func `estimates are billed once, with the VAT that they have`(
    word: String, titles: [String], quantities: [ExactDecimal], prices: [ExactDecimal]
  ) async throws {
    let test = try TestBooks()
    let approved = try await test.send(estimate("Q-1", .approved))
    let draft = try await test.send(estimate("Q-2", .draft))
    let new = invoice { $0.includeEstimates = word }
    let made = try await test.send(new)
    let items = try #require(made.invoiceItems)
    #expect(items.compactMap(\.description) == titles)
    #expect(items.compactMap(\.quantity) == quantities)
    #expect(items.compactMap(\.price) == prices)
    #expect(items.map(\.salesTaxRate) == [20, 0])
    #expect(items.first?.itemType == nil)
    #expect(made.netValue == 270 && made.totalValue == 306)
    let after = try await test.get(try approved.number, FreeAgent.Estimate.self)
    #expect(after.status == .invoiced && after.invoice == made.url)
    #expect(after.totalValue == made.totalValue)
    #expect(try await test.get(try draft.number, FreeAgent.Estimate.self).status == .draft)
    #expect(try await test.send(new).invoiceItems == [])
    try await test.send(FreeAgent.Delete<FreeAgent.Invoice>(.init(try made.number)))
    #expect(try await test.get(try approved.number, FreeAgent.Estimate.self).status == .approved)
  }

  @Test func `an estimate without units becomes an invoice`() async throws {
    let test = try TestBooks()
    let made = try await test.send(estimate("Q-1", .open))
    let invoice = try await test.send(FreeAgent.ConvertToInvoice(.init(try made.number)))
    #expect(invoice?.totalValue == 306)
    #expect(invoice?.invoiceItems?.map(\.itemType) == [nil, .products])
  }

  @Test func `bills and bank entries are billed like expenses, and locked`() async throws {
    let test = try TestBooks()
    func bill(_ type: FreeAgent.RebillType?) async throws -> FreeAgent.Bill {
      try await test.send(
        FreeAgent.Create(
          FreeAgent.Bill {
            $0.contact = link(6)
            $0.reference = "INK-4001"
            $0.datedOn = .init("2026-09-18")
            $0.dueOn = .init("2026-10-18")
            $0.project = link(1)
            $0.rebillType = type
            $0.rebillFactor = 10
            $0.billItems = [
              FreeAgent.BillItem {
                $0.category = link("103")
                $0.description = "Paper"
                $0.totalValue = 120
              }
            ]
          }))
    }
    let rebilled = try await bill(.markup)
    let linked = try await bill(nil)
    let entry = try await test.send(
      FreeAgent.Create(
        FreeAgent.BankTransactionExplanation {
          $0.bankAccount = link(1)
          $0.datedOn = .init("2026-09-19")
          $0.grossValue = -60
          $0.category = link("285")
          $0.salesTaxRate = 20
          $0.description = "Lunch at the printer’s"
          $0.project = link(1)
          $0.rebillType = .cost
        }))
    let made = try await test.send(
      invoice { $0.includeExpenses = "billed_grouped_by_expense" })
    #expect(made.invoiceItems?.map(\.description) == ["INK-4001", "Lunch at the printer’s"])
    #expect(made.invoiceItems?.map(\.price) == [110, 50])
    #expect(made.invoiceItems?.map(\.itemType) == [.bills, .expenses])
    let billID = FreeAgent.Identifier<FreeAgent.Bill>(try rebilled.number)
    let locked = try await test.send(FreeAgent.Get(billID))
    #expect(locked.rebilledOnInvoiceItem == made.url && locked.isLocked == true)
    #expect(try await test.get(try linked.number, FreeAgent.Bill.self).isLocked == false)
    #expect(try await test.refusal(of: FreeAgent.Delete(billID)).status == 422)
    let entryID = FreeAgent.Identifier<FreeAgent.BankTransactionExplanation>(try entry.number)
    #expect(try await test.send(FreeAgent.Get(entryID)).isLocked == true)
    #expect(try await test.refusal(of: FreeAgent.Delete(entryID)).status == 422)
    try await test.send(FreeAgent.Delete<FreeAgent.Invoice>(.init(try made.number)))
    #expect(try await test.send(FreeAgent.Get(billID)).isLocked == false)
    try await test.send(FreeAgent.Delete(entryID))
  }

  @Test(arguments: [
    ("2026-09-20", "due today"), ("2026-09-21", "due in 1 day"), ("2026-10-11", "due in 21 days"),
    ("2026-10-20", "due in about 1 month"), ("2026-11-08", "due in about 2 months"),
    ("2027-01-20", "due in 4 months"), ("2027-10-20", "due in about 1 year"),
    ("2028-04-20", "due in over 1 year"), ("2028-08-20", "due in almost 2 years"),
  ])
  func `a bill says when it is due`(due: String, words: String) async throws {
    let test = try TestBooks()
    let made = try await test.send(
      FreeAgent.Create(
        FreeAgent.Bill {
          $0.contact = link(6)
          $0.reference = "INK-5001"
          $0.datedOn = .init("2026-09-18")
          $0.dueOn = .init(due)
          $0.billItems = [
            FreeAgent.BillItem {
              $0.category = link("103")
              $0.totalValue = 12
            }
          ]
        }))
    #expect(made.longStatus == "Open - \(words)")
  }

  @Test func `a paid invoice says when it was paid`() async throws {
    let test = try TestBooks()
    #expect(try await test.get(1, FreeAgent.Invoice.self).longStatus == "Paid on – 18 Jul 26")
  }
}
