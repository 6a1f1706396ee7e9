import Bank
import GRDB

extension Ledger {
  /// The id of the bank's customer, a UUID: made at the first call, and the same ever after.
  ///
  /// - Parameter former: the id that the customers of all banks had before each had one of its own.
  /// - Returns: the id.
  /// - Throws: what SQLite throws.
  package func customer(formerly former: String) throws -> String {
    if let known = try value(String.self, "SELECT id FROM customer") { return known }
    let made: Identifier<AccessGrant> = try newID()
    try execute("INSERT INTO customer VALUES (1, ?)", [made.text])
    try execute("UPDATE accessToken SET holder = ? WHERE holder = ?", [made.text, former])
    try execute(
      "UPDATE nativeRoundUp SET activatedBy = ? WHERE activatedBy = ?", [made.text, former])
    return made.text
  }
}
