public import FoundationEssentials
public import Money
import ServiceBasics

/// The bank's word that money was moved into a goal.
public struct TransferReceipt: Sendable, Hashable, Codable {
  /// The key of the order.
  public let key: String

  /// The account the money was taken from.
  public let account: Account.ID

  /// The goal the money was put into.
  public let goal: SavingsGoal.ID

  /// The name that the goal had.
  public let goalName: String

  /// How much was moved.
  public let amount: Money

  /// What was in the goal just after; what was in it when the order came, if that moved nothing.
  public private(set) var totalSaved: Money

  /// The outgoing item of the main category's feed.
  public let payment: Payment.ID

  private let moved: Timestamp

  /// When the money was moved, to the millisecond.
  public var movedAt: Date { moved.date }

  /// Absent unless it is true, so that what was written before there was such a member reads the same.
  private var earlier: Bool?

  /// Whether the bank had made this transfer before the order came, so that the order moved nothing.
  ///
  /// It is the case with orders that share a transfer. False also if it is not known for sure.
  public var wasMovedBefore: Bool { earlier ?? false }

  /// The receipt of another order that shares the transfer.
  ///
  /// - Parameter total: what is in the goal now; nil if that is as in this receipt, or if the goal is gone.
  package func ofEarlierTransfer(totalSaved total: Money? = nil) -> TransferReceipt {
    var receipt = self
    receipt.earlier = true
    if let total { receipt.totalSaved = total }
    return receipt
  }

  /// Makes a receipt; the time is cut to the millisecond.
  public init(
    key: String, account: Account.ID, goal: SavingsGoal.ID, goalName: String, amount: Money,
    totalSaved: Money, payment: Payment.ID, movedAt: Date
  ) {
    self.key = key
    self.account = account
    self.goal = goal
    self.goalName = goalName
    self.amount = amount
    self.totalSaved = totalSaved
    self.payment = payment
    self.moved = Timestamp(movedAt)
  }

  private enum CodingKeys: String, CodingKey {
    case key, account, goal, goalName, amount, totalSaved, payment
    case moved = "movedAt"
    case earlier = "wasMovedBefore"
  }
}
