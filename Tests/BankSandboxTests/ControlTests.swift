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

  @Test func `opens accounts`() async throws {
    try await TestSandbox.with { bank in
      let made = try await bank.control(
        "POST", "accounts", #"{"name":"Yen","currency":"JPY"}"#
      ).json
      let id = try #require(made["accountUid"]?.string)
      let balance = try await bank.send("GET", "/accounts/\(id)/balance").json
      #expect(balance["amount"]?["currency"]?.string == "JPY")
      for wrong in [#"{"name":"Yen","currency":"JPY"}"#, #"{"name":"X","currency":"XYZ"}"#, "{}"] {
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
