public import Books
public import FreeAgentAPI
public import Money

/// A claim that is in the books, with all that a form needs to change it, as it was when it was read.
public struct FiledClaim: Sendable, Hashable, Codable {
  /// A rate for one mile that was another when the claim was made.
  public struct RateChange: Sendable, Hashable, Codable {
    /// What the first miles of the claim were paid with.
    public let was: ExactDecimal
    /// What the service pays for them by now.
    public let now: ExactDecimal
  }

  /// What the books have of the claim.
  public let expense: BookExpense
  /// The answers of a form that would make it; nil if it has something that no form asks for, such as a
  /// vehicle of a new kind.
  public let contents: ExpenseContents?
  /// Whether it was billed on an invoice: then it can no longer be changed.
  public let isBilled: Bool
  /// What the first miles were paid with; nil if it is no journey, or nobody is paid for it.
  public let rate: ExactDecimal?
  /// How the rate of its day has changed since it was made; nil if it has not.
  public let rateChange: RateChange?
  /// Whether distances are entered in kilometres; nil in journals of earlier versions.
  public let usesKilometres: Bool?

  /// In what distances are entered.
  public var distanceUnit: DistanceUnit { usesKilometres == true ? .kilometres : .miles }
}

/// A change of a claim that is in the books.
public struct ExpenseChange: Sendable, Hashable, Codable {
  /// What the claim has, and is to have.
  public struct Contents: Sendable, Hashable, Codable {
    /// What it had when it was read; if it has something else now, nothing is done.
    public var before: ExpenseContents
    /// What it is to have.
    public var after: ExpenseContents

    /// Makes them of both.
    public init(before: ExpenseContents, after: ExpenseContents) {
      self.before = before
      self.after = after
    }
  }

  /// What becomes of the receipt.
  public struct Receipt: Sendable, Hashable, Codable {
    /// The one that goes; nil if there was none when the claim was read.
    public var old: BookID<FreeAgent.Attachment>?
    /// The one that comes; nil if none does.
    public var new: OrderFile?

    /// Makes it of both.
    public init(old: BookID<FreeAgent.Attachment>?, new: OrderFile?) {
      self.old = old
      self.new = new
    }
  }

  /// The claim that is changed.
  public var id: BookID<FreeAgent.Expense>
  /// What it is to have; nil if the receipt alone changes.
  public var contents: Contents?
  /// What becomes of the receipt; nil if it stays.
  public var receipt: Receipt?

  /// Makes a change.
  public init(
    of id: BookID<FreeAgent.Expense>, contents: Contents? = nil, receipt: Receipt? = nil
  ) {
    self.id = id
    self.contents = contents
    self.receipt = receipt
  }
}

extension ExpenseChange {
  /// Whether this change alone, refused or written in part, can have made one state of its claim the other.
  ///
  /// If it cannot, somebody else has changed the claim meanwhile.
  ///
  /// - Parameters:
  ///   - before: the claim before the change was sent.
  ///   - now: the claim after the change was refused.
  public func canHaveLed(from before: FiledClaim, to now: FiledClaim) -> Bool {
    guard contents?.canHaveLed(to: now.contents) ?? (now.contents == before.contents) else {
      return false
    }
    let receipt = now.expense.receipt?.id
    // The old receipt is taken off before the new one comes.
    return receipt == before.expense.receipt?.id || (self.receipt != nil && receipt == nil)
  }
}

extension ExpenseChange.Contents {
  /// Whether contents in the books are those from before, or what can have come of writing the others.
  func canHaveLed(to now: ExpenseContents?) -> Bool {
    guard let now else { return false }
    return now == before || after.canHaveBecome(now)
  }
}

/// What became of a change of a claim.
public enum ExpenseChangeResult: Sendable, Hashable, Codable {
  /// It is as it was asked for.
  case changed(made: BookExpense)
  /// The service refused, for these reasons in its words; empty if it gives none.
  case refused(reasons: [String])
  /// The claim or its receipt is not what was read any more, so that nothing was done.
  case outdated
  /// It was billed on an invoice by now, so that nothing was done.
  case billed
  /// It is no longer there.
  case gone
  /// The service refused nothing, and left the claim as another than was asked for.
  case notChanged
}
