package import Bank
import Money
package import ServiceBasics

/// What the bank's API tells of an account besides.
package struct AccountDetails: Sendable, Hashable {
  /// The kind of an account, in the words of Starling's public API v2.
  package enum Kind: String, Sendable, Codable {
    case primary = "PRIMARY"
    case additional = "ADDITIONAL"
  }

  package let account: Account
  package let kind: Kind
  package let openedAt: Timestamp
  package let number: AccountNumber
}
