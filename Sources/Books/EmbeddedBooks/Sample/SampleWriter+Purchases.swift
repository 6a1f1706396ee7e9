import Books
import Days
import FreeAgentAPI
import GRDB
import Money

extension SampleWriter {
  func writeProjects() throws {
    let projects: [(Int64, String, String, FreeAgent.ProjectStatus)] = [
      (1, "Brightwater website", "GBP", .active), (3, "Lyon festival", "EUR", .active),
      (2, "Northgate signs", "GBP", .completed),
    ]
    for (contact, name, currency, status) in projects {
      let project = FreeAgent.Project {
        $0.contact = ledger.link(contact)
        $0.name = name
        $0.currency = currency
        $0.status = status
        $0.budget = FreeAgent.BareNumber(0)
        $0.budgetUnits = "Hours"
        $0.normalBillingRate = 65
        $0.billingPeriod = "hour"
      }
      _ = try books(200).add(project)
    }
    try books(200).add(
      FreeAgent.StockItem { $0.description = "Brand book, printed" }, quantity: 40,
      category: "101")
  }

  /// Bills of a printer: open, overdue, and one that is to be paid back.
  func writeBills() throws {
    let bills = [
      (12, "INK-2204", "186.00", "Flyers"), (50, "INK-2117", "96.00", "Business cards"),
      (20, "INK-2190", "-24.00", "Flyers that came back"),
    ]
    for (daysAgo, reference, total, text) in bills {
      _ = try books(daysAgo).add(
        FreeAgent.Bill {
          $0.contact = ledger.link(Int64(6))
          $0.reference = reference
          $0.datedOn = day(daysAgo)
          $0.dueOn = day(daysAgo).adding(days: 30)
          if variant == .landlord { $0.property = ledger.link(Int64(1)) }
          $0.billItems = [
            FreeAgent.BillItem {
              $0.category = ledger.link("103")
              $0.description = text
              $0.totalValue = number(total)
              if isRegistered, !reclaimsVAT { $0.salesTaxStatus = .outOfScope }
            }
          ]
        })
    }
  }

  /// Expenses of each kind of category, one that was billed to a customer, and a year of driving.
  func writeExpenses() throws {
    let owner = Caller(id: 1, level: .full)
    let claims: [(Int, Int64, String, String, String)] = [
      (38, 1, "365", "-84.20", "Train to London"), (27, 4, "285", "-12.34", "Lunch at the fair"),
      (24, 1, "103", "-58.00", "Paper for proofs"), (22, 1, "602", "-340.00", "Drawing desk"),
      (6, 4, "277", "-9.99", "Sketchbooks"),
    ]
    for (daysAgo, user, category, value, text) in claims {
      _ = try books(daysAgo).add(
        claim(daysAgo, user, text) {
          $0.category = ledger.link(category)
          $0.grossValue = number(value)
        }, by: owner)
    }
    _ = try books(19).add(
      claim(19, 1, "Brand books") {
        $0.category = ledger.link("609")
        $0.grossValue = number("-200.00")
        $0.stockItem = ledger.link(Int64(1))
        $0.stockAlteringQuantity = 10
      }, by: owner)
    _ = try books(9).add(
      claim(9, 1, "Photo licence") {
        $0.category = ledger.link("269")
        $0.grossValue = number("-36.00")
        $0.project = ledger.link(Int64(1))
      }, by: owner)
    try ledger.rebill("billed_grouped_by_expense", of: [1], on: 7)
    try writeMileage(by: owner)
  }

  /// The director has driven 9,950 miles in this tax year.
  private func writeMileage(by owner: Caller) throws {
    let first = TaxYear(of: ledger.today)?.days?.lowerBound ?? ledger.today
    _ = try ledger.add(
      FreeAgent.Expense {
        $0.user = ledger.link(Int64(1))
        $0.category = .mileage
        $0.datedOn = max(first, day(30))
        $0.description = "Visits to customers"
        $0.mileage = 9950
        $0.vehicleType = .car
        $0.engineType = .petrol
        $0.engineSize = "1401-2000cc"
        $0.reclaimMileage = 1
        $0.haveVATReceipt = false
        if variant == .landlord { $0.property = ledger.link(Int64(1)) }
      }, by: owner)
  }

  private func claim(
    _ daysAgo: Int, _ user: Int64, _ text: String, _ build: (inout FreeAgent.Expense) -> Void
  ) -> FreeAgent.Expense {
    FreeAgent.Expense {
      $0.user = ledger.link(user)
      $0.datedOn = day(daysAgo)
      $0.description = text
      if !reclaimsVAT { $0.salesTaxStatus = .outOfScope }
      if variant == .landlord { $0.property = ledger.link(Int64(1)) }
      build(&$0)
    }
  }
}
