import BankTestSupport
import SandboxKit
import Testing

@testable import BankSandbox
@testable import EmbeddedBank

struct ControlTests {
  @Test func `moves the clock, has it stand, and has it run`() async throws {
    try await TestSandbox.with { bank in
      let stands = try await bank.control("GET", "clock").json
      #expect(stands["now"]?.string == TestSandbox.noon)
      #expect(stands["stands"]?.bool == true)
      let moved = try await bank.control("PUT", "clock", #"{"advanceSeconds":-1.5}"#).json
      #expect(moved["now"]?.string == "2026-11-20T11:59:58.500Z")
      let set = try await bank.control(
        "PUT", "clock", #"{"now":"2027-01-01T00:00:00Z","advanceSeconds":60}"#
      ).json
      #expect(set["now"]?.string == "2027-01-01T00:01:00.000Z")
      let runs = try await bank.control("PUT", "clock", #"{"now":null}"#).json
      #expect(runs["stands"]?.bool == false)
      for wrong in ["", "[]", #"{"now":"noon"}"#, #"{"advanceSeconds":1e300}"#] {
        let answer = try await bank.request("PUT", "/control/clock", wrong, authorization: nil)
        #expect(answer.status == 400)
      }
    }
  }

  @Test func `takes payments, and settles those that are pending`() async throws {
    try await TestSandbox.with { bank in
      try await bank.control("POST", "settle")
      let body = """
        {"account":"\(uuid(2, "a"))","uid":"\(uuid(7, "e"))","amount":\(pence(435)),
        "sourceAmount":\(pence(500, "EUR")),"direction":"IN","status":"PENDING",
        "source":"FASTER_PAYMENTS_IN","reference":"Rent",
        "counterParty":{"type":"SENDER","name":"Lodger","uid":"\(uuid(8, "e"))"}}
        """
      let made = try await bank.control("POST", "payments", body).json
      #expect(made["feedItemUid"]?.string == uuid(7, "e"))
      #expect(made["counterPartyUid"]?.string == uuid(8, "e"))
      #expect(made["settlementTime"] == nil)
      let settled = try await bank.control("POST", "settle").json
      #expect(settled["settled"]?.elements == [.string(uuid(7, "e"))])
      for path in ["payments/\(uuid(7, "e"))/settle", "payments/nonsense/settle"] {
        let answer = try await bank.request("POST", "/control/\(path)", authorization: nil)
        #expect(answer.status == 400)
      }
      for wrong in [
        "{}", #"{"amount":\#(pence(0))}"#, #"{"amount":\#(pence(1, "EUR"))}"#,
        #"{"amount":\#(pence(1)),"source":"INTERNAL_TRANSFER"}"#,
        #"{"amount":\#(pence(1)),"direction":"UP"}"#, #"{"amount":\#(pence(1)),"account":"x"}"#,
        #"{"amount":\#(pence(1)),"account":"\#(uuid(1, "e"))"}"#,
      ] {
        let answer = try await bank.request("POST", "/control/payments", wrong, authorization: nil)
        #expect(answer.status == 400, "\(wrong)")
      }
    }
  }

  @Test(arguments: [uuid(3, "a"), uuid(3, "A"), "euro"])
  func `takes a payment of an account by its id or its handle`(account: String) async throws {
    try await TestSandbox.with { bank in
      let body = #"{"account":"\#(account)","amount":\#(pence(435, "EUR"))}"#
      let made = try await bank.control("POST", "payments", body).json
      #expect(made["categoryUid"]?.string == uuid(3, "c"))
    }
  }

  @Test(arguments: [
    ("payments", #"{"amount":\#(pence(1)),"account":"euros"}"#, #"handle \"euros\""#),
    ("accounts", #"{"name":"Personal","currency":"JPY"}"#, "there is already an account with"),
    ("accounts", #"{"name":"X","uid":"\#(uuid(1, "a"))","currency":"JPY"}"#, "there is already"),
    ("accounts", #"{"name":"","currency":"JPY","handle":"x"}"#, "the name is empty"),
    ("accounts", #"{"name":"X","currency":"JPY","handle":""}"#, "the handle is empty"),
    ("payments", #"{"amount":\#(pence(.max)),"direction":"IN"}"#, "the amount is too large"),
    ("payments", #"{"amount":\#(pence(1)),"status":""}"#, "the status is empty"),
    ("payments", #"{"amount":\#(pence(1)),"source":""}"#, "the source is empty"),
  ])
  func `says what is wrong, and not that the disk is`(
    path: String, body: String, words: String
  ) async throws {
    try await TestSandbox.with { bank in
      let answer = try await bank.request("POST", "/control/\(path)", body, authorization: nil)
      #expect(answer.status == 400)
      #expect(answer.text.contains(words), "\(answer.text)")
      #expect(!answer.text.contains("sqlite"))
    }
  }

  @Test(arguments: [
    ("PUT", "clock", #"{"nwo":"2026-11-20T12:00:00Z"}"#, #"there is no member \"nwo\""#),
    ("PUT", "clock", #"{"now":"noon"}"#, #"\"now\" cannot be \"noon\""#),
    ("PUT", "clock", "{", "it is not JSON"), ("PUT", "clock", "", "it is empty"),
    ("PUT", "clock", "[]", "it is a list"),
    (
      "POST", "faults", #"{"kind":"status","match":{"pth":"x"}}"#,
      #"there is no member \"match.pth\""#
    ),
    ("POST", "faults", #"{"kind":"nonsense"}"#, #"\"kind\" cannot be \"nonsense\""#),
    ("POST", "payments", "{}", #"\"amount\" is missing"#),
    (
      "POST", "payments", #"{"amount":{"currency":"GBP","minorUnits":1.5}}"#,
      "it has a value that does not fit, such as a number with decimals"
    ),
    (
      "POST", "payments", #"{"amount":{"currency":"GBP","minorUnits":null}}"#,
      #"\"amount.minorUnits\" cannot be null"#
    ),
    ("PUT", "tokens", #"{"token":"t","scope":["balance:read"]}"#, "has another member than"),
  ])
  func `says in plain words what is wrong with a body, and does nothing`(
    method: String, path: String, body: String, words: String
  ) async throws {
    try await TestSandbox.with { bank in
      let answer = try await bank.request(method, "/control/\(path)", body, authorization: nil)
      #expect(answer.status == 400)
      #expect(answer.text.contains(words), "\(answer.text)")
      #expect(try await bank.control("GET", "faults").json["faults"]?.elements == [])
      #expect(try await bank.control("GET", "clock").json["now"]?.string == TestSandbox.noon)
      #expect(try await bank.send("GET", "/accounts").status == 200)
    }
  }

  @Test func `enters no payment twice under one id`() async throws {
    try await TestSandbox.with { bank in
      let body = #"{"uid":"\#(uuid(7, "e"))","amount":\#(pence(435))}"#
      try await bank.control("POST", "payments", body)
      let answer = try await bank.request("POST", "/control/payments", body, authorization: nil)
      #expect(answer.status == 400)
      #expect(try answer.messages.joined().contains("there is already a payment \(uuid(7, "e"))"))
    }
  }

  @Test func `opens accounts`() async throws {
    try await TestSandbox.with { bank in
      let made = try await bank.control(
        "POST", "accounts", #"{"name":"Yen","currency":"JPY"}"#
      ).json
      let id = try #require(made["accountUid"]?.string)
      let balance = try await bank.send("GET", "/accounts/\(id)/balance").json
      #expect(balance["amount"]?["currency"]?.string == "JPY")
      for wrong in [
        #"{"name":"Yen","currency":"JPY"}"#, #"{"name":"X","currency":"XYZ"}"#, "{}",
        #"{"name":"X","currency":"usd"}"#,
      ] {
        let answer = try await bank.request("POST", "/control/accounts", wrong, authorization: nil)
        #expect(answer.status == 400)
      }
    }
  }

  @Test func `is not for web pages`() async throws {
    try await TestSandbox.with { bank in
      let answer = try await bank.request(
        "PUT", "/control/tokens", #"{"token":"mine"}"#, authorization: nil,
        headers: [("Origin", "https://example.org")])
      #expect(answer.status == 403)
      let entry = try await bank.send("GET", "/accounts", authorization: "Bearer mine")
      #expect(entry.status == 401)
    }
  }

  /// A picture or a link of a page has no origin with it; an address that somebody typed is no page's.
  @Test(arguments: [
    ("cross-site", 403), ("same-site", 403), ("same-origin", 403), ("none", 200), ("None", 200),
  ])
  func `answers no page that only reads`(site: String, status: Int) async throws {
    try await TestSandbox.with { bank in
      for path in ["requests", "clock"] {
        let answer = try await bank.request(
          "GET", "/control/\(path)", authorization: nil, headers: [("Sec-Fetch-Site", site)])
        #expect(answer.status == status)
      }
    }
  }

  @Test func `checks the books`() async throws {
    try await TestSandbox.with { bank in
      #expect(try await bank.control("GET", "audit").json["differences"]?.elements == [])
      try bank.sandbox.bank.write { try $0.execute("UPDATE goal SET total = total + 1") }
      let found = try await bank.control("GET", "audit").json["differences"]?.elements ?? []
      #expect(found.count == 4)
      try bank.sandbox.bank.write { try $0.execute("UPDATE goal SET total = total - 1") }
    }
  }

  @Test func `tells what came, and forgets it when told to`() async throws {
    try await TestSandbox.with { bank in
      _ = try await bank.send("GET", "/accounts?a=b")
      _ = try await bank.send("PUT", "/nothing", "{}")
      let came = try await bank.control("GET", "requests").json["requests"]?.elements ?? []
      #expect(came.map { $0["method"]?.string } == ["GET", "PUT"])
      #expect(came.map { $0["path"]?.string } == ["/api/v2/accounts?a=b", "/api/v2/nothing"])
      #expect(came.map { $0["status"]?.integer } == [200, 404])
      #expect(came.map { $0["number"]?.integer } == [1, 2])
      try await bank.control("DELETE", "requests")
      #expect(try await bank.control("GET", "requests").json["requests"]?.elements == [])
    }
  }
}
