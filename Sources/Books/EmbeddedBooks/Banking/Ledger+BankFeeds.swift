import FreeAgentAPI
import GRDB
import ServiceBasics

/// What brings the transactions of bank accounts; here they come with statements all the same.
///
/// Source: the page “Bank Feeds”.
extension Ledger {
  typealias BankFeed = FreeAgent.BankFeed

  func bankFeed(_ id: Int64) throws -> BankFeed { bankFeed(try found(.bankFeed, id)) }

  func bankFeeds(_ page: FreeAgent.PageRequest) throws -> Page<BankFeed> {
    try self.page(of: Selection(.bankFeed, order: "id"), page).map(bankFeed)
  }

  private func bankFeed(_ row: Row) -> BankFeed {
    BankFeed {
      $0.url = link(row["id"] as Int64)
      $0.bankAccount = link(row["account"] as Int64)
      $0.state = row["state"]
      $0.feedType = row["type"]
      $0.bankServiceName = row["service"]
      $0.scaExpiresAt = row.time("expiresAt")
      $0.createdAt = row.time("createdAt")
      $0.updatedAt = row.time("updatedAt")
    }
  }

  /// Whether an account has a feed that is on.
  func hasFeed(account id: Int64) throws -> Bool {
    try exists("SELECT 1 FROM bankFeed WHERE account = ? AND state = 'enabled'", [id])
  }

  /// Adds a feed that is on; the API has no way to, so that the sample alone does.
  ///
  /// - Parameters:
  ///   - account: the account.
  ///   - service: what the bank is called.
  ///   - expiry: until when the customer has allowed it; nil for open banking.
  func addFeed(account: Int64, from service: String, until expiry: Timestamp? = nil) throws {
    try insert(
      .bankFeed,
      [
        "account": account, "state": "enabled", "service": service,
        "type": expiry == nil ? "open_banking" : "api", "expiresAt": expiry?.milliseconds,
      ])
  }
}
