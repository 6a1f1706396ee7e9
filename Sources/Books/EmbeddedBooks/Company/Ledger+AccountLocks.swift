import Books
import Days
import FreeAgentAPI
import GRDB

/// Accounts that are locked up to a day: nothing of these days is made, changed or deleted.
///
/// Bank statements are read all the same, and drafts are not in the accounts yet.
///
/// Source: the page “Account Locks”; the support article “Lock your accounts”, for the days that can be.
extension Ledger {
  /// The locks, and the days up to which a user can lock.
  func accountLocks() throws -> FreeAgent.AccountLocks {
    let days = try lockableDays()
    let lock = try row("SELECT * FROM accountLock")
    let author = try lock.map { try found(.user, $0["user"]) }
    return FreeAgent.AccountLocks {
      $0.accountLocks = [lock].compactMap(\.self).map { lock in
        FreeAgent.AccountLock {
          $0.lockedToDate = lock.day("day")
          $0.userLock = true
          $0.lockedByDescription = author.map(name(ofUser:))
          $0.lockedByURL = (link(lock["user"] as Int64) as FreeAgent.Link<FreeAgent.User>).url
        }
      }
      $0.earliestLockDate = days?.lowerBound
      $0.latestLockDate = days?.upperBound
    }
  }

  /// The days up to which a user can lock; nil if there are none.
  ///
  /// They are from the begin of the books to a week ago; those of a company that is registered for VAT end
  /// with the last return that was filed.
  private func lockableDays() throws -> ClosedRange<Day>? {
    let facts = try companyFacts()
    guard let first = try company().freeagentStartDate ?? facts.booksBegin,
      var last = today.adding(days: -7)
    else { return nil }
    if facts.registration.contains(today) {
      guard let filed = facts.lockedThrough else { return nil }
      last = min(last, filed)
    }
    return first <= last ? first...last : nil
  }

  /// Locks the accounts in place of the lock that a user set before.
  func setAccountLock(_ lock: FreeAgent.AccountLock, by caller: Caller) throws {
    try lock.validate(isNew: true)
    guard let days = try lockableDays() else {
      throw FreeAgent.Failure.unprocessable("The accounts can't be locked yet")
    }
    guard let day = lock.lockedToDate, days.contains(day) else {
      throw FreeAgent.Failure.invalid(
        "locked_to_date", "must be from \(days.lowerBound) to \(days.upperBound)")
    }
    try execute("DELETE FROM accountLock")
    try insert(.accountLock, ["id": 1, "day": day.description, "user": caller.id])
    memo.company = nil
  }

  /// Takes the lock of a user away.
  ///
  /// - Throws: 404 if there is none.
  func removeAccountLock() throws {
    guard try has(.accountLock, 1) else { throw FreeAgent.Failure.notFound }
    try delete(.accountLock, 1)
    memo.company = nil
  }

  /// Why nothing of a day can be made, changed or deleted; nil if it can.
  func accountLockReason(on day: Day?) throws -> String? {
    guard let through = try companyFacts().accountsLockedThrough, let day, day <= through else {
      return nil
    }
    return "The accounts are locked up to \(through.written)"
  }

  /// Sees that the accounts are not locked on any of some days.
  ///
  /// - Throws: 422 if they are.
  func requireOpenAccounts(on days: Day?...) throws {
    for day in days {
      guard let reason = try accountLockReason(on: day) else { continue }
      throw FreeAgent.Failure.unprocessable(reason)
    }
  }

  /// Sees that an invoice or a credit note that is in the accounts is not locked.
  ///
  /// - Parameters:
  ///   - row: the document.
  ///   - day: the day that it gets; nil if it keeps its own.
  func requireOpenAccounts(of row: Row, movingTo day: Day? = nil) throws {
    guard row["kind"] as String != DocumentKind.estimate.rawValue,
      ["sent", "written_off"].contains(row["state"] as String)
    else { return }
    try requireOpenAccounts(on: row.day("day"), day)
  }
}
