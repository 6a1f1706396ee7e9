import BankTestSupport
import SandboxKit
import Testing

struct FeedTests {
  private func ids(
    _ bank: TestSandbox, _ query: String, path: String? = nil
  ) async throws -> [String] {
    let path = path ?? "category/\(bank.category)/transactions-between"
    let answer = try await bank.send("GET", "/feed/account/\(bank.account)/\(path)?\(query)")
    #expect(answer.status == 200, "\(query): \(answer.text)")
    return try answer.json["feedItems"]?.elements.compactMap { $0["feedItemUid"]?.string } ?? []
  }

  private func post(
    _ bank: TestSandbox, at time: String, status: String = "SETTLED"
  ) async throws -> String {
    let answer = try await bank.control(
      "POST", "payments",
      #"{"amount":\#(pence(435)),"status":"\#(status)","transactionTime":"\#(time)"}"#)
    return try #require(try answer.json["feedItemUid"]?.string)
  }

  @Test func `takes the first moment of an interval and leaves the last`() async throws {
    try await TestSandbox.with { bank in
      let first = try await post(bank, at: "2025-01-01T00:00:00.000Z")
      let last = try await post(bank, at: "2025-01-01T00:00:01.999Z")
      _ = try await post(bank, at: "2024-12-31T23:59:59.999Z")
      _ = try await post(bank, at: "2025-01-01T00:00:02.000Z")
      let found = try await ids(
        bank,
        """
        minTransactionTimestamp=2025-01-01T00:00:00.000Z\
        &maxTransactionTimestamp=2025-01-01T00:00:02.000Z
        """)
      #expect(found == [last, first])
    }
  }

  @Test(arguments: [
    "2025-01-01T00:00:00Z", "2025-01-01T00:00:00.000Z", "2025-01-01T00:00:00.000000%2B00:00",
    "2025-01-01T01:00:00+01:00", "2025-01-01T01:00:00%2B01:00", "2025-01-01T01:00:00%2b01:00",
    "2025-01-01T01:00:00%2001:00", "2024-12-31T18:30:00-05:30", "2024-12-31T23:59:59.9990001Z",
  ])
  func `reads a time however clients write it`(text: String) async throws {
    try await TestSandbox.with { bank in
      let item = try await post(bank, at: "2025-01-01T00:00:00.000Z")
      _ = try await post(bank, at: "2024-12-31T23:59:59.999Z")
      let query = """
        minTransactionTimestamp=\(text)&maxTransactionTimestamp=2025-01-01T00:00:00.001Z
        """
      #expect(try await ids(bank, query) == [item])
    }
  }

  @Test(arguments: [
    "2025-01-01T00:00:00", "2025-01-01T00:00:00.000", "2025-01-01", "2025-02-30T00:00:00Z", "now",
    "1735689600000", "2025-01-01T00:00:00%ZZ",
  ])
  func `refuses a time without a zone, and what is no time`(text: String) async throws {
    try await TestSandbox.with { bank in
      let feed = "/feed/account/\(bank.account)/category/\(bank.category)"
      let answer = try await bank.send("GET", "\(feed)?changesSince=\(text)")
      #expect(answer.status == 400)
      #expect(try answer.messages == ["CHANGES_SINCE_must be a valid date-time"])
    }
  }

  @Test func `says at once all that is missing`() async throws {
    try await TestSandbox.with { bank in
      let feed = "/feed/account/\(bank.account)"
      for path in [
        "\(feed)/category/\(bank.category)/transactions-between",
        "\(feed)/settled-transactions-between/",
      ] {
        let answer = try await bank.send("GET", path)
        #expect(answer.status == 400)
        #expect(
          answer.text == """
            {"errors":[{"message":"MAX_TRANSACTION_TIMESTAMP_must not be null"},\
            {"message":"MIN_TRANSACTION_TIMESTAMP_must not be null"}],"success":false}
            """)
        let half = try await bank.send(
          "GET", "\(path)?maxTransactionTimestamp=2025-01-01T00:00:00Z")
        #expect(try half.messages == ["MIN_TRANSACTION_TIMESTAMP_must not be null"])
      }
      let answer = try await bank.send("GET", "\(feed)/category/\(bank.category)")
      #expect(try answer.messages == ["CHANGES_SINCE_must not be null"])
    }
  }

