package import Bank
import GRDB
import Money
package import ServiceBasics

/// The feed as the bank's API gives it; newest first everywhere.
extension Ledger {
  /// The items of a category that changed at a time or later.
  package func feed(
    of category: Account.Category.ID, changedSince time: Timestamp
  ) throws -> [FeedItem] {
    try rows(
      PaymentRow.self,
      """
      SELECT \(PaymentRow.columns) FROM payment WHERE category = ? AND updatedAt >= ?
      ORDER BY transactionTime DESC, number DESC
      """, [category.text, time.milliseconds]
    ).map(\.feedItem)
  }

  /// The items of a category that were made at the start or later, before the end.
  package func feed(
    of category: Account.Category.ID, from start: Timestamp, to end: Timestamp
  ) throws -> [FeedItem] {
    try rows(
      PaymentRow.self,
      """
      SELECT \(PaymentRow.columns) FROM payment WHERE category = ? AND transactionTime >= ? AND transactionTime < ?
      ORDER BY transactionTime DESC, number DESC
      """, [category.text, start.milliseconds, end.milliseconds]
    ).map(\.feedItem)
  }

  /// The items of all an account's categories that settled at the start or later, before the end.
  package func settledFeed(
    of account: Account.ID, from start: Timestamp, to end: Timestamp
  ) throws -> [FeedItem] {
    try rows(
      PaymentRow.self,
      """
      SELECT \(PaymentRow.columns) FROM payment
      WHERE account = ? AND status = 'SETTLED' AND settlementTime >= ? AND settlementTime < ?
      ORDER BY settlementTime DESC, number DESC
      """, [account.text, start.milliseconds, end.milliseconds]
    ).map(\.feedItem)
  }

  /// One item, or `nil` where the category has no such.
  package func feedItem(
    _ id: Payment.ID, in category: Account.Category.ID
  ) throws -> FeedItem? {
    guard let row = try paymentRow(id), row.category == category else { return nil }
    return row.feedItem
  }

  /// The pending payments of all accounts, oldest first.
  package func pendingPayments() throws -> [Payment.ID] {
    try values(
      String.self,
      "SELECT id FROM payment WHERE status = 'PENDING' ORDER BY transactionTime, number"
    ).compactMap { Payment.ID($0) }
  }

  /// Whether a category is an account's main one or one of its goals.
  ///
  /// The items of a goal that was deleted are still in the account's feed by settlement, and name it.
  package func has(_ category: Account.Category.ID, in account: Account) throws -> Bool {
    if category == account.defaultCategory { return true }
    return try value(
      Bool.self,
      "SELECT EXISTS (SELECT 1 FROM goal WHERE id = ? AND account = ?)",
      [category.text, account.id.text]) ?? false
  }

  /// Writes the customer's note to an item; an empty one takes it away.
  package func setNote(_ note: String, of id: Payment.ID) throws {
    try execute(
      "UPDATE payment SET note = nullif(?, ''), updatedAt = ? WHERE id = ?",
      [note, now.milliseconds, id.text])
  }

  /// Files an item under a kind of spending.
  package func setSpendingCategory(_ word: String, of id: Payment.ID) throws {
    try execute(
      "UPDATE payment SET spendingCategory = ?, updatedAt = ? WHERE id = ?",
      [word, now.milliseconds, id.text])
  }
}
