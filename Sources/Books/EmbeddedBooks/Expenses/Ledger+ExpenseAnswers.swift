import Days
import FreeAgentAPI
import GRDB
import Money

extension Ledger {
  func expense(_ row: Row) throws -> Expense {
    let currency = row.currency
    let native = try companyFacts().currency
    return try Expense(details: row) { expense in
      expense.url = link(row["id"] as Int64)
      expense.user = link(row["user"] as Int64)
      expense.category = try categoryLink(row["category"], asset: row["capitalAsset"])
      expense.datedOn = row.day("day")
      expense.currency = currency.code
      expense.grossValue = row.amount("gross", currency)
      expense.nativeGrossValue = row.amount("nativeGross", native)
      expense.salesTaxValue = row.amount("tax", currency)
      expense.nativeSalesTaxValue = row.amount("nativeTax", native)
      expense.salesTaxStatus = expense.salesTaxStatus ?? .taxable
      expense.property = link(row["property"])
      expense.project = link(row["project"])
      expense.rebillToProject = link(row["project"])
      expense.rebilledOnInvoice = try billingInvoice(of: row)
      expense.capitalAsset = link(row["capitalAsset"])
      expense.stockItem = link(row["stockItem"])
      expense.stockAlteringQuantity = row["stockQuantity"]
      if let item = row["stockItem"] as Int64? {
        expense.stockItemDescription = try stockItem(item).description
      }
      if let attachment = row["attachment"] as Int64? {
        expense.attachment = try self.attachment(attachment)
      }
      if let word = row["recurring"] as String? {
        expense.recurring = FreeAgent.Recurrence(rawValue: word)
        expense.nextRecursOn = expense.recurring.flatMap { Recurring($0) }
          .flatMap { next in expense.datedOn.flatMap { next.next(after: $0) } }
      }
      if let miles = row["miles"] as String? {
        expense.mileage = ExactDecimal(miles)
        expense.vehicleType = FreeAgent.VehicleType(rawValue: row["vehicle"])
        expense.reclaimMileage = row["isReclaimed"] ? 1 : 0
      }
      expense.createdAt = row.time("createdAt")
      expense.updatedAt = row.time("updatedAt")
    }
  }
}
