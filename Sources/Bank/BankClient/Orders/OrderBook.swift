public import Bank
import FoundationEssentials
import GRDB
import ServiceBasics
import ServiceStorage

/// What a client has ordered from a bank, in a SQLite file: written before it is sent, and settled
/// when the answer is known.
///
/// Several processes may use one book. It is worth as much as the money it speaks of: without it, an
/// order that was sent and not answered can be made a second time.
public final class OrderBook: Sendable {
  /// The absolute path of the folder with the book and its locks.
  public let folder: String

  private let path: String
  private let queue: DatabaseQueue

  /// Opens the book in a folder, and makes both for the user alone (0700, 0600) if need be.
  ///
  /// - Parameter folder: one for each customer of a bank. A relative path begins at the current
  ///   folder.
  /// - Throws: `storage` or `notABank`.
  public init(folder: String) throws(BankError) {
    path = DatabaseFile.absolute("\(folder)/orders.sqlite")
    self.folder = String(path.dropLast("/orders.sqlite".count))
    do throws(DatabaseFileError) {
      queue = try DatabaseFile.open(path, for: OrderSchema.contents)
    } catch {
      throw BankError(error)
    }
  }

  /// Reads in one transaction. Not `async`, so that GRDB's calls are the ones that stay in place.
  private func read<Value>(_ body: (Database) throws -> Value) throws(BankError) -> Value {
    do { return try queue.read(body) } catch { throw BankError(error, path: path) }
  }

  /// Reads and writes in one transaction that is alone from its begin.
  private func write<Value>(_ body: (Database) throws -> Value) throws(BankError) -> Value {
    do {
      var value: Value?
      try queue.inTransaction(.immediate) { db in
        value = try body(db)
        return .commit
      }
      guard let value else { throw BankError.unavailable(cause: "the transaction did not run") }
      return value
    } catch {
      throw BankError(error, path: path)
    }
  }
}

// MARK: - Looking up

extension OrderBook {
  /// The order with this key.
  func order(_ key: String) throws(BankError) -> BookedOrder? {
    try read {
      try BookedOrder.fetchOne(
        $0, sql: "SELECT * FROM bookedOrder WHERE key = ?", arguments: [key])
    }
  }

  /// The orders of an account that nobody knows the end of, oldest first.
  func openOrders(of account: Account.ID) throws(BankError) -> [BookedOrder] {
    try read {
      try BookedOrder.fetchAll(
        $0,
        sql: "SELECT * FROM bookedOrder WHERE account = ? AND state = 'open' ORDER BY number",
        arguments: [account.text])
    }
  }

  /// Transfers of an account that are done but were never found in the feed.
  func transfersWithoutItem(of account: Account.ID) throws(BankError) -> [BookedOrder] {
    try read {
      try BookedOrder.fetchAll(
        $0,
        sql: """
          SELECT * FROM bookedOrder
          WHERE account = ? AND kind = 'transfer' AND state = 'done' AND made IS NULL
          """, arguments: [account.text])
    }
  }

  /// Which of these ids belong to what an order made.
  func made(among ids: [String]) throws(BankError) -> Set<String> {
    try read { db in
      Set(
        try ids.filter {
          try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM bookedOrder WHERE made = ?)", arguments: [$0])
            ?? false
        })
    }
  }

  /// Which of these payments an order covers.
  func covered(among payments: [Payment.ID]) throws(BankError) -> [Payment.ID] {
    try read { try Self.covered(among: payments, $0) }
  }

  func coveredPayments(
    of account: Account.ID, in interval: Range<Date>
  ) throws(BankError) -> Set<Payment.ID> {
    let rows = try read {
      try CoveredPayment.fetchAll(
        $0,
        sql: """
          SELECT * FROM coveredPayment
          WHERE account = ? AND transactionTime >= ? AND transactionTime <= ?
          """,
        arguments: [
          account.text, Timestamp(interval.lowerBound).milliseconds,
          Timestamp(interval.upperBound).milliseconds,
        ])
    }
    let inside = rows.filter {
      interval.contains(Timestamp(milliseconds: $0.transactionTime).date)
    }
    return Set(inside.map(\.payment))
  }

  private static func covered(
    among payments: [Payment.ID], _ db: Database
  ) throws -> [Payment.ID] {
    try payments.filter {
      try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM coveredPayment WHERE payment = ?)",
        arguments: [$0.text]) ?? false
    }
  }
}

// MARK: - Writing

extension OrderBook {
  /// Enters an order before it is sent.
  ///
  /// - Returns: the payments that another order covers already; where there are any, nothing is
  ///   entered.
  func enter(
    _ order: BookedOrder, covering payments: [CoveredPayment]
  ) throws(BankError) -> [Payment.ID] {
    try write { db in
      let taken = try Self.covered(among: payments.map(\.payment), db)
      guard taken.isEmpty else { return taken }
      try order.insert(db)
      for payment in payments { try payment.insert(db) }
      return []
    }
  }

  /// Notes that an order is about to be sent, again perhaps.
  func note(_ key: String, sentAt time: Int64) throws(BankError) {
    try write {
      try $0.execute(
        sql: "UPDATE bookedOrder SET sentAt = ? WHERE key = ?", arguments: [time, key])
    }
  }

  /// Settles an order for good; a refused one covers nothing any more.
  func settle(
    _ key: String, as state: BookedOrder.State, answer: String, made: String?
  ) throws(BankError) {
    try write { db in
      try db.execute(
        sql: "UPDATE bookedOrder SET state = ?, answer = ?, made = ? WHERE key = ?",
        arguments: [state.rawValue, answer, made, key])
      if state == .refused {
        try db.execute(sql: "DELETE FROM coveredPayment WHERE orderKey = ?", arguments: [key])
      }
    }
  }

  /// Takes out an order that was certainly not carried out, as if it had never been.
  func withdraw(_ key: String) throws(BankError) {
    try write {
      try $0.execute(
        sql: "DELETE FROM bookedOrder WHERE key = ? AND state = 'open'", arguments: [key])
    }
  }
}
