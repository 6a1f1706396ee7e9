import Books
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

  /// What addresses begin with, `/v2` included.
  let base: String

  let memo: Memo

  private let address: String

  init(_ db: Database, now: Timestamp, address: String, memo: Memo = Memo()) {
    self.memo = memo
    self.db = db
    self.now = now
    self.address = address
    base = ([address] + FreeAgent.pathPrefix).joined(separator: "/")
  }

  /// The day of that time where the company is: in the United Kingdom, or else by UTC.
  ///
  /// The API does not say in which zone a company elsewhere is. Books without a company are of the United
  /// Kingdom, as the companies are that are begun in them.
  var today: Day {
    let kind = (try? companyFacts())?.kind
    return now.day(in: kind == .other ? .utc : .unitedKingdom)
  }

  /// The same books at another time, for a past that is being made up.
  package func at(_ time: Timestamp) -> Ledger {
    Ledger(db, now: time, address: address, memo: memo)
  }
}
