import Books
import Days
import FreeAgentAPI
import GRDB
import Money

/// A transfer is explained on both sides at once.
extension Ledger {
  /// Explains the other side of a transfer: a transaction that matches, or else one that is made.
  func writeOtherSide(of id: Int64, _ input: ExplanationInput, _ transaction: Int64) throws {
    guard let account = input.transferAccount else { return }
    let currency = try currency(ofAccount: account)
    let value = try foreignValue(of: input, in: currency)
    let kind: ExplanationKind = input.kind == .transferTo ? .transferFrom : .transferTo
    let other =
      try matchingTransaction(in: account, amount: -value.minorUnits, input)
      ?? makeTransaction(in: account, amount: -value.minorUnits, kind, input)
    let otherDay = try found(.bankTransaction, other).day("day") ?? input.day
    try requireOpenAccounts(on: otherDay)
    let otherID = try insert(
      .explanation,
      [
        "bankTransaction": other, "account": account, "kind": kind.rawValue,
        "day": otherDay.description, "gross": -value.minorUnits, "isForReview": false,
        "transferAccount": input.account, "otherSide": id, "details": Details(),
      ])
    try update(.explanation, id, ["otherSide": otherID])
  }

  /// A transaction of the opposite amount of which nothing is explained, a day before or after at most.
  private func matchingTransaction(
    in account: Int64, amount: Int64, _ input: ExplanationInput
  ) throws -> Int64? {
    try value(
      Int64.self,
      """
      SELECT id FROM bankTransaction
      WHERE account = ? AND amount = ? AND unexplained = amount AND day BETWEEN ? AND ?
      ORDER BY day <> ?, id LIMIT 1
      """,
      [
        account, amount, (input.day.adding(days: -1) ?? input.day).description,
        (input.day.adding(days: 1) ?? input.day).description, input.day.description,
      ])
  }

  private func makeTransaction(
    in account: Int64, amount: Int64, _ kind: ExplanationKind, _ input: ExplanationInput
  ) throws -> Int64 {
    let id = try addTransaction(
      in: account, on: input.day, amount: amount, text: try text(of: kind, input))
    try update(.bankTransaction, id, ["isMadeByTransfer": true])
    return id
  }

  private func text(of kind: ExplanationKind, _ input: ExplanationInput) throws -> String {
    let account = try bankAccount(input.account)
    return "Transfer \(kind == .transferTo ? "to" : "from") \(account.name ?? "another account")"
  }

  /// Takes back the other side of a transfer, and its transaction if the transfer made it.
  func takeBackOtherSide(of row: Row) throws {
    guard let other = row["otherSide"] as Int64? else { return }
    let transaction = try found(.explanation, other)["bankTransaction"] as Int64
    try execute(
      "UPDATE explanation SET otherSide = NULL WHERE id IN (?, ?)", [row["id"] as Int64, other])
    try delete(.explanation, other)
    let made = try found(.bankTransaction, transaction)
    // One that a statement has named since is the bank’s.
    if made["isMadeByTransfer"], made["isManual"] {
      try delete(.bankTransaction, transaction)
    } else {
      try update(.bankTransaction, transaction, [:])
    }
  }
}
