import Books
import FreeAgentAPI
import Money

extension ExpenseContents {
  /// The expense as the API has it.
  func expense(at root: FreeAgent.Root) -> FreeAgent.Expense {
    FreeAgent.Expense { made in
      made.user = claimant.link(at: root)
      made.datedOn = day
      made.description = description
      made.receiptReference = reference
      made.project = project?.link(at: root)
      made.property = property?.link(at: root)
      if let journey {
        made.category = .mileage
        set(journey, of: &made)
      } else {
        made.category = category.flatMap { BookID<FreeAgent.Category>($0.description) }?.link(
          at: root)
        made.currency = amount?.currency.code
        made.grossValue = amount.map { ExactDecimal($0) }
        made.ecStatus = ecStatus.map { FreeAgent.ECStatus(rawValue: $0.rawValue) }
        made.rebillType = rebilling.map { FreeAgent.RebillType(rawValue: $0.rawValue) }
        made.rebillFactor = rebillFactor
        made.stockItem = stock?.link(at: root)
        made.stockAlteringQuantity = quantity
        made.recurring = recurring.map { FreeAgent.Recurrence(rawValue: $0) }
        made.recurringEndDate = recurringEnd
        set(vat, of: &made)
      }
    }
  }

  private func set(_ journey: Journey, of made: inout FreeAgent.Expense) {
    made.mileage = journey.miles
    made.vehicleType = FreeAgent.VehicleType(rawValue: journey.vehicle.rawValue)
    made.reclaimMileage = journey.isReclaimed ? 1 : 0
    made.haveVATReceipt = journey.hasReceipt
    made.engineType = journey.engine.map { FreeAgent.EngineType(rawValue: $0) }
    made.engineSize = journey.size
    made.rebillMileageRate = journey.rebillRate
    if project != nil { made.rebillType = .cost }
  }

  private func set(_ vat: ExplanationContents.VAT?, of made: inout FreeAgent.Expense) {
    switch vat {
    case .rate(let percent): made.salesTaxRate = .percentage(percent)
    case .amount(let amount): made.manualSalesTaxAmount = ExactDecimal(amount)
    case .untaxed(let treatment):
      made.salesTaxStatus = treatment == .exempt ? .exempt : .outOfScope
    case nil: break
    }
  }
}
