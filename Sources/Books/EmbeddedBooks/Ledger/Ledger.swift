import Days
import FreeAgentAPI
import GRDB
import Money
package import ServiceBasics

/// The books inside one transaction: all that a request reads and writes.
///
/// One transaction holds everything that must happen together; it is undone as a whole if anything throws.
package struct Ledger {
  let db: Database

  /// The time of whatever is written.
  package let now: Timestamp

  /// The day of that time, by UTC.
  let today: Day

  /// What addresses begin with, `/v2` included.
  let base: String

  let memo: Memo

  private let address: String

  init(_ db: Database, now: Timestamp, address: String, memo: Memo = Memo()) {
    self.memo = memo
    self.db = db
    self.now = now
    self.address = address
    today = now.day
    base = ([address] + FreeAgent.pathPrefix).joined(separator: "/")
  }

  /// The same books at another time, for a past that is being made up.
  package func at(_ time: Timestamp) -> Ledger {
    Ledger(db, now: time, address: address, memo: memo)
  }
}
