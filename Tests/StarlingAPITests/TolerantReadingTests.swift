import ServiceBasics
import StarlingAPI
import Testing

/// One malformed member of a long list says nothing about the others.
struct TolerantReadingTests {
  private static func item(_ id: String, _ more: String = "") -> String {
    """
    {"feedItemUid":"\(id)","categoryUid":"c","amount":{"currency":"GBP","minorUnits":1},\
    "direction":"OUT","transactionTime":"2026-11-20T12:00:00Z","source":"MASTER_CARD",\
    "status":"SETTLED"\(more)}
    """
  }

  @Test(arguments: [
    #""updatedAt":"yesterday""#, #""settlementTime":5"#, #""retryAllocationUntilTime":{}"#,
    #""sourceAmount":"a lot""#, #""sourceAmount":{"currency":"GBP","minorUnits":1.5}"#,
    #""exchangeRate":"x""#, #""totalFees":[]"#, #""totalFeeAmount":1"#, #""reference":7"#,
    #""counterPartyName":false"#, #""hasReceipt":"yes""#, #""spendingCategory":1"#,
    #""batchPaymentDetails":"x""#, #""userNote":{}"#, #""country":44"#,
  ])
  func `a member that says nothing about the money is nil if it is malformed`(
    member: String
  ) throws {
    let items: Starling.FeedItems = try CanonicalJSON.value(
      #"{"feedItems":[\#(Self.item("a", ",\(member)")),\#(Self.item("b"))]}"#)
    #expect(items.unread == [])
    #expect(items.feedItems?.map(\.feedItemUid) == ["a", "b"])
    #expect(
      items.feedItems?.first
        == items.feedItems?.last.map { last in
          var copy = last
          copy.feedItemUid = "a"
          return copy
        })
  }

  @Test(arguments: [
    ("transactionTime", #""soon""#), ("transactionTime", "5"), ("amount", #""1.00""#),
    ("amount", #"{"currency":"GBP"}"#), ("amount", #"{"currency":"GBP","minorUnits":"1"}"#),
    ("amount", #"{"currency":"GBP","minorUnits":1.5}"#),
    ("amount", #"{"currency":"GBP","minorUnits":99999999999999999999}"#), ("direction", "1"),
    ("status", "{}"), ("source", "[]"), ("categoryUid", "7"), ("counterPartyUid", "7"),
  ])
  func `an item whose money cannot be read is left out, and told with its id`(
    member: String, value: String
  ) throws {
    let broken = #"{"feedItemUid":"a","\#(member)":\#(value)}"#
    let items: Starling.FeedItems = try CanonicalJSON.value(
      #"{"feedItems":[\#(broken),\#(Self.item("b"))]}"#)
    #expect(items.feedItems?.map(\.feedItemUid) == ["b"])
    #expect(items.unread.map(\.id) == ["a"])
    #expect(items.unread.first?.cause.isEmpty == false)
  }

  @Test(arguments: ["null", "7", #""text""#, "[]", #"{"feedItemUid":9}"#])
  func `an element that is no item, or has no readable id, is left out`(element: String) throws {
    let items: Starling.FeedItems = try CanonicalJSON.value(
      #"{"feedItems":[\#(Self.item("a")),\#(element),\#(Self.item("b"))]}"#)
    #expect(items.feedItems?.map(\.feedItemUid) == ["a", "b"])
    #expect(items.unread.map(\.id) == [nil])
  }

  @Test(arguments: [#"{"feedItems":7}"#, #"{"feedItems":{}}"#, "[]", #""x""#])
  func `a list that is none is an error`(text: String) {
    #expect(throws: DecodingError.self) {
      let _: Starling.FeedItems = try CanonicalJSON.value(text)
    }
  }

  @Test(arguments: [#""yes""#, "{}", #"{"amount":"x","goalCategoryUid":1}"#, "7"])
  func `a payment that the bank rounded up is one, however that is said`(roundUp: String) throws {
    let items: Starling.FeedItems = try CanonicalJSON.value(
      #"{"feedItems":[\#(Self.item("a", #","roundUp":\#(roundUp)"#))]}"#)
    #expect(items.feedItems?.first?.roundUp == Starling.FeedRoundUp())
  }

  @Test func `goals and accounts are read one by one, too`() throws {
    let goal =
      #"{"savingsGoalUid":"a","totalSaved":{"currency":"GBP","minorUnits":1},"state":"ACTIVE"#
    let goals: Starling.SavingsGoals = try CanonicalJSON.value(
      """
      {"savingsGoalList":[\(goal)","savedPercentage":"half"},\
      {"savingsGoalUid":"b","totalSaved":"£1","state":"ACTIVE"},\
      {"savingsGoalUid":"c","target":7,"state":"ACTIVE"}]}
      """)
    #expect(goals.savingsGoalList.map(\.savingsGoalUid) == ["a"])
    #expect(goals.unread.map(\.id) == ["b", "c"])
    let accounts: Starling.Accounts = try CanonicalJSON.value(
      """
      {"accounts":[{"accountUid":"a","createdAt":"never","name":7,"currency":"GBP"},\
      {"accountUid":"b","currency":5}]}
      """)
    #expect(accounts.accounts == [Starling.Account(accountUid: "a", currency: "GBP")])
    #expect(accounts.unread.map(\.id) == ["b"])
  }

  @Test func `a malformed total or expiry leaves the rest of an answer`() throws {
    let balance: Starling.Balance = try CanonicalJSON.value(
      #"{"clearedBalance":{"currency":"GBP","minorUnits":1},"amount":"x","acceptedOverdraft":7}"#)
    #expect(
      balance
        == Starling.Balance(clearedBalance: Starling.SignedAmount(currency: "GBP", minorUnits: 1)))
    let identity: Starling.Identity = try CanonicalJSON.value(
      #"{"accountHolderUid":"a","expiresAt":"never","expiresInSeconds":"long"}"#)
    #expect(identity == Starling.Identity(accountHolderUid: "a"))
  }

  @Test func `a rule can do without some of its days`() throws {
    let rule: Starling.RecurrenceRule = try CanonicalJSON.value(
      #"{"startDate":"2026-11-20","frequency":"WEEKLY","days":[null,"FRIDAY",null]}"#)
    #expect(rule.days?.map(\.rawValue) == ["FRIDAY"])
    let daily: Starling.RecurrenceRule = try CanonicalJSON.value(
      #"{"startDate":"2026-11-20","frequency":"DAILY","days":null}"#)
    #expect(daily.days == nil)
  }

  @Test func `what was left out is not written`() throws {
    let items: Starling.FeedItems = try CanonicalJSON.value(#"{"feedItems":[7]}"#)
    #expect(try CanonicalJSON.text(items) == #"{"feedItems":[]}"#)
  }
}
