package import Bank
import FoundationEssentials
import GRDB
import Money
import ServiceBasics

extension Ledger {
  /// Moves money into a goal or out of it, once for a key.
  ///
  /// - Parameters:
  ///   - order: what is moved.
  ///   - reference: a text for both feed items; the same order with another text is another order.
  ///   - legs: the ids of the two feed items; nil for those that follow from the key.
  /// - Returns: the transfer, or why it was refused. A transfer that another order has made says so.
  /// - Throws: what SQLite throws.
  package func move(
    _ order: TransferOrder, reference: String? = nil,
    legs: (inMain: Payment.ID, inGoal: Payment.ID)? = nil
  ) throws -> TransferResult {
    let key = order.canonical.key
    let order = order.canonical.asTransfer
    let account = try account(order.account)
    let result: TransferResult = try answerOnce(
      order, key: order.key, kind: reference.map { "transfer \"\($0)\"" } ?? "transfer",
      ifReused: .refused(.keyReused)
    ) {
      if let refusal = try refusal(of: order, account: account) { return .refused(refusal) }
      guard let row = try goalRow(order.goal) else { return .refused(.unknownGoal) }
      let legs = try legs ?? newLegs(madeBy: order.key)
      let payment = try addTransfer(
        of: order.amount, between: account, and: row,
        direction: order.direction == .intoGoal ? .outgoing : .incoming, reference: reference,
        legs: legs)
      for covered in order.covering {
        try BankRecords.CoveredPaymentRow(payment: covered, transfer: payment).insert(db)
      }
      let total = try goalRow(order.goal)?.total ?? 0
      return .moved(
        TransferReceipt(
          key: key, account: account.id, goal: row.id, goalName: row.name,
          amount: order.amount, totalSaved: Money(minorUnits: total, currency: account.currency),
          payment: payment, movedAt: now.date))
    }
    guard case .moved(let receipt) = result, receipt.key != key else { return result }
    let total = try goalRow(order.goal)?.total
    return .moved(
      receipt.ofEarlierTransfer(
        totalSaved: total.map { Money(minorUnits: $0, currency: account.currency) }))
  }

  /// The ids of the two feed items of an order.
  private func newLegs(
    madeBy key: String
  ) throws -> (inMain: Payment.ID, inGoal: Payment.ID) {
    (
      inMain: try newID(madeBy: key, as: 1, unless: hasPayment),
      inGoal: try newID(madeBy: key, as: 2, unless: hasPayment)
    )
  }

  /// Enters both legs of a move between the main category and a goal, and the goal's new total.
  ///
  /// - Parameters:
  ///   - amount: how much.
  ///   - account: the account.
  ///   - goal: the goal.
  ///   - direction: as the main category sees it.
  ///   - reference: a text for both feed items.
  ///   - legs: the ids of the two feed items; nil for new ones.
  /// - Returns: the leg in the main category.
  /// - Throws: what SQLite throws.
  @discardableResult
  func addTransfer(
    of amount: Money, between account: Account, and goal: GoalRow, direction: PaymentDirection,
    reference: String? = nil, legs: (inMain: Payment.ID, inGoal: Payment.ID)? = nil
  ) throws -> Payment.ID {
    let main = account.defaultCategory
    let isIntoGoal = direction == .outgoing
    let inMain = transferLeg(
      id: try legs?.inMain ?? newID(), of: amount, account: account.id, category: main,
      direction: direction,
      other: Counterparty(kind: .category, name: goal.name, id: goal.id.text),
      reference: reference)
    let inGoal = transferLeg(
      id: try legs?.inGoal ?? newID(), of: amount, account: account.id, category: goal.id.category,
      direction: isIntoGoal ? .incoming : .outgoing,
      other: Counterparty(kind: .category, name: account.name, id: main.text),
      reference: reference)
    try PaymentRow(inMain, updatedAt: now).insert(db)
    try PaymentRow(inGoal, updatedAt: now).insert(db)
    try execute(
      "UPDATE goal SET total = total + ? WHERE id = ?",
      [isIntoGoal ? amount.minorUnits : -amount.minorUnits, goal.id.text])
    return inMain.id
  }

  private func transferLeg(
    id: Payment.ID, of amount: Money, account: Account.ID, category: Account.Category.ID,
    direction: PaymentDirection, other: Counterparty, reference: String?
  ) -> Payment {
    Payment(
      id: id, account: account, category: category, amount: amount, direction: direction,
      status: .settled, source: .internalTransfer, counterparty: other,
      transactionTime: now.date, settlementTime: now.date, reference: reference)
  }

  private func refusal(of order: TransferOrder, account: Account) throws -> TransferRefusal? {
    guard order.amount.currency == account.currency else {
      return .currencyMismatch(expected: account.currency)
    }
    guard order.amount.minorUnits > 0 else { return .amountMustBePositive }
    guard let goal = try goalRow(order.goal), goal.account == account.id else {
      return .unknownGoal
    }
    guard goal.state == .active else { return .goalNotActive(state: goal.state) }
    if let refusal = try coverRefusal(of: order, account: account) { return refusal }
    let available =
      order.direction == .intoGoal
      ? try balance(of: account).effective
      : Money(minorUnits: goal.total, currency: account.currency)
    guard order.amount.minorUnits <= available.minorUnits else {
      return .insufficientFunds(available: available, needed: order.amount)
    }
    return nil
  }

  private func coverRefusal(of order: TransferOrder, account: Account) throws -> TransferRefusal? {
    let unknown = try order.covering.filter {
      try paymentRow($0)?.category != account.defaultCategory
    }
    guard unknown.isEmpty else { return .unknownPayments(payments: unknown) }
    let covered = try order.covering.filter {
      try value(
        Bool.self, "SELECT EXISTS (SELECT 1 FROM coveredPayment WHERE payment = ?)", [$0.text])
        ?? false
    }
    return covered.isEmpty ? nil : .alreadyCovered(payments: covered)
  }
}
