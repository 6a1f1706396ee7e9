public import Books
public import Days
public import FreeAgentAPI
public import Money
import ServiceBasics

/// What somebody paid for the company, or a journey, as the books have it.
public struct BookExpense: Sendable, Hashable, Codable {
  /// What the service knows it by.
  public let id: BookID<FreeAgent.Expense>
  /// Whose it is; nil if the service does not say.
  public let claimant: BookID<FreeAgent.User>?
  /// The day of the purchase or the journey.
  public let day: Day
  /// The category’s code; nil for a journey.
  public let category: NominalCode?
  /// What was paid for, in words; nil if the service does not say.
  public let text: String?
  /// How much: negative if it is owed to the claimant.
  public let amount: Money
  /// The VAT in the company’s currency, with the sign of the amount.
  public let vat: Money?
  /// The journey; nil if it is none.
  public let journey: Journey?
  /// The file that is attached to it; nil if there is none.
  public let receipt: BookReceipt?

  /// What the books have of a journey.
  public struct Journey: Sendable, Hashable, Codable {
    /// How far, in miles, whatever the company’s unit is.
    public let distance: ExactDecimal
    /// By what; nil for something new.
    public let vehicle: Vehicle?
    /// Whether the claimant is paid for it.
    public let isReclaimed: Bool
  }
}

extension BookExpense {
  /// Reads an expense; nil if it lacks what it must have.
  init?(_ expense: FreeAgent.Expense, native: Currency) {
    let currency = expense.currency.flatMap { Currency(code: $0) } ?? native
    guard let id = BookID(expense.url), let day = expense.datedOn,
      let amount = (expense.grossValue ?? 0).money(in: currency)
    else { return nil }
    self.id = id
    claimant = BookID(expense.user)
    self.day = day
    text = expense.description
    self.amount = amount
    vat = (expense.nativeSalesTaxValue ?? expense.salesTaxValue)?.money(in: native)
    journey = expense.mileage.map { distance in
      Journey(
        distance: distance,
        vehicle: expense.vehicleType.flatMap { Vehicle(rawValue: $0.rawValue) },
        isReclaimed: expense.reclaimMileage == 1)
    }
    receipt = BookReceipt(expense.attachment)
    category = journey == nil ? expense.category?.id.flatMap { NominalCode($0.description) } : nil
  }
}

/// Somebody who can be paid back.
public struct Claimant: Sendable, Hashable, Codable {
  /// The user that the claimant is.
  public let id: BookID<FreeAgent.User>
  /// First and last name.
  public let name: String
  /// How many miles by car the claimant had in the tax year in which the books got to know of the claimant,
  /// from before that.
  public let openingMiles: ExactDecimal
  /// The day on which they did; nil if the service does not say.
  public let since: Day?
}

extension Claimant {
  init?(_ user: FreeAgent.User) {
    guard let known = BookUser(user) else { return nil }
    id = known.id
    name = known.name
    openingMiles = user.openingMileage ?? 0
    since = user.createdAt.flatMap { Day($0.description.prefix(10).description) }
  }
}

/// All that a form needs to claim an expense or a journey.
public struct ExpenseFacts: Sendable, Hashable, Codable {
  /// The company.
  public let company: BookCompany
  /// Those who may claim, who is logged in first; others only for those who may claim for them.
  public let claimants: [Claimant]
  /// The categories of which something can be claimed.
  public let categories: [BookCategory]
  /// The projects whose customers may pay.
  public let projects: [BookThing<FreeAgent.Project>]
  /// What can be bought for stock.
  public let stock: [BookThing<FreeAgent.StockItem>]
  /// What a landlord lets; nil for another company, and in journals of earlier versions, empty if the user may
  /// not list it.
  public let properties: [BookThing<FreeAgent.Property>]?
}
