public import FoundationEssentials

/// A bank, as far as saving by rounding up needs one.
///
/// What a bank may be expected to refuse comes as a value; what it throws, a `BankError` or the
/// cause of one, means that the request got no answer: of a read, that nothing is known; of an
/// order, that this request did not carry it out, unless the code is `outcomeUnknown`. Such an order is
/// neither done nor failed: the same order with the same key finds out, and no other may take its place
/// before it has. Conformers must guarantee:
///
/// - An order has a key. The same key with the same contents does its work once, however often and
///   from wherever it is sent, and answers a done order with the same value again.
/// - The same key with other contents does nothing and is refused with `keyReused`.
/// - A refusal leaves no trace: the same order may be sent again, and is carried out if it can be.
/// - A transfer happens wholly or not at all, never overdraws account or goal, and never covers a
///   payment that an earlier transfer covered.
public protocol Bank: Sendable {
  /// The customer's accounts, always in the same order; their handles are unique.
  func accounts() async throws -> [Account]

  /// What is in the main category of an account, goals not included.
  func balance(of account: Account.ID) async throws -> Balance

  /// The feed of an account's main category, newest first.
  ///
  /// Every status is in it. The interval is of `transactionTime`, half-open, to the millisecond.
  /// Conformers may also return items of the account's goals, which have another category.
  ///
  /// - Parameters:
  ///   - account: the account's id.
  ///   - interval: the moments at which a payment was made.
  /// - Returns: the payments.
  /// - Throws: a `BankError`, or the cause of one.
  func payments(of account: Account.ID, in interval: Range<Date>) async throws -> [Payment]

  /// The transfers that moved round-ups of payments of the interval, or may have.
  func roundUps(of account: Account.ID, in interval: Range<Date>) async throws -> RoundUpHistory

  /// Whether the bank itself knows all transfers of round-ups. A client that keeps them lacks what was
  /// ordered on another machine, or before its folder was lost.
  var knowsAllRoundUps: Bool { get }

  /// The savings goals of an account in any state, oldest first; deleted ones are not among them.
  func goals(of account: Account.ID) async throws -> [SavingsGoal]

  /// Makes a goal, once for a key.
  func createGoal(_ order: GoalOrder) async throws -> GoalCreation

  /// Deletes a goal, once for a key; what is in it returns to the main category.
  func deleteGoal(_ order: GoalDeletion) async throws -> GoalDeletionResult

  /// Moves money into a goal or out of it, once for a key.
  func move(_ order: TransferOrder) async throws -> TransferResult
}

extension Bank {
  /// True: a bank that keeps its own records misses none.
  public var knowsAllRoundUps: Bool { true }

  /// Which payments of an interval round-up transfers have covered, or may have.
  public func coveredPayments(
    of account: Account.ID, in interval: Range<Date>
  ) async throws -> Set<Payment.ID> {
    try await roundUps(of: account, in: interval).covered
  }
}
