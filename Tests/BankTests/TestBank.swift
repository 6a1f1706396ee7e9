import Bank
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import Money
import Synchronization
import Testing

/// An embedded bank with one account of £100, a clock that stands still and ids that count up.
///
/// Its `audited` ends every test: the books add up, whatever has been done.
struct TestBank: AccountWorld {
  static let noon = "2026-11-20T12:00:00.000Z"

  let bank: EmbeddedBank
  let account: Account
  var testedBank: any Bank { bank }

  init(balance pence: Int64 = 100_00, code: String = "GBP") throws {
    let noon = try date(Self.noon)
    let ids = Ids()
    bank = try .inMemory(now: { noon }, makeID: { ids.next() })
    account = try bank.open(
      NewAccount(handle: "personal", name: "Personal", currency: try currency(code)))
    if pence > 0 {
      try bank.post(payment(pence, direction: .incoming, source: .fasterPaymentIn))
    }
  }

  func available() async throws -> Int64 {
    try await bank.balance(of: account.id).effective.minorUnits
  }

  func audited(at location: SourceLocation = #_sourceLocation) throws {
    #expect(try bank.auditDifferences() == [], sourceLocation: location)
  }
}

/// UUIDs that count up.
final class Ids: Sendable {
  private let count = Atomic(0)

  func next() -> String { uuid(count.add(1, ordering: .relaxed).newValue, "1") }
}
