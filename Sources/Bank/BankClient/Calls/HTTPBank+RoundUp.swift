public import Bank
public import StarlingAPI

/// The bank's own round-up, which rounds each payment up as it is made.
extension HTTPBank {
  /// The settings of the bank's own round-up; nil if it is off.
  public func nativeRoundUp(of account: Account.ID) async throws -> Starling.RoundUpDetails? {
    let answer = try await ask(Starling.GetRoundUp(account: account.text), about: account)
    guard answer.active != false else { return nil }
    return answer.roundUpGoalDetails ?? answer.roundUpGoal
  }

  /// Switches the bank's own round-up on.
  ///
  /// - Parameters:
  ///   - account: the account's id.
  ///   - goal: the goal that it fills.
  ///   - multiplier: how many times each round-up is moved, 1 to 10.
  /// - Throws: a `BankError`.
  public func setNativeRoundUp(
    of account: Account.ID, into goal: SavingsGoal.ID, multiplier: Int32 = 1
  ) async throws {
    _ = try await ask(
      Starling.PutRoundUp(
        account: account.text,
        request: Starling.RoundUpRequest(roundUpGoalUid: goal.text, roundUpMultiplier: multiplier)))
  }

  /// Switches the bank's own round-up off.
  public func deleteNativeRoundUp(of account: Account.ID) async throws {
    _ = try await ask(Starling.DeleteRoundUp(account: account.text), about: account)
  }
}
