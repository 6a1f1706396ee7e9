import Bank
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import Money
import ServiceBasics
import Testing

struct PaymentTests {
  @Test func `has every status of the bank, and keeps a new one`() throws {
    let words = [
      "UPCOMING", "UPCOMING_CANCELLED", "PENDING", "REVERSED", "SETTLED", "DECLINED", "REFUNDED",
      "RETRYING", "ACCOUNT_CHECK",
    ]
    #expect(PaymentStatus.known.map(\.rawValue) == words)
    let text = "[\"SETTLED\",\"NEW\"]"
    let read = try JSONDecoder().decode([PaymentStatus].self, from: Data(text.utf8))
    #expect(read == [.settled, .unknown("NEW")])
    #expect(try CanonicalJSON.text(read) == text)
  }

  @Test func `is the same after it has been JSON, to the millisecond`() throws {
    let payment = Payment(
      id: try #require(Payment.ID(uuid(1))), account: try #require(Account.ID(uuid(2))),
      category: try #require(Account.Category.ID(uuid(3))), amount: try pounds(2_06),
      direction: .outgoing, status: .settled, source: .card,
      counterparty: Counterparty(kind: .merchant, name: "Boulangerie"),
      sourceAmount: Money(minorUnits: 2_39, currency: try currency("EUR")),
      transactionTime: Date(timeIntervalSinceReferenceDate: 816_000_000.123_456_7),
      settlementTime: try date("2026-11-20T12:00:00.001Z"), reference: "Déjeuner",
      isRoundedUpByBank: true)
    #expect(try roundTrip(payment) == payment)
    let amount = try CanonicalJSON.text(payment.amount)
    let sourceAmount = try CanonicalJSON.text(payment.sourceAmount)
    #expect(
      try CanonicalJSON.text(payment) == """
        {"account":"\(uuid(2))","amount":\(amount),"category":"\(uuid(3))",\
        "counterparty":{"kind":"MERCHANT","name":"Boulangerie"},"direction":"OUT",\
        "id":"\(uuid(1))","isRoundedUpByBank":true,"reference":"Déjeuner",\
        "settlementTime":"2026-11-20T12:00:00.001Z","source":"MASTER_CARD",\
        "sourceAmount":\(sourceAmount),"status":"SETTLED",\
        "transactionTime":"2026-11-10T10:40:00.123Z"}
        """)
  }
}
