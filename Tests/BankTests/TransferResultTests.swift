import Bank
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import Money
import ServiceBasics
import Testing

struct TransferResultTests {
  @Test func `is readable JSON when moved`() throws {
    let receipt = TransferReceipt(
      key: uuid(1), account: try #require(Account.ID(uuid(2))),
      goal: try #require(SavingsGoal.ID(uuid(3))), goalName: "Trip", amount: try pounds(1_58),
      totalSaved: try pounds(122_28), payment: try #require(Payment.ID(uuid(4))),
      movedAt: try date("2026-11-20T12:00:00.5Z"))
    let result = TransferResult.moved(receipt)
    #expect(try roundTrip(result) == result)
    let amount = try CanonicalJSON.text(receipt.amount)
    let totalSaved = try CanonicalJSON.text(receipt.totalSaved)
    #expect(
      try CanonicalJSON.text(result) == """
        {"moved":{"account":"\(uuid(2))","amount":\(amount),\
        "goal":"\(uuid(3))","goalName":"Trip","key":"\(uuid(1))",\
        "movedAt":"2026-11-20T12:00:00.500Z","payment":"\(uuid(4))",\
        "totalSaved":\(totalSaved)}}
        """)
    let earlier = TransferResult.moved(receipt.ofEarlierTransfer())
    #expect(earlier != result && receipt.ofEarlierTransfer().wasMovedBefore)
    #expect(try roundTrip(earlier) == earlier)
    #expect(
      try CanonicalJSON.text(earlier)
        == CanonicalJSON.text(result).replacing("}}}", with: #"},"wasMovedBefore":true}}"#))
  }

  @Test func `is readable JSON when refused`() throws {
    let (available, needed) = try (pounds(2_10), pounds(3_77))
    let amounts = try [available, needed].map { try CanonicalJSON.text($0) }
    let refusals: [(TransferRefusal, String)] = try [
      (
        .insufficientFunds(available: available, needed: needed),
        #"{"insufficientFunds":{"available":\#(amounts[0]),"needed":\#(amounts[1])}}"#
      ),
      (.unknownGoal, #"{"unknownGoal":{}}"#),
      (.goalNotActive(state: .archived), #"{"goalNotActive":{"state":"ARCHIVED"}}"#),
      (.amountMustBePositive, #"{"amountMustBePositive":{}}"#),
      (
        .currencyMismatch(expected: currency("GBP")), #"{"currencyMismatch":{"expected":"GBP"}}"#
      ),
      (.keyReused, #"{"keyReused":{}}"#),
      (
        .alreadyCovered(payments: [#require(Payment.ID(uuid(1)))]),
        #"{"alreadyCovered":{"payments":["\#(uuid(1))"]}}"#
      ),
    ]
    for (refusal, text) in refusals {
      let result = TransferResult.refused(refusal)
      #expect(try CanonicalJSON.text(result) == #"{"refused":\#(text)}"#)
      #expect(try roundTrip(result) == result)
    }
  }

  @Test(arguments: ["{}", #"{"moved":{}}"#, #"{"refused":{"nonsense":{}}}"#, "[]", "1"])
  func `is not read from anything else`(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(TransferResult.self, from: Data(text.utf8))
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(GoalCreation.self, from: Data(text.utf8))
    }
  }
}
