import Books
import Days
import FreeAgentAPI
import GRDB
import Money

/// A return of a period, of the company or of a user.
struct TaxReturnKey {
  /// What kind of return it is.
  enum Kind: String {
    case corporationTax = "corporation_tax"
    case finalAccounts = "final_accounts"
    case selfAssessment = "self_assessment"
    /// Marked by what is locked, and not by itself: what it was filed with is kept alone.
    case vat
  }

  var kind: Kind

  /// Whose it is; 0 for the company.
  var user: Int64 = 0

  /// The last day of its period.
  var end: Day
}

/// What was said of returns: that they were filed, or that a payment was made.
extension Ledger {
  /// The status of the filing.
  ///
  /// - Parameters:
  ///   - key: the return.
  ///   - running: what it is as long as its period runs.
  func filingStatus(of key: TaxReturnKey, running: String) throws -> String {
    if try isMarked(key) { return "marked_as_filed" }
    return key.end < today ? "unfiled" : running
  }

  /// Says that a return was filed, or that it was not.
  ///
  /// - Parameters:
  ///   - key: the return.
  ///   - mark: what is said.
  ///   - amount: what is due by it now, which it keeps once it is filed, and which is worked out for that
  ///     alone; nil if that is not known.
  /// - Throws: 422 if its period has not ended.
  func mark(
    _ key: TaxReturnKey, _ mark: FreeAgent.FilingMark,
    amount: @autoclosure () throws -> ExactDecimal? = nil
  ) throws {
    guard mark == .unfiled || key.end < today else {
      throw FreeAgent.Failure.unprocessable("The period of this return has not ended")
    }
    let due = try mark == .filed ? amount() : nil
    try set(mark == .filed, key, due: nil)
    if mark == .filed {
      try keep(due, ofFiled: key)
    } else {
      try forgetAmount(ofFiled: key)
    }
  }

  // MARK: - What was filed

  /// The amount with which a return was filed; nil if it has not been, or the books were of an earlier version
  /// when it was.
  func filedAmount(of key: TaxReturnKey) throws -> ExactDecimal? {
    try value(
      String.self, "SELECT amount FROM filedAmount WHERE kind = ? AND user = ? AND period = ?",
      [key.kind.rawValue, key.user, key.end.description]
    ).flatMap { ExactDecimal($0) }
  }

  /// Keeps the amount with which a return is filed; one that is filed already keeps its own.
  func keep(_ amount: ExactDecimal?, ofFiled key: TaxReturnKey) throws {
    guard let amount else { return }
    try execute(
      "INSERT OR IGNORE INTO filedAmount (kind, user, period, amount) VALUES (?, ?, ?, ?)",
      [key.kind.rawValue, key.user, key.end.description, amount.description])
  }

  /// Leaves the amount of a return to what the books have.
  func forgetAmount(ofFiled key: TaxReturnKey) throws {
    try execute(
      "DELETE FROM filedAmount WHERE kind = ? AND user = ? AND period = ?",
      [key.kind.rawValue, key.user, key.end.description])
  }

  // MARK: - Locks and payments

  /// The days up to which returns that are marked as filed lock the accounts, the latest first.
  ///
  /// Those of a limited company are locked by its final accounts, and those of a sole trader or a landlord by
  /// the return for Self Assessment of whose business it is.
  ///
  /// Source: the support article “Lock your accounts”.
  func lockingDays(of company: CompanyKind) throws -> [Day] {
    let kind: TaxReturnKey.Kind
    let users: String
    switch company {
    case .limited:
      kind = .finalAccounts
      users = "0"
    case .soleTrader, .landlord:
      kind = .selfAssessment
      let roles = Self.ownerRoles.map { "'\($0)'" }.joined(separator: ", ")
      users = "SELECT id FROM user WHERE role IN (\(roles))"
    case .partnership, .other: return []
    }
    return try rows(
      """
      SELECT DISTINCT period AS day FROM returnMark
      WHERE kind = ? AND payment = '' AND user IN (\(users)) ORDER BY day DESC
      """, [kind.rawValue]
    ).compactMap { $0.day("day") }
  }

  /// The status of a payment; nil if nothing is to be paid.
  func paymentStatus(of key: TaxReturnKey, due: Day?, isPayable: Bool) throws -> String? {
    guard isPayable else { return nil }
    return try isMarked(key, due: due) ? "marked_as_paid" : "unpaid"
  }

  /// Says that a payment was made, or that it was not.
  ///
  /// - Throws: 422 if nothing is to be paid.
  func mark(
    paymentOf key: TaxReturnKey, due: Day?, isPayable: Bool,
    _ mark: FreeAgent.MarkVATPayment.Mark
  ) throws {
    guard isPayable else {
      throw FreeAgent.Failure.unprocessable("This return has nothing to pay")
    }
    try set(mark == .paid, key, due: due)
  }

  /// Whether a return was marked as filed, or, with the day of a payment, that as paid.
  private func isMarked(_ key: TaxReturnKey, due: Day? = nil) throws -> Bool {
    try exists(
      """
      SELECT 1 FROM returnMark
      WHERE kind = :kind AND user = :user AND period = :period AND payment = :payment
      """, StatementArguments(columns(of: key, due: due)))
  }

  private func set(_ isMarked: Bool, _ key: TaxReturnKey, due: Day?) throws {
    let sql =
      isMarked
      ? """
      INSERT OR IGNORE INTO returnMark (kind, user, period, payment)
      VALUES (:kind, :user, :period, :payment)
      """
      : """
      DELETE FROM returnMark
      WHERE kind = :kind AND user = :user AND period = :period AND payment = :payment
      """
    // What was filed may lock the accounts.
    try movingLocks { try execute(sql, StatementArguments(columns(of: key, due: due))) }
  }

  private func columns(of key: TaxReturnKey, due: Day?) -> Columns {
    [
      "kind": key.kind.rawValue, "user": key.user, "period": key.end.description,
      "payment": due?.description ?? "",
    ]
  }
}
