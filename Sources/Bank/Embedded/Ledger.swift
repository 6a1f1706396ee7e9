import FoundationEssentials
import GRDB
import Money

/// The embedded bank's books inside one transaction: all that a request reads and writes.
///
/// One transaction holds everything that must happen together; it is undone as a whole if
/// anything throws.
struct Ledger {
  typealias AccountRow = BankRecords.AccountRow
  typealias GoalRow = BankRecords.GoalRow
  typealias PaymentRow = BankRecords.PaymentRow

  let db: Database

  /// The time of whatever is written.
  let now: Timestamp

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

  /// The id of what an order makes: it follows from the order's key, so that a walk that is replayed
  /// against another bank of the same sample makes the same things.
  ///
  /// - Parameter role: tells apart what one order makes.
  func newID<Owner>(madeBy key: String, as role: UInt8) throws -> Identifier<Owner> {
    guard Identifier<Owner>(key) != nil, let first = UInt8(key.prefix(2), radix: 16) else {
      return try newID()
    }
    let changed = String(first ^ role, radix: 16)
    let text = String(repeating: "0", count: 2 - changed.count) + changed + key.dropFirst(2)
    return try Identifier<Owner>(text) ?? newID()
  }

  func newID<Owner>() throws -> Identifier<Owner> {
    let text = makeID()
    guard let id = Identifier<Owner>(text) else {
      throw BankError.invalidRecord(cause: "the source of ids gave \"\(text)\", which is no UUID")
    }
    return id
  }
}

// MARK: - Accounts

extension Ledger {
  func accounts() throws -> [Account] {
    try AccountRow.fetchAll(db, sql: "SELECT * FROM account ORDER BY number").map(\.account)
  }

  func account(_ id: Account.ID) throws -> Account {
    guard
      let row = try AccountRow.fetchOne(
        db, sql: "SELECT * FROM account WHERE id = ?", arguments: [id.text])
    else { throw BankError.unknownAccount(id) }
    return row.account
  }

  func open(_ new: NewAccount) throws -> Account {
    let account = Account(
      id: try new.id ?? newID(), handle: new.handle, name: new.name, currency: new.currency,
      defaultCategory: try new.defaultCategory ?? newID())
    try AccountRow(account).insert(db)
    return account
  }

  func balance(of id: Account.ID) throws -> Balance {
    let account = try account(id)
    let cleared = try settledSum(of: account, in: account.defaultCategory)
    let pending =
      try Int64.fetchOne(
        db,
        sql: """
          SELECT sum(minorUnits) FROM payment
          WHERE account = ? AND category = ? AND status = 'PENDING' AND direction = 'OUT'
          """, arguments: [account.id.text, account.defaultCategory.text]) ?? 0
    let (effective, overflow) = cleared.subtractingReportingOverflow(pending)
    return Balance(
      cleared: Money(minorUnits: cleared, currency: account.currency),
      effective: Money(minorUnits: overflow ? .min : effective, currency: account.currency))
  }

  /// What came less what went, of settled payments; SQLite reports a sum that overflows.
  func settledSum(of account: Account, in category: Account.Category.ID) throws -> Int64 {
    try Int64.fetchOne(
      db,
      sql: """
        SELECT sum(iif(direction = 'IN', minorUnits, -minorUnits)) FROM payment
        WHERE account = ? AND category = ? AND status = 'SETTLED'
        """, arguments: [account.id.text, category.text]) ?? 0
  }
}