  @Test func `tells what changed since, also of what was made long before`() async throws {
    try await TestSandbox.with { bank in
      let item = try await post(bank, at: "2025-01-01T00:00:00Z", status: "PENDING")
      try await bank.control("PUT", "clock", #"{"advanceSeconds":60}"#)
      let since = "changesSince=2026-11-20T12:01:00.000Z"
      let path = "category/\(bank.category)"
      #expect(try await ids(bank, since, path: path) == [])
      try await bank.control(
        "POST", "payments/\(item)/settle", #"{"amount":\#(pence(500))}"#)
      #expect(try await ids(bank, since, path: path) == [item])
      let settled = try await bank.send(
        "GET", "/feed/account/\(bank.account)/category/\(bank.category)/\(item)"
      ).json
      #expect(settled["status"]?.string == "SETTLED")
      #expect(settled["settlementTime"]?.string == "2026-11-20T12:01:00.000Z")
      #expect(settled["amount"]?["minorUnits"]?.integer == 500)
    }
  }

  @Test func `finds by settlement what all categories of the account have`() async throws {
    try await TestSandbox.with { bank in
      let item = try await post(bank, at: "2025-01-01T00:00:00Z", status: "PENDING")
      try await bank.control("POST", "payments/\(item)/settle")
      let transfer = "account/\(bank.account)/savings-goals/\(bank.goal)/add-money/\(uuid(1, "f"))"
      let moved = try await bank.send("PUT", "/\(transfer)", #"{"amount":\#(pence(1))}"#)
      #expect(moved.status == 200)
      let query = """
        minTransactionTimestamp=2026-11-20T12:00:00Z&maxTransactionTimestamp=2026-11-20T12:00:00.001Z
        """
      let answer = try await bank.send(
        "GET", "/feed/account/\(bank.account)/settled-transactions-between?\(query)")
      let items = try answer.json["feedItems"]?.elements ?? []
      #expect(items.count == 3)
      #expect(items.contains { $0["feedItemUid"]?.string == item })
      let legs = items.filter { $0["source"]?.string == "INTERNAL_TRANSFER" }
      #expect(Set(legs.compactMap { $0["direction"]?.string }) == ["IN", "OUT"])
      #expect(
        Set(legs.compactMap { $0["categoryUid"]?.string }) == [bank.category, bank.goal])
    }
  }

  @Test func `tells of a move into a goal as the bank does`() async throws {
    try await TestSandbox.with { bank in
      let goals = "/account/\(bank.account)/savings-goals/\(bank.goal)"
      let moved = try await bank.send(
        "PUT", "\(goals)/add-money/\(uuid(1, "f"))", #"{"amount":\#(pence(158))}"#)
      #expect(moved.status == 200)
      let feed = "/feed/account/\(bank.account)/category/\(bank.category)"
      let since = "\(feed)?changesSince=\(TestSandbox.noon)"
      let items = try await bank.send("GET", since).json["feedItems"]?.elements ?? []
      let item = try #require(items.first { $0["source"]?.string == "INTERNAL_TRANSFER" })
      let expected = [
        "direction": "OUT", "status": "SETTLED", "counterPartyType": "CATEGORY",
        "counterPartyUid": bank.goal, "counterPartyName": "Trip", "spendingCategory": "SAVING",
        "transactionTime": TestSandbox.noon, "settlementTime": TestSandbox.noon,
      ]
      for (name, value) in expected { #expect(item[name]?.string == value) }
      #expect(item["amount"]?["minorUnits"]?.integer == 158)
      #expect(item["sourceSubType"] == nil)
      #expect(item["reference"] == nil)
    }
  }

  @Test func `tells of a payment abroad in both currencies`() async throws {
    try await TestSandbox.with { bank in
      let item = try await bank.send(
        "GET", "/feed/account/\(bank.account)/category/\(bank.category)/\(uuid(105, "b"))"
      ).json
      #expect(item["sourceAmount"]?["currency"]?.string == "EUR")
      #expect(item["sourceAmount"]?["minorUnits"]?.integer == 239)
      #expect(item["amount"]?["minorUnits"]?.integer == 206)
      #expect(item["exchangeRate"] == .number(1.160194))
    }
  }
}
