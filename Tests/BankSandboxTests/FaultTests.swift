import BankSandbox
import BankTestSupport
import SandboxKit
import TestSupport
import Testing

struct FaultTests {
  private func transfer(_ bank: TestSandbox, _ number: Int = 1) -> String {
    "/account/\(bank.account)/savings-goals/\(bank.goal)/add-money/\(uuid(number, "f"))"
  }

  private let body = #"{"amount":\#(pence(158))}"#

  /// What each fault leaves of a transfer: whether an answer came, and whether money moved.
  @Test(arguments: [
    (#""close-before""#, nil as Int?, false), (#""close-after""#, nil, true),
    (#""truncate""#, nil, true), (#""status""#, 500, false),
    (#""status","status":503,"retryAfter":2"#, 503, false), (#""html","status":502"#, 502, false),
    (#""html""#, 200, false), (#""content-type""#, 200, true),
    (#""slow","seconds":0.05"#, 200, true),
  ])
  func `does with one request what it was told, and with no other`(
    fault: String, status: Int?, moves: Bool
  ) async throws {
    try await TestSandbox.with { bank in
      try await bank.control(
        "POST", "faults",
        #"{"kind":\#(fault),"match":{"method":"PUT","path":"add-money"}}"#)
      #expect(try await bank.saved() == 120_70)
      let path = "/api/v2\(transfer(bank))"
      let header = "Bearer \(TestSandbox.token)"
      if let status {
        let answer = try await bank.request("PUT", path, body, authorization: header)
        #expect(answer.status == status)
        if fault.contains("html") { #expect(answer.text.hasPrefix("<!doctype html>")) }
        if fault.contains("content-type") {
          #expect(answer.headers["content-type"] == "text/plain;charset=utf-8")
        }
        if fault.contains("retryAfter") { #expect(answer.headers["retry-after"] == "2") }
        if status >= 500, fault.contains("status\",") { #expect(answer.body.isEmpty) }
      } else {
        await #expect(throws: (any Error).self) {
          try await bank.request("PUT", path, body, authorization: header)
        }
      }
      #expect(try await bank.saved() == 120_70 + (moves ? 158 : 0))
      // The same again finds out, and the fault is over.
      #expect(try await bank.send("PUT", transfer(bank), body).status == 200)
      #expect(try await bank.saved() == 120_70 + 158)
      let came = try await bank.control("GET", "requests").json["requests"]?.elements ?? []
      let puts = came.filter { $0["method"]?.string == "PUT" }
      let kind = fault.split(separator: "\"")[0]
      #expect(puts.map { $0["fault"]?.string } == [String(kind), nil])
      #expect(puts[0]["status"]?.integer.map(Int.init) == (fault == #""truncate""# ? 200 : status))
    }
  }

  /// The client has given up, and nothing moved; then something does.
  @Test func `carries out later what it was told to keep`() async throws {
    try await TestSandbox.with { bank in
      try await bank.control(
        "POST", "faults", #"{"kind":"late","times":3,"match":{"method":"PUT"}}"#)
      for number in 1...3 {
        await #expect(throws: (any Error).self) {
          try await bank.request(
            "PUT", "/api/v2\(transfer(bank, min(number, 2)))", body,
            authorization: "Bearer \(TestSandbox.token)")
        }
      }
      #expect(try await bank.saved() == 120_70)
      let done = try await bank.control("POST", "late").json["done"]?.elements ?? []
      #expect(done.map { $0["status"]?.integer } == [200, 200, 200])
      #expect(done.map { $0["number"]?.integer } == [1, 2, 3])
      #expect(try await bank.saved() == 120_70 + 2 * 158, "a repeated key moves nothing")
      #expect(try await bank.control("POST", "late").json["done"]?.elements == [])
    }
  }

  @Test func `never carries out what it was told to forget`() async throws {
    try await TestSandbox.with { bank in
      try await bank.control("POST", "faults", #"{"kind":"late"}"#)
      await #expect(throws: (any Error).self) {
        try await bank.request(
          "PUT", "/api/v2\(transfer(bank))", body, authorization: "Bearer \(TestSandbox.token)")
      }
      try await bank.control("DELETE", "late")
      try await bank.control("POST", "late")
      #expect(try await bank.saved() == 120_70)
    }
  }

  @Test func `finishes a slow request after its client has gone`() async throws {
    let goOn = Signal()
    let hold: @Sendable (Duration) async throws -> Void = { _ in try await goOn.wait() }
    try await TestSandbox.with(configure: { $0.server.sleep = hold }) { bank in
      try await bank.control("POST", "faults", #"{"kind":"slow","match":{"method":"PUT"}}"#)
      let text = """
        PUT /api/v2\(transfer(bank)) HTTP/1.1\r
        Host: \(bank.address.dropFirst("http://".count))\r
        Authorization: Bearer \(TestSandbox.token)\r
        Content-Length: \(body.utf8.count)\r
        \r
        \(body)
        """
      try await RawConnection.holding(bank.address, text) {
        try await bank.waitForRequests()
      }
      #expect(try await bank.saved() == 120_70)
      goOn.send()
      try await eventually("the transfer") { try await bank.saved() == 120_70 + 158 }
    }
  }

  @Test(arguments: [
    (400, "INSUFFICIENT_FUNDS"), (403, "NOT_ALLOWED"), (409, "ANYTHING"), (503, "BUSY"),
  ])
  func `refuses a chosen request with any status and code`(
    status: Int, code: String
  ) async throws {
    try await TestSandbox.with { bank in
      try await bank.control(
        "POST", "faults",
        #"{"kind":"status","status":\#(status),"error":"\#(code)","after":1,"match":{"method":"PUT"}}"#
      )
      #expect(try await bank.send("PUT", transfer(bank, 1), body).status == 200)
      let answer = try await bank.request(
        "PUT", "/api/v2\(transfer(bank, 2))", body,
        authorization: "Bearer \(TestSandbox.token)")
      #expect(answer.status == status)
      #expect(try answer.messages == [code])
      #expect(try await bank.saved() == 120_70 + 158)
    }
  }

  @Test func `asks for patience in both ways`() async throws {
    try await TestSandbox.with { bank in
      for wait in ["120", "\"Fri, 20 Nov 2026 12:02:00 GMT\""] {
        try await bank.control(
          "POST", "faults", #"{"kind":"status","status":429,"retryAfter":\#(wait)}"#)
        let answer = try await bank.send("GET", "/accounts")
        #expect(answer.status == 429)
        #expect(answer.headers["retry-after"] == wait.replacing("\"", with: ""))
        #expect(try answer.messages == ["TOO_MANY_REQUESTS"])
      }
    }
  }

  @Test func `lets some requests pass before a fault, and counts how often it happens`()
    async throws
  {
    try await TestSandbox.with { bank in
      try await bank.control(
        "POST", "faults", #"{"kind":"status","status":503,"after":2,"times":2}"#)
      var statuses: [Int] = []
      for _ in 0..<6 {
        statuses.append(
          try await bank.request(
            "GET", "/api/v2/accounts", authorization: "Bearer \(TestSandbox.token)"
          ).status)
      }
      #expect(statuses == [200, 200, 503, 503, 200, 200])
      #expect(try await bank.control("GET", "faults").json["faults"]?.elements == [])
    }
  }

  @Test func `throws the same dice for the same seed, until it is told to stop`() async throws {
    try await TestSandbox.with { bank in
      var runs: [[Int]] = []
      for _ in 0..<2 {
        try await bank.control(
          "POST", "faults", #"{"kind":"status","status":500,"probability":0.5,"seed":7}"#)
        var statuses: [Int] = []
        for _ in 0..<20 {
          statuses.append(
            try await bank.request(
              "GET", "/api/v2/accounts", authorization: "Bearer \(TestSandbox.token)"
            ).status)
        }
        runs.append(statuses)
        try await bank.control("DELETE", "faults")
      }
      #expect(runs[0] == runs[1])
      #expect(Set(runs[0]) == [200, 500])
      #expect(try await bank.send("GET", "/accounts").status == 200)
    }
  }

  @Test(arguments: [
    "{}", #"{"kind":"nonsense"}"#, #"{"kind":"slow","seconds":-1}"#, "",
    #"{"kind":"status","probability":2}"#, #"{"kind":"status","times":0}"#,
    #"{"kind":"status","status":99}"#,
  ])
  func `takes no fault that makes no sense`(body: String) async throws {
    try await TestSandbox.with { bank in
      let answer = try await bank.request("POST", "/control/faults", body, authorization: nil)
      #expect(answer.status == 400)
      #expect(try answer.messages.count == 1)
      #expect(try await bank.control("GET", "faults").json["faults"]?.elements == [])
    }
  }
}
