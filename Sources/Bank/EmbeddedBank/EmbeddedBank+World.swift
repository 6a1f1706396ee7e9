public import Bank
public import FoundationEssentials
public import Money
import ServiceBasics

/// What happens to a bank from outside the flows: accounts are opened, payments come and settle.
extension EmbeddedBank {
  /// Opens an account.
  ///
  /// - Parameter account: its names, currency and ids.
  /// - Returns: the account.
  /// - Throws: `invalidRecord` if the id or the handle is taken or the handle or name is empty.
  @discardableResult
  public func open(_ account: NewAccount) throws(BankError) -> Account {
    try write { try $0.open(account) }
  }

  /// Records a payment between an account and the world outside; it may overdraw the account.
  ///
  /// - Parameter payment: the payment, from or to the outside.
  /// - Returns: the payment as the feed has it.
  /// - Throws: `invalidRecord` if the amount is not positive, too large or in another currency, the
  ///   id is taken, or the other side is not outside; `unknownAccount`.
  @discardableResult
  public func post(_ payment: NewPayment) throws(BankError) -> Payment {
    try write { try $0.post(payment) }
  }

  /// Settles a pending payment.
  ///
  /// - Parameters:
  ///   - payment: the payment.
  ///   - time: when it settles.
  ///   - amount: the final amount, if it is another: tips, fuel; nil if it is the same.
  /// - Returns: the payment as the feed has it.
  /// - Throws: `invalidRecord` if there is no such payment or it is not pending.
  @discardableResult
  public func settle(
    _ payment: Payment.ID, at time: Date, amount: Money? = nil
  ) throws(BankError) -> Payment {
    try write { try $0.settle(payment, at: Timestamp(time), amount: amount) }
  }

  /// Deletes a goal; its money returns to the main category as an internal transfer.
  ///
  /// - Parameter goal: the goal's id.
  /// - Throws: `invalidRecord` if there is no such goal.
  public func deleteGoal(_ goal: SavingsGoal.ID) throws(BankError) {
    try write { try $0.close(goal, isDeleted: true) }
  }

  /// Archives a goal; its money returns to the main category as an internal transfer.
  ///
  /// - Parameter goal: the goal's id.
  /// - Throws: `invalidRecord` if there is no such goal.
  public func archiveGoal(_ goal: SavingsGoal.ID) throws(BankError) {
    try write { try $0.close(goal, isDeleted: false) }
  }

  /// Checks the books; whatever has been done, the list is empty.
  ///
  /// Main balance and goals together are what came and went outside, and each goal's total is
  /// what its feed says. The time it takes grows with the number of payments.
  public func auditDifferences() throws(BankError) -> [AuditDifference] {
    try read { try $0.auditDifferences() }
  }
}
