import Bank
import ServiceBasics
import StarlingAPI

/// What the controls take and tell, as JSON.
enum Control {
  struct ClockSetting: Decodable {
    /// Where the clock is to stand; null has it run with the computer's.
    let now: Timestamp?
    let saysNow: Bool
    /// How far it is to move on, after that; back where it is less than zero.
    let advanceSeconds: Double?

    private enum CodingKeys: CodingKey { case now, advanceSeconds }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      saysNow = container.contains(.now)
      now = try container.decodeIfPresent(Timestamp.self, forKey: .now)
      advanceSeconds = try container.decodeIfPresent(Double.self, forKey: .advanceSeconds)
    }
  }

  struct ClockState: Encodable {
    let now: Timestamp
    let stands: Bool
  }

  struct AccountSetting: Decodable {
    let name: String
    let currency: String
    let handle: String?
    let uid: String?
  }

  struct PaymentSetting: Decodable {
    struct Other: Decodable {
      let type: String?
      let name: String?
      let uid: String?
    }

    /// The account's id; the first one if nothing is said.
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

  struct Settlement: Decodable {
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

  struct Faults: Encodable {
    let faults: [Fault]
  }

  struct Late: Encodable {
    let done: [LateRequests.Done]
  }

  struct Requests: Encodable {
    let requests: [RequestLog.Entry]
  }
}
