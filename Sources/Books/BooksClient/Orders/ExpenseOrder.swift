public import Books
public import Days
public import FreeAgentAPI
public import Money

/// An order to claim an expense or a journey.
public struct ExpenseOrder: Sendable, Hashable, Codable {
  /// The order’s key: the same order has the same key, however often it is sent.
  public var key: String
  /// What is claimed: an expense or a journey.
  public var contents: ExpenseContents
  /// The receipt; nil if there is none.
  public var receipt: OrderFile?

  /// Makes an order.
  public init(key: String, contents: ExpenseContents, receipt: OrderFile? = nil) {
    self.key = key
    self.contents = contents
    self.receipt = receipt
  }
}

/// What is claimed, an expense or a journey: the answers of its form.
public struct ExpenseContents: Sendable, Hashable, Codable {
  /// What a claim for a journey has besides.
  public struct Journey: Sendable, Hashable, Codable {
    /// How far, in its unit.
    public var distance: ExactDecimal
    /// The unit of the distance; nil for miles, and for what the service was sent as miles before there were
    /// units here.
    public var unit: DistanceUnit?
    /// What the claimant went by.
    public var vehicle: Vehicle
    /// Whether the claimant is paid for it, and not only a customer billed.
    public var isReclaimed: Bool
    /// Whether the company is on the flat-rate scheme of VAT on the day, as the claimant says; nil if that was not
    /// asked.
    ///
    /// The service is not sent it, and does not tell it.
    public var isOnFlatRate: Bool?
    /// Whether there is a receipt for VAT on the fuel.
    public var hasReceipt = false
    /// What the engine runs on, in the service’s word; nil if it is not told.
    public var engine: String?
    /// The engine’s size, in the service’s words.
    public var size: String?
    /// What the customer is billed for one mile; nil for the service’s rate.
    public var rebillRate: ExactDecimal?

    /// Makes a journey.
    ///
    /// - Parameters:
    ///   - distance: how far.
    ///   - unit: the company’s unit, in which the distance is.
    ///   - vehicle: by what.
    ///   - isReclaimed: whether the claimant is paid for it.
    public init(
      distance: ExactDecimal, in unit: DistanceUnit = .miles, vehicle: Vehicle, isReclaimed: Bool
    ) {
      self.distance = distance
      self.unit = unit == .miles ? nil : unit
      self.vehicle = vehicle
      self.isReclaimed = isReclaimed
    }

    /// How far in miles, of which the service makes the amount; nil if that is too far for any number.
    public var miles: ExactDecimal? { try? (unit ?? .miles).miles(of: distance) }

    /// Whether miles in the books are the distance: those that it comes to, or those that are shown as it.
    ///
    /// Hundredths of kilometres may be shown as others. Miles of another client may have more decimals.
    public func isAsFar(as miles: ExactDecimal) -> Bool {
      self.miles == miles || (try? (unit ?? .miles).distance(ofMiles: miles)) == distance
    }
  }

  /// Who is paid back.
  public var claimant: BookID<FreeAgent.User>
  /// The day of the purchase or the journey.
  public var day: Day
  /// What was paid for, or travelled for, in words.
  public var description: String
  /// The category; nil for a journey.
  public var category: NominalCode?
  /// How much: negative if it is owed to the claimant; nil for a journey, whose amount the service finds.
  public var amount: Money?
  /// The VAT: an amount without a sign, or a rate; nil for what is usual for the category.
  public var vat: ExplanationContents.VAT?
  /// The status for VAT reports.
  public var ecStatus: ECStatus?
  /// The number of the receipt.
  public var reference: String?
  /// The project whose customer pays.
  public var project: BookID<FreeAgent.Project>?
  /// How that customer is billed.
  public var rebilling: ExplanationDraft.Rebilling?
  /// How many per cent more, or the price, if it is not at cost.
  public var rebillFactor: ExactDecimal?
  /// What was bought for stock.
  public var stock: BookID<FreeAgent.StockItem>?
  /// How much of it.
  public var quantity: Int?
  /// The property, for a landlord.
  public var property: BookID<FreeAgent.Property>?
  /// How often it comes again, in the service’s word.
  public var recurring: String?
  /// Until when it does.
  public var recurringEnd: Day?
  /// The journey; nil if it is none.
  public var journey: Journey?

  /// Makes contents that only say whose they are, the day and what it was.
  public init(of claimant: BookID<FreeAgent.User>, on day: Day, _ description: String) {
    self.claimant = claimant
    self.day = day
    self.description = description
  }
}

extension ExpenseContents {
  /// Whether an expense in the books is as this one would be.
  public func isLike(_ expense: BookExpense) -> Bool {
    guard expense.claimant == claimant, expense.day == day else { return false }
    if let journey {
      guard let other = expense.journey else { return false }
      return journey.isAsFar(as: other.distance) && other.vehicle == journey.vehicle
    }
    return expense.journey == nil && expense.category == category && expense.amount == amount
  }
}

/// What became of an order to claim something.
public enum ExpenseResult: Sendable, Hashable, Codable {
  /// It is claimed.
  case claimed(made: BookExpense)
  /// The service refused, for these reasons in its words; empty if it gives none.
  case refused(reasons: [String])
}
