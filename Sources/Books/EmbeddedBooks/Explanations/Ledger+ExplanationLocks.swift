import Days
import FreeAgentAPI
import GRDB

/// What can no longer be changed, and why.
///
/// A row is locked by its own day, `dated_on`. An explanation is locked also by what it changes elsewhere.
extension Ledger {
  /// Sees that an explanation, an expense or a bill can still be changed.
  ///
  /// - Throws: 422 with the reason if it cannot.
  func requireOpen(_ row: Row, of table: Table) throws {
    let reason = try table == .explanation ? explanationLock(row) : lockedReason(row)
    if let reason { throw FreeAgent.Failure.unprocessable(reason) }
  }

  /// Sees that what is locked of an explanation is as before, however it was changed.
  ///
  /// The answers are compared, since what is locked need not be what is sent: the amount of a transfer is also
  /// what the other account has of it.
  ///
  /// - Throws: 422 with all that is another.
  func requireLocked(of before: Explanation, in changed: Explanation) throws {
    let names = (before.lockedAttributes ?? []).filter {
      before.members[$0] != changed.members[$0]
    }
    guard names.isEmpty else {
      throw FreeAgent.Failure.unprocessable(
        names.map { FreeAgent.Failure.sentence($0, "is locked and can't be changed") })
    }
  }

  /// Why an explanation can no longer be changed; nil if it can.
  ///
  /// The other side of a transfer is written and deleted with it, and what was written off of a document
  /// is what was left to pay.
  func explanationLock(_ row: Row) throws -> String? {
    if let reason = try lockedReason(row) { return reason }
    if let other = row["otherSide"] as Int64? {
      let side = try found(.explanation, other)
      if let reason = try lockedReason(side) { return reason }
      // A transaction that was made for it goes with it, from the day on which the money moved.
      let transaction = try found(.bankTransaction, side["bankTransaction"])
      guard transaction.isOnlyOfTransfer else { return nil }
      return try accountLockReason(on: transaction.day("day"))
    }
    guard let document = row["document"] as Int64? else { return nil }
    return try accountLockReason(on: found(.document, document).day("writtenOffOn"))
  }

  /// Why an expense or a bill can no longer be changed, or an explanation for its own sake; nil if it can.
  func lockedReason(_ row: Row) throws -> String? {
    guard (row["invoiceItem"] as Int64?) == nil else {
      return "This has been rebilled on an invoice and can't be changed"
    }
    if let reason = try accountLockReason(on: row.day("day")) { return reason }
    guard let through = try companyFacts().lockedThrough, let day = row.day("day"), day <= through
    else { return nil }
    return "This is part of a VAT return that has been filed"
  }
}
