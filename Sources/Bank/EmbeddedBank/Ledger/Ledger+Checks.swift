import Bank
import GRDB
import Money

/// What is checked before it is written, so that a refusal says in words what is wrong. What is empty,
/// taken or not positive the schema refuses as well.
extension Ledger {
  /// Checks that an account can be opened as it is described.
  ///
  /// - Throws: an `invalidRecord` that names what is empty or taken.
  func check(_ new: NewAccount) throws {
    guard !new.name.isEmpty else { throw BankError.invalidRecord(cause: "the name is empty") }
    guard !new.handle.isEmpty else { throw BankError.invalidRecord(cause: "the handle is empty") }
    if try isTaken(new.handle, "SELECT EXISTS (SELECT 1 FROM account WHERE handle = ?)") {
      throw BankError.invalidRecord(
        cause: "there is already an account with the handle \"\(new.handle)\"; name another one")
    }
    if let id = new.id, try isTaken(id.text, "SELECT EXISTS (SELECT 1 FROM account WHERE id = ?)") {
      throw BankError.invalidRecord(cause: "there is already an account \(id)")
    }
    if let category = new.defaultCategory, try hasCategory(category) {
      throw BankError.invalidRecord(
        cause: "there is already an account or a goal of the category \(category)")
    }
  }

  /// Checks that a payment can be entered into an account as it is described.
  ///
  /// - Throws: an `invalidRecord` that names what does not fit, is empty or is taken.
  func check(_ new: NewPayment, in account: Account) throws {
    guard new.amount.currency == account.currency else {
      throw BankError.invalidRecord(cause: "the account is in \(account.currency.code)")
    }
    guard new.amount.minorUnits > 0, (new.sourceAmount?.minorUnits ?? 1) > 0 else {
      throw BankError.invalidRecord(cause: "an amount is not more than zero")
    }
    guard new.source != .internalTransfer, new.counterparty.kind != .category else {
      throw BankError.invalidRecord(cause: "the other side of a payment must be outside")
    }
    guard !new.status.rawValue.isEmpty else {
      throw BankError.invalidRecord(cause: "the status is empty")
    }
    guard !new.source.rawValue.isEmpty else {
      throw BankError.invalidRecord(cause: "the source is empty")
    }
    if let id = new.id, try hasPayment(id) {
      throw BankError.invalidRecord(cause: "there is already a payment \(id)")
    }
    try checkSums(of: account, with: new.amount, new.direction, new.status)
  }

  /// Checks that an account's sums can still be counted with another payment among them.
  ///
  /// What a goal holds came out of the main category: if both together can be counted, so can each.
  func checkSums(
    of account: Account, with amount: Money, _ direction: PaymentDirection,
    _ status: PaymentStatus
  ) throws {
    let pocket = try pocket(of: account, in: account.defaultCategory)
    let cleared = pocket?.cleared ?? 0
    let saved = try savedInGoals(of: account.id)
    let sums: [Int64] =
      switch (status, direction) {
      case (.settled, _): [cleared, cleared &+ saved]
      case (.pending, .outgoing): [pocket?.pendingOut ?? 0]
      default: []
      }
    let isLess = status == .settled && direction == .outgoing
    let change = isLess ? -amount.minorUnits : amount.minorUnits
    guard sums.allSatisfy({ !$0.addingReportingOverflow(change).overflow }) else {
      throw BankError.invalidRecord(
        cause: "the amount is too large: an account’s sums end at \(Int64.max) minor units")
    }
  }

  /// Whether there is a payment of this id, or a leg of a transfer.
  func hasPayment(_ id: Payment.ID) throws -> Bool {
    try isTaken(id.text, "SELECT EXISTS (SELECT 1 FROM payment WHERE id = ?)")
  }

  /// Whether this is an account's main category or a goal's, deleted goals included: no two have the
  /// same, or the feed of one would show the payments of the other.
  func hasCategory(_ id: Account.Category.ID) throws -> Bool {
    try isTaken(
      id.text,
      """
      SELECT EXISTS (
        SELECT 1 FROM account WHERE defaultCategory = ?1 UNION ALL SELECT 1 FROM goal WHERE id = ?1
      )
      """)
  }

  private func isTaken(_ text: String, _ sql: String) throws -> Bool {
    try value(Bool.self, sql, [text]) ?? false
  }
}
