import Books
import Days
import FreeAgentAPI
import GRDB

/// Accounts that are locked up to a day: nothing of these days is made, changed or deleted.
///
/// Bank statements are read all the same, and drafts are not in the accounts yet. A user locks them, and so
/// does what is marked as filed; of several locks the latest counts.
///
/// Source: the page “Account Locks”; the support article “Lock your accounts”, for the days that can be and
/// for what locks by itself.
extension Ledger {
  /// The locks, that of a user first, and the days up to which a user can lock.
  func accountLocks() throws -> FreeAgent.AccountLocks {
    let days = try lockableDays()
    let locks = try userLocks() + automaticLocks()
    return FreeAgent.AccountLocks {
      $0.accountLocks = locks
      $0.earliestLockDate = days?.lowerBound
      $0.latestLockDate = days?.upperBound
    }
  }

  /// The lock of a user; empty if there is none.
  private func userLocks() throws -> [FreeAgent.AccountLock] {
    try rows("SELECT * FROM accountLock").map { lock in
      let user = lock["user"] as Int64
      let author = try name(ofUser: found(.user, user))
      let address: FreeAgent.Link<FreeAgent.User> = link(user)
      return FreeAgent.AccountLock {
        $0.lockedToDate = lock.day("day")
        $0.userLock = true
        $0.lockedByDescription = author
        $0.lockedByURL = address.url
      }
    }
  }

  /// The locks that follow from what was marked as filed, the latest first.
  ///
  /// The page has the words for an accounting year, without an address; those for Self Assessment are ours.
  private func automaticLocks() throws -> [FreeAgent.AccountLock] {
    let kind = try companyFacts().kind
    return try lockingDays(of: kind).map { day in
      let year = try lockedYear(endingOn: day, kind)
      return FreeAgent.AccountLock {
        $0.lockedToDate = day
        $0.lockedByDescription =
          kind == .limited ? "Accounting Year End \(year)" : "Self Assessment \(year)"
      }
    }
  }

  /// A year as it is written, such as `2025/26`.
  private func lockedYear(endingOn day: Day, _ kind: CompanyKind) throws -> String {
    let year =
      try kind == .limited
      ? accountingPeriods().first { $0.upperBound == day } : TaxYear(of: day)?.days
    return (year ?? day...day).yearName
  }

  /// The days up to which a user can lock; nil if there are none.
  ///
  /// They are from the beginning of the books, or the day after the last automatic lock, to a week ago; those
  /// of a company that is registered for VAT end with the last return that was filed.
  private func lockableDays() throws -> ClosedRange<Day>? {
    let facts = try companyFacts()
    guard var first = try company().freeagentStartDate ?? facts.booksBegin,
      var last = today.adding(days: -7)
    else { return nil }
    if let locked = try lockingDays(of: facts.kind).first, let next = locked.adding(days: 1) {
      first = max(first, next)
    }
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
    try movingLocks {
      try execute("DELETE FROM accountLock")
      try insert(.accountLock, ["id": 1, "day": day.description, "user": caller.id])
    }
  }

  /// Takes the lock of a user away.
  ///
  /// - Throws: 404 if there is none.
  func removeAccountLock() throws {
    guard try has(.accountLock, 1) else { throw FreeAgent.Failure.notFound }
    try movingLocks { try delete(.accountLock, 1) }
  }

  /// Does what may move a lock, of the accounts or of VAT returns.
  ///
  /// Journeys of locked days keep their amounts; those whose days are open again are paid anew.
  func movingLocks(_ work: () throws -> Void) throws {
    let before = try companyFacts().lockedDay
    try work()
    memo.company = nil
    let after = try companyFacts().lockedDay
    guard let before, after.map({ $0 < before }) ?? true else { return }
    try payMileage(after: after, through: before)
  }

  /// Why nothing of a day can be made, changed or deleted; nil if it can.
  func accountLockReason(on day: Day?) throws -> String? {
    guard let through = try companyFacts().accountsLockedThrough, let day, day <= through else {
      return nil
    }
    return Self.words(ofLock: through)
  }

  private static func words(ofLock through: Day) -> String {
    "The accounts are locked up to \(through.written)"
  }

  /// Sees that what was there when the books began can still be changed: it is part of every day since.
  ///
  /// - Throws: 422 if any day is locked.
  func requireOpenBeginning() throws {
    guard let through = try companyFacts().accountsLockedThrough else { return }
    throw FreeAgent.Failure.unprocessable(Self.words(ofLock: through))
  }

  /// Does something that may change what was there when the books began.
  ///
  /// Clients send all of what they change, so that what comes is compared with what is there.
  ///
  /// - Throws: 422 if it does, and any day is locked; what `work` throws.
  func keepingLockedBeginning<Value>(_ work: () throws -> Value) throws -> Value {
    guard try companyFacts().accountsLockedThrough != nil else { return try work() }
    let before = try openingPostings().units.filter { $0.value != 0 }
    let value = try work()
    let after = try openingPostings().units.filter { $0.value != 0 }
    if after != before { try requireOpenBeginning() }
    return value
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
    // What was written off changes with the document as well, on a day of its own.
    try requireOpenAccounts(on: row.day("day"), row.day("writtenOffOn"), day)
  }
}
