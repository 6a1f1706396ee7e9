import Books
import Days
import FreeAgentAPI
import GRDB
import Money

/// The other side of a transfer that is written anew, as it was.
struct FormerSide {
  /// Its row, without the columns that follow from the side that is written.
  let id: Int64
  let account: Int64
  let day: Day?
  let createdAt: Int64
  let isForReview: Bool
  let details: Details

  /// The transaction that it explains, as it was.
  let transaction: Row

  /// Whether the transfer made the transaction, which is then deleted with it.
  var madeTransaction: Bool { transaction.isOnlyOfTransfer }

  /// What an explanation that takes its place keeps.
  var columns: Ledger.Columns {
    ["id": id, "createdAt": createdAt, "isForReview": isForReview, "details": details]
  }

  /// What a transaction that takes the place of the made one keeps.
  var transactionColumns: Ledger.Columns {
    guard madeTransaction else { return [:] }
    return [
      "id": transaction["id"] as Int64, "createdAt": transaction["createdAt"] as Int64,
      "uploadedAt": transaction["uploadedAt"] as Int64,
    ]
  }
}

/// A transfer is explained on both sides at once.
extension Ledger {
  /// Explains the other side of a transfer: a transaction that matches, or else one that is made.
  ///
  /// The money moved on both sides when the bank says, whichever day the explanation is of.
  ///
  /// - Parameters:
  ///   - id: the side that is written.
  ///   - input: what is explained there.
  ///   - moved: the day of the transaction there.
  ///   - former: the other side as it was before; nil for a new transfer. If it is in the same account, it
  ///     keeps its address, and stays with its transaction if that has enough left.
  func writeOtherSide(
    of id: Int64, _ input: ExplanationInput, movedOn moved: Day, insteadOf former: FormerSide?
  ) throws {
    guard let account = input.transferAccount else { return }
    let former = former?.account == account ? former : nil
    let currency = try currency(ofAccount: account)
    let amount = try -foreignValue(of: input, in: currency).minorUnits
    let kind: ExplanationKind = input.kind == .transferTo ? .transferFrom : .transferTo
    let kept = try keptTransaction(of: former, for: amount)
    let known = try kept ?? matchingTransaction(in: account, amount: amount, around: moved)
    var day = input.day
    if let known, let knownDay = try found(.bankTransaction, known).day("day") { day = knownDay }
    if kept != nil, let formerDay = former?.day { day = formerDay }
    try requireOpenAccounts(on: day, known == nil ? moved : nil)
    let transaction =
      try known
      ?? makeTransaction(in: account, on: moved, amount: amount, kind, input, insteadOf: former)
    var columns: Columns = [
      "bankTransaction": transaction, "account": account, "kind": kind.rawValue,
      "day": day.description, "gross": amount, "isForReview": false,
      "transferAccount": input.account, "otherSide": id, "details": Details(),
    ]
    columns.merge(former?.columns ?? [:]) { _, kept in kept }
    let other = try insert(.explanation, columns)
    try update(.explanation, id, ["otherSide": other])
  }

  /// The bank’s transaction that the other side explained before; nil if too little of it is left.
  private func keptTransaction(of former: FormerSide?, for amount: Int64) throws -> Int64? {
    guard let former, !former.madeTransaction else { return nil }
    let id = former.transaction["id"] as Int64
    let left = try found(.bankTransaction, id)["unexplained"] as Int64
    return (min(left, 0)...max(left, 0)).contains(amount) ? id : nil
  }

  /// A transaction of the opposite amount of which nothing is explained, a day before or after at most.
  private func matchingTransaction(
    in account: Int64, amount: Int64, around day: Day
  ) throws -> Int64? {
    try value(
      Int64.self,
      """
      SELECT id FROM bankTransaction
      WHERE account = ? AND amount = ? AND unexplained = amount AND day BETWEEN ? AND ?
      ORDER BY day <> ?, id LIMIT 1
      """,
      [
        account, amount, (day.adding(days: -1) ?? day).description,
        (day.adding(days: 1) ?? day).description, day.description,
      ])
  }

  private func makeTransaction(
    in account: Int64, on day: Day, amount: Int64, _ kind: ExplanationKind,
    _ input: ExplanationInput, insteadOf former: FormerSide?
  ) throws -> Int64 {
    let id = try addTransaction(
      in: account, on: day, amount: amount, text: try text(of: kind, input),
      as: former?.transactionColumns ?? [:])
    try update(.bankTransaction, id, ["isMadeByTransfer": true])
    return id
  }

  private func text(of kind: ExplanationKind, _ input: ExplanationInput) throws -> String {
    let account = try bankAccount(input.account)
    return "Transfer \(kind == .transferTo ? "to" : "from") \(account.name ?? "another account")"
  }

  /// Takes back the other side of a transfer, and its transaction if the transfer made it.
  ///
  /// - Returns: what it was; nil if there is none.
  func takeBackOtherSide(of row: Row) throws -> FormerSide? {
    guard let id = row["otherSide"] as Int64? else { return nil }
    let other = try found(.explanation, id)
    let former = FormerSide(
      id: id, account: other["account"], day: other.day("day"), createdAt: other["createdAt"],
      isForReview: other["isForReview"], details: other["details"],
      transaction: try found(.bankTransaction, other["bankTransaction"]))
    try execute(
      "UPDATE explanation SET otherSide = NULL WHERE id IN (?, ?)", [row["id"] as Int64, id])
    try delete(.explanation, id)
    let transaction = former.transaction["id"] as Int64
    if former.madeTransaction {
      try remove(transaction: transaction)
    } else {
      try update(.bankTransaction, transaction, [:])
    }
    return former
  }
}

extension Row {
  /// Whether a transaction is there for a transfer alone, and goes with it.
  ///
  /// One that a statement has named since is the bank’s.
  var isOnlyOfTransfer: Bool { self["isMadeByTransfer"] && self["isManual"] }
}
