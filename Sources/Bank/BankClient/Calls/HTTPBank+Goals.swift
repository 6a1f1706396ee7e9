public import Bank
public import Money
import ServiceBasics
public import StarlingAPI

extension HTTPBank {
  /// One goal of an account.
  public func goal(_ goal: SavingsGoal.ID, of id: Account.ID) async throws -> SavingsGoal {
    let account = try await account(id)
    let answer = try await ask(Starling.GetSavingsGoal(account: id.text, goal: goal.text))
    guard let goal = SavingsGoal(answer, currency: account.currency) else {
      throw BankError.unreadableAnswer(cause: .incomplete("the goal"))
    }
    return goal
  }

  /// Sets the name and the target of a goal; it has no key, since done twice it is the same.
  ///
  /// - Parameters:
  ///   - goal: the goal's id.
  ///   - id: the account's id.
  ///   - name: the new name.
  ///   - target: how much is to be saved, in the account's currency; nil for an open-ended goal.
  ///   - photo: a picture in base 64; nil leaves it to the bank what becomes of the one there is.
  /// - Returns: why no bank has such a goal, and nothing was sent; nil if it was done.
  /// - Throws: a `BankError`.
  public func updateGoal(
    _ goal: SavingsGoal.ID, of id: Account.ID, name: String, target: Money?, photo: String? = nil
  ) async throws -> GoalRefusal? {
    let account = try await account(id)
    // The key is of no meaning: it is the rules for a name and a target that are asked for.
    let wanted = GoalOrder(key: goal.text, account: id, name: name, target: target)
    if let refusal = wanted.refusal(in: account.currency) { return refusal }
    let reply = try await ask(
      Starling.UpdateSavingsGoal(
        account: id.text, goal: goal.text,
        request: Starling.SavingsGoalRequest(
          name: name, currency: account.currency.code, target: target?.starling,
          base64EncodedPhoto: photo)))
    guard reply.success != false else {
      throw BankError.refused(cause: .noReason)
    }
    return nil
  }

  /// The picture of a goal, in base 64.
  public func photo(of goal: SavingsGoal.ID, in account: Account.ID) async throws -> String {
    try await ask(Starling.GetSavingsGoalPhoto(account: account.text, goal: goal.text))
      .base64EncodedPhoto
  }

  /// The recurring transfer into a goal.
  public func recurringTransfer(
    into goal: SavingsGoal.ID, of account: Account.ID
  ) async throws -> Starling.RecurringTransfer {
    try await ask(Starling.GetRecurringTransfer(account: account.text, goal: goal.text))
  }

  /// Orders a recurring transfer into a goal, in place of the one there is.
  ///
  /// - Returns: its id at the bank.
  public func setRecurringTransfer(
    _ request: Starling.RecurringTransferRequest, into goal: SavingsGoal.ID, of account: Account.ID
  ) async throws -> String {
    let reply = try await ask(
      Starling.PutRecurringTransfer(account: account.text, goal: goal.text, request: request))
    guard reply.success != false else {
      throw BankError.refused(cause: .noReason)
    }
    return reply.transferUid
  }

  /// Ends the recurring transfer into a goal.
  public func deleteRecurringTransfer(
    into goal: SavingsGoal.ID, of account: Account.ID
  ) async throws {
    _ = try await ask(Starling.DeleteRecurringTransfer(account: account.text, goal: goal.text))
  }
}
