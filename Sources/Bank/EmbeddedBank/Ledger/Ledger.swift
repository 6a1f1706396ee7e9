package import Bank
import FoundationEssentials
import GRDB
import Money
package import ServiceBasics

/// The embedded bank's books inside one transaction: all that a request reads and writes.
///
/// One transaction holds everything that must happen together; it is undone as a whole if
/// anything throws.
package struct Ledger {
  typealias AccountRow = BankRecords.AccountRow
  typealias GoalRow = BankRecords.GoalRow
  typealias PaymentRow = BankRecords.PaymentRow

  let db: Database

  /// The time of whatever is written.
  package let now: Timestamp

  private let makeID: @Sendable () -> String

  init(db: Database, now: Timestamp, makeID: @escaping @Sendable () -> String) {
    self.db = db
    self.now = now
    self.makeID = makeID
  }

  /// The same books at another time, for a past that is being made up.
  func at(_ time: Timestamp) -> Ledger {
    Ledger(db: db, now: time, makeID: makeID)
  }

  /// The id of what an order makes.
  ///
  /// It follows from the order's key and from which ids are taken, so that a walk that is replayed
  /// against another bank of the same sample makes the same things.
  ///
  /// - Parameters:
  ///   - key: the order's key.
  ///   - role: tells apart what one order makes.
  ///   - isTaken: whether something has an id already.
  /// - Returns: a UUID that nothing has.
  /// - Throws: what SQLite throws.
  func newID<Owner>(
    madeBy key: String, as role: UInt8, unless isTaken: (Identifier<Owner>) throws -> Bool
  ) throws -> Identifier<Owner> {
    guard let first = Identifier<Owner>(key)?.changed(by: role) else { return try newID() }
    return try freeID(first, orMadeFrom: "\(role) \(key)", unless: isTaken)
  }

  /// The first id of a row that nothing has: one that is proposed, then those that follow from a text
  /// and a number that counts up.
  func freeID<Owner>(
    _ proposed: Identifier<Owner>?, orMadeFrom text: String,
    unless isTaken: (Identifier<Owner>) throws -> Bool
  ) throws -> Identifier<Owner> {
    if let proposed, try !isTaken(proposed) { return proposed }
    for number in 1... {
      guard let id = Identifier<Owner>(DerivedUUID.make(from: "\(text) \(number)")) else { break }
      if try !isTaken(id) { return id }
    }
    return try newID()
  }

  func newID<Owner>() throws -> Identifier<Owner> {
    let text = makeID()
    guard let id = Identifier<Owner>(text) else {
      throw BankError.invalidRecord(cause: "the source of ids gave \"\(text)\", which is no UUID")
    }
    return id
  }
}

extension Identifier {
  /// The id whose first byte differs by some bits.
  func changed(by bits: UInt8) -> Identifier? {
    guard let first = UInt8(text.prefix(2), radix: 16) else { return nil }
    let changed = String(first ^ bits, radix: 16)
    return Identifier(
      String(repeating: "0", count: 2 - changed.count) + changed + text.dropFirst(2))
  }
}

// MARK: - Accounts

extension Ledger {
  package func accounts() throws -> [Account] {
    try rows(AccountRow.self, "SELECT * FROM account ORDER BY number").map(\.account)
  }

  package func account(_ id: Account.ID) throws -> Account {
    guard
      let row = try row(AccountRow.self, "SELECT * FROM account WHERE id = ?", [id.text])
    else { throw BankError.unknownAccount(id) }
    return row.account
  }

  package func open(_ new: NewAccount) throws -> Account {
    try check(new)
    let account = Account(
      id: try new.id ?? newID(), handle: new.handle, name: new.name, currency: new.currency,
      defaultCategory: try new.defaultCategory ?? newID())
    let isFirst = try value(Bool.self, "SELECT NOT EXISTS (SELECT 1 FROM account)") ?? true
    try AccountRow(account, type: isFirst ? .primary : .additional, openedAt: now).insert(db)
    return account
  }

  package func balance(of id: Account.ID) throws -> Balance {
    try balance(of: account(id))
  }

  func balance(of account: Account) throws -> Balance {
    let pocket = try pocket(of: account, in: account.defaultCategory)
    let cleared = pocket?.cleared ?? 0
    let (effective, overflow) = cleared.subtractingReportingOverflow(pocket?.pendingOut ?? 0)
    return Balance(
      cleared: Money(minorUnits: cleared, currency: account.currency),
      effective: Money(minorUnits: overflow ? .min : effective, currency: account.currency))
  }

  func pocket(
    of account: Account, in category: Account.Category.ID
  ) throws -> BankRecords.PocketRow? {
    try row(
      BankRecords.PocketRow.self,
      "SELECT cleared, pendingOut FROM pocket WHERE category = ? AND account = ?",
      [category.text, account.id.text])
  }
}
