import Bank
import EmbeddedBank
import ServiceBasics
import StarlingAPI

/// What the controls take and tell, as JSON.
enum Control {
  struct AccountSetting: Codable {
    let name: String
    let currency: String
    let handle: String?
    let uid: String?
  }

  struct PaymentSetting: Codable {
    struct Other: Codable {
      let type: String?
      let name: String?
      let uid: String?
    }

    /// The account's id or its handle; the first one if nothing is said.
    let account: String?
    let uid: String?
    let amount: Starling.Amount
    let sourceAmount: Starling.Amount?
    /// OUT if nothing is said.
    let direction: String?
    /// SETTLED if nothing is said.
    let status: String?
    /// MASTER_CARD if nothing is said.
    let source: String?
    let counterParty: Other?
    /// The clock's time if nothing is said.
    let transactionTime: Timestamp?
    let settlementTime: Timestamp?
    let reference: String?
  }

  struct Settlement: Codable {
    /// The final amount, where it is another.
    let amount: Starling.Amount?
  }

  struct Settled: Encodable {
    let settled: [String]
  }

  struct TokenCount: Encodable {
    let tokens: Int
  }

  struct Audit: Encodable {
    let differences: [AuditDifference]
  }
}
