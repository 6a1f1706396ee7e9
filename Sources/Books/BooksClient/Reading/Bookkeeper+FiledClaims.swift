import Books
import Days
public import FreeAgentAPI
import Money
import ServiceBasics

/// Claims that are to be changed.
extension Bookkeeper {
  /// A claim with all that a form needs to change it; nil if it is no longer there.
  ///
  /// - Throws: a ``BooksError``.
  public func filedClaim(_ id: BookID<FreeAgent.Expense>) async throws -> FiledClaim? {
    do {
      let record = try await ask(FreeAgent.Get(id.identifier))
      let company = try await company()
      guard let expense = BookExpense(record, native: company.currency) else {
        throw BooksError(.unreadable, cause: .incomplete("the expense has no day or no amount"))
      }
      let rules = try await rules(of: record)
      let rate = record.reclaimMileage == 1 ? record.reclaimMileageRate : nil
      return FiledClaim(
        expense: expense, contents: ExpenseContents(record, of: company, by: rules),
        isBilled: record.rebilledOnInvoice != nil, rate: rate,
        rateChange: rules?.change(of: rate, in: expense),
        usesKilometres: company.usesKilometres)
    } catch let error as BooksError where error.code == .gone {
      return nil
    }
  }

  /// What the service pays for miles; nil if an expense is no journey.
  func rules(of record: FreeAgent.Expense) async throws -> MileageRules? {
    record.mileage == nil ? nil : try await mileageRules()
  }
}

extension MileageRules {
  /// How the rate of a journey's day has changed since the journey was paid with another; nil if it has not.
  fileprivate func change(
    of rate: ExactDecimal?, in expense: BookExpense
  ) -> FiledClaim.RateChange? {
    guard let rate, let vehicle = expense.journey?.vehicle,
      let now = firstRate(of: vehicle, on: expense.day), now != rate
    else { return nil }
    return FiledClaim.RateChange(was: rate, now: now)
  }
}

// MARK: - The answers that would make it

extension ExpenseContents {
  /// Reads what an expense has; nil if it lacks what it must have, or has what no form asks for.
  ///
  /// - Parameters:
  ///   - record: the expense.
  ///   - company: the company.
  ///   - rules: what the service pays for miles; nil if the expense is no journey.
  init?(_ record: FreeAgent.Expense, of company: BookCompany, by rules: MileageRules?) {
    guard let claimant = BookID(record.user), let day = record.datedOn else { return nil }
    self.init(of: claimant, on: day, record.description ?? "")
    project = BookID(record.project ?? record.rebillToProject)
    property = BookID(record.property)
    guard record.mileage == nil else {
      let journey = Journey(
        record, in: company.distanceUnit, isBilled: project != nil, rules)
      guard let journey else { return nil }
      self.journey = journey
      return
    }
    let currency = record.currency.flatMap { Currency(code: $0) } ?? company.currency
    guard let amount = record.grossValue?.money(in: currency) else { return nil }
    self.amount = amount
    category = record.category?.id.flatMap { NominalCode($0.description) }
    ecStatus = record.ecStatus.flatMap { ECStatus(rawValue: $0.rawValue) }
    reference = record.receiptReference.flatMap { $0.isEmpty ? nil : $0 }
    stock = BookID(record.stockItem)
    quantity = record.stockAlteringQuantity
    if project != nil {
      rebilling = record.rebillType.flatMap { ExplanationDraft.Rebilling(rawValue: $0.rawValue) }
      rebillFactor = rebilling == .cost ? nil : record.rebillFactor
    }
    recurring = record.recurring?.rawValue
    recurringEnd = recurring == nil ? nil : record.recurringEndDate
    vat = readVAT(of: record, amount, company)
  }

  /// The VAT of an expense; nil if nothing is said about it.
  ///
  /// A rate that a form does not offer is the amount that it comes to. What was claimed without any VAT is
  /// outside the scope.
  private func readVAT(
    of record: FreeAgent.Expense, _ amount: Money, _ company: BookCompany
  ) -> ExplanationContents.VAT? {
    guard company.taxation.contains(day) else { return nil }
    func told(_ value: ExactDecimal?) -> ExplanationContents.VAT? {
      value?.magnitude.money(in: company.currency).map { .amount(value: $0) }
    }
    guard amount.currency == company.currency else {
      let value = record.manualSalesTaxAmount ?? record.nativeSalesTaxValue
      return value?.isZero == false ? told(value) : nil
    }
    if record.salesTaxStatus == .exempt { return .untaxed(as: .exempt) }
    if record.salesTaxStatus == .outOfScope { return .untaxed(as: .outsideTheScope) }
    if let value = record.manualSalesTaxAmount { return told(value) }
    let value = record.salesTaxValue?.money(in: amount.currency)
    if case .percentage(let percent) = record.salesTaxRate {
      let supply = SupplyVAT(of: ecStatus, isSale: isSale, usual: nil, on: day)
      let rate = supply.told(
        percent, comingTo: value, in: amount, among: company.vatChoices(on: day))
      if let rate { return rate }
    }
    return told(record.salesTaxValue) ?? .untaxed(as: .outsideTheScope)
  }
}

extension ExpenseContents.Journey {
  /// Reads a journey in a unit; nil if its vehicle is of a new kind.
  ///
  /// A rate for the customer that is the service's own is not told.
  fileprivate init?(
    _ record: FreeAgent.Expense, in unit: DistanceUnit, isBilled: Bool, _ rules: MileageRules?
  ) {
    guard let distance = record.mileage.flatMap({ try? unit.distance(ofMiles: $0) }),
      let day = record.datedOn,
      let vehicle = record.vehicleType.flatMap({ Vehicle(rawValue: $0.rawValue) })
    else { return nil }
    self.init(
      distance: distance, in: unit, vehicle: vehicle, isReclaimed: record.reclaimMileage == 1)
    hasReceipt = record.haveVATReceipt ?? false
    if vehicle != .bicycle {
      engine = record.engineType?.rawValue
      size = record.engineSize
    }
    if isBilled, record.rebillMileageRate != rules?.firstRate(of: vehicle, on: day) {
      rebillRate = record.rebillMileageRate
    }
  }
}

extension ExpenseContents {
  /// Whether contents that were read from the books can be what came of these: what these leave to the
  /// service may be anything.
  func canHaveBecome(_ read: ExpenseContents) -> Bool {
    var expected = self
    expected.vat = vat ?? read.vat
    expected.ecStatus = ecStatus ?? read.ecStatus
    if project != nil { expected.rebilling = rebilling ?? read.rebilling }
    expected.journey?.isOnFlatRate = nil
    expected.journey?.engine = journey?.engine ?? read.journey?.engine
    expected.journey?.size = journey?.size ?? read.journey?.size
    expected.journey?.rebillRate = journey?.rebillRate ?? read.journey?.rebillRate
    return expected == read
  }
}
