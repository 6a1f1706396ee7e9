import Books
import Days
import FreeAgentAPI
import GRDB
import Money

/// An expense that is asked for, with its addresses looked up.
struct ExpenseInput {
  var record: FreeAgent.Expense
  let user: Int64
  let category: CategoryFacts
  let day: Day
  let currency: Currency
  let native: Currency
  let project: Int64?
  let property: Int64?
  let stockItem: Int64?
  /// The journey; nil if it is no mileage.
  let journey: Journey?

  var isReclaimed: Bool { journey != nil && record.reclaimMileage == 1 }
}

extension Ledger {
  /// Looks up what a body names.
  ///
  /// - Throws: 422 with all that is wrong.
  func resolve(_ record: FreeAgent.Expense) throws -> ExpenseInput {
    let company = try companyFacts()
    var texts: [String] = []
    let user = try id(record.user, in: .user)
    let isMileage = record.category == .mileage || record.category?.id?.description == "249"
    let category = try isMileage ? category(code: "249") : category(record.category)
    if user == nil { texts.append("user can't be blank") }
    if category == nil { texts.append("category can't be blank") }
    texts += unreadable(record)
    let journey = isMileage ? try journey(of: record, company, &texts) : nil
    if let problem = valueProblem(of: record, isMileage: isMileage) { texts.append(problem) }
    let currency = record.currency.map { Currency(code: $0) } ?? company.currency
    if currency == nil { texts.append("currency is not included in the list") }
    let property = try lookUp(record.property, "property", in: .property)
    // What a landlord keeps for years belongs to no property.
    if company.kind == .landlord, property == nil, category?.code.group != .capitalAsset {
      texts.append("property can't be blank")
    }
    if let category, !category.isOfPurchases { texts.append("category can't be used for expenses") }
    texts += problems(of: record, on: record.datedOn, company)
    guard texts.isEmpty, let user, let category, let currency, let day = record.datedOn else {
      throw FreeAgent.Failure.unprocessable(texts)
    }
    let input = ExpenseInput(
      record: record, user: user, category: category, day: day, currency: currency,
      native: company.currency, project: try lookUp(record.project, "project", in: .project),
      property: property,
      stockItem: try lookUp(record.stockItem, "stock_item", in: .stockItem), journey: journey)
    try requireStock(of: input)
    return input
  }

  /// What cannot be read of the members that are not looked at by themselves.
  private func unreadable(_ record: FreeAgent.Expense) -> [String] {
    let passing: Set = ["user", "category", "mileage", "vehicle_type", "gross_value", "currency"]
    do {
      try record.validate(isNew: true, passing: passing)
      return []
    } catch {
      return (error as? FreeAgent.Failure)?.sentences ?? []
    }
  }

  /// What is wrong with the value of a claim, which mileage can do without.
  private func valueProblem(of record: FreeAgent.Expense, isMileage: Bool) -> String? {
    guard record.grossValue == nil else { return nil }
    guard [nil, .null].contains(record.members["gross_value"]) else {
      return "gross_value is not a number"
    }
    return isMileage ? nil : "gross_value can't be blank"
  }

  private func problems(
    of record: FreeAgent.Expense, on day: Day?, _ company: CompanyFacts
  ) -> [String] {
    var texts: [String] = []
    if let day, let begin = company.booksBegin, day < begin {
      texts.append("dated_on must be on or after \(begin)")
    }
    if let day, let through = company.accountsLockedThrough, day <= through {
      texts.append("dated_on must be after \(through), up to which the accounts are locked")
    }
    if let status = record.ecStatus, let day {
      let known = ECStatus(rawValue: status.rawValue)
      if known == nil || known == .moss {
        texts.append("ec_status is not included in the list")
      } else if known?.isValid(on: day, inNorthernIreland: company.isInNorthernIreland) == false {
        texts.append("ec_status “\(status)” is not valid for this date")
      }
    }
    if let recurring = record.recurring, Recurring(recurring) == nil {
      texts.append("recurring is not included in the list")
    }
    let types: [FreeAgent.RebillType] = [.cost, .markup, .price]
    if let type = record.rebillType, !types.contains(type) {
      texts.append("rebill_type is not included in the list")
    }
    if [.markup, .price].contains(record.rebillType), record.rebillFactor == nil {
      texts.append("rebill_factor can't be blank")
    }
    return texts
  }

  private func requireStock(of input: ExpenseInput) throws {
    guard input.category.code.number == 609 else { return }
    guard input.stockItem != nil else {
      throw FreeAgent.Failure.unprocessable("stock_item can't be blank")
    }
    _ = try stockQuantity(input.record.stockAlteringQuantity)
  }

  /// A quantity that stock changes by.
  ///
  /// - Throws: 422 if there is none, or it is more than anybody has in stock.
  func stockQuantity(_ quantity: Int?) throws -> Int {
    guard let quantity else { throw FreeAgent.Failure.blank("stock_altering_quantity") }
    guard 1...1_000_000 ~= quantity.magnitude else {
      throw FreeAgent.Failure.invalid("stock_altering_quantity", "is not valid")
    }
    return quantity
  }

  private func journey(
    of record: FreeAgent.Expense, _ company: CompanyFacts, _ texts: inout [String]
  ) throws -> Journey? {
    if record.mileage == nil { texts.append("mileage is not a number") }
    if let miles = record.mileage {
      if miles.isNegative || miles.isZero { texts.append("mileage must be greater than 0") }
      if miles > 100_000 { texts.append("mileage must be less than or equal to 100000") }
    }
    let vehicle = record.vehicleType.flatMap { Vehicle(rawValue: $0.rawValue) }
    if vehicle?.isAllowed(in: company.kind) != true {
      texts.append("vehicle_type is unrecognised")
    }
    guard let day = record.datedOn, let vehicle, let miles = record.mileage else { return nil }
    if vehicle != .bicycle { texts += engineProblems(of: record, on: day) }
    return Journey(on: day, by: vehicle, miles: miles)
  }

  private func engineProblems(of record: FreeAgent.Expense, on day: Day) -> [String] {
    let choice = EngineChoice.on(day)
    let type = record.engineType ?? .petrol
    guard let engine = Engine(rawValue: type.rawValue), let sizes = choice?[engine],
      !sizes.isEmpty
    else { return ["engine_type is not valid for this date"] }
    guard let size = record.engineSize, !sizes.contains(size) else { return [] }
    return ["engine_size is not valid for this date"]
  }
}

extension CategoryFacts {
  /// Whether it can be bought: administration, cost of sales, capital assets and stock.
  var isOfPurchases: Bool {
    [.adminExpenses, .costOfSales, .capitalAsset, .stock].contains(code.group)
  }
}

/// How often an expense or an invoice recurs.
enum Recurring {
  case days(Int)
  case months(Int)

  init?(_ word: FreeAgent.Recurrence) {
    switch word {
    case .weekly: self = .days(7)
    case .twoWeekly: self = .days(14)
    case .fourWeekly: self = .days(28)
    case .twoMonthly: self = .months(2)
    case .quarterly: self = .months(3)
    case .biannually: self = .months(6)
    case .annually: self = .months(12)
    case .twoYearly: self = .months(24)
    default: return nil
    }
  }

  /// The day after another on which it recurs; nil at the end of the calendar.
  func next(after day: Day) -> Day? {
    switch self {
    case .days(let count): day.adding(days: count)
    case .months(let count): day.adding(months: count)
    }
  }
}
