import Bank
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import Money
import Synchronization
import Testing

/// Makes payments for the tests of the round-up: settled card payments unless told otherwise.
final class RoundUpWorld: Sendable {
  private let count = Atomic(1000)

  func week() throws -> Week { try .london("2026-11-20T12:00:00Z") }

  func account(in code: String = "GBP", number: Int = 1) throws -> Account {
    Account(
      id: try #require(Account.ID(uuid(number, "a"))), handle: "personal", name: "Personal",
      currency: try currency(code),
      defaultCategory: try #require(Account.Category.ID(uuid(number, "c"))))
  }

  func payment(
    _ minorUnits: Int64, account: Account? = nil, amountIn code: String? = nil,
    category: String? = nil, direction: PaymentDirection = .outgoing,
    status: PaymentStatus = .settled, source: PaymentSource = .card,
    kind: Counterparty.Kind = .merchant, sourceAmount: Money? = nil,
    at instant: String = "2026-11-18T09:30:00Z", settledAt: String? = nil,
    isRoundedUpByBank: Bool = false
  ) throws -> Payment {
    let account = try account ?? self.account()
    let id = uuid(count.add(1, ordering: .relaxed).newValue, "b")
    return Payment(
      id: try #require(Payment.ID(id)), account: account.id,
      category: try category.map { try #require(Account.Category.ID($0)) }
        ?? account.defaultCategory,
      amount: Money(
        minorUnits: minorUnits, currency: try code.map(currency) ?? account.currency),
      direction: direction, status: status, source: source,
      counterparty: Counterparty(kind: kind, name: "Somebody"), sourceAmount: sourceAmount,
      transactionTime: try date(instant), settlementTime: try settledAt.map(date),
      isRoundedUpByBank: isRoundedUpByBank)
  }
}
