import Bank
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import SandboxKit
import Testing

@testable import BankSandbox

/// Requests that are made to break something.
struct HostileRequestTests {
  /// A request's bytes: the first line and its headers, then a body or some of it.
  private func text(
    _ bank: TestSandbox, _ line: String, _ headers: [String] = [], body: String = ""
  ) -> String {
    let host = "Host: \(bank.address.dropFirst("http://".count))"
    return (["\(line) HTTP/1.1", host] + headers).map { "\($0)\r\n" }.joined() + "\r\n\(body)"
  }

  private let token = "Authorization: Bearer \(TestSandbox.token)"

  /// The promised body never comes: an answer shows that it was not waited for.
  @Test func `refuses by the head alone`() async throws {
    try await TestSandbox.with { bank in
      let goals = "PUT /api/v2/account/\(bank.account)/savings-goals"
      let promise = "Content-Length: 1000"
      for (line, headers, status) in [
        ("PUT /control/tokens", ["Origin: https://example.org", promise], 403),
        ("PUT /control/tokens", ["Content-Length: 1048577"], 413),
        (goals, [promise], 401), (goals, ["Authorization: Bearer none", promise], 401),
        (goals, ["Authorization: Bearer token-for-reading", promise], 403),
        (goals, [token, "Content-Length: 4194305"], 413),
        (
          "PUT /api/v2/account/\(bank.account)/savings-goals/\(bank.goal)/recurring-transfer",
          [token, "Content-Length: 65537"], 413
        ),
        ("PUT /api/v2/nothing", [token, promise], 404),
        ("POST /api/v2/accounts", [token, promise], 405),
        ("GET /api/v2/accounts", [token, promise], 200),
        (
          "DELETE /api/v2/account/\(bank.account)/savings-goals/\(uuid(9, "d"))",
          [token, promise], 400
        ),
      ] {
        let answered = try await RawConnection.status(bank.address, text(bank, line, headers))
        #expect(answered == status, "\(line) \(headers)")
      }
      let other = text(bank, "PUT /control/tokens", [promise]).replacing("127.0.0.1", with: "evil")
      #expect(try await RawConnection.status(bank.address, other) == 421)
    }
  }

  @Test func `refuses a body that turns out too large`() async throws {
    try await TestSandbox.with { bank in
      let piece = "\(String(65_536, radix: 16))\r\n\(String(repeating: " ", count: 65_536))\r\n"
      let request = text(
        bank, "PUT /control/clock", ["Transfer-Encoding: chunked"],
        body: String(repeating: piece, count: 17))
      let status = try await RawConnection.status(bank.address, request)
      #expect(status == 413)
    }
  }

  @Test func `carries nothing out of a body that breaks off`() async throws {
    try await TestSandbox.with { bank in
      let body = #"{"name":"Boat","currency":"GBP"}"#
      let request = text(
        bank, "PUT /api/v2/account/\(bank.account)/savings-goals",
        [token, "Content-Length: \(body.utf8.count + 1)"], body: body)
      try await RawConnection.holding(bank.address, request) {
        try await bank.waitForRequests()
      }
      // What was begun has ended by the time that the sandbox has.
      try await bank.sandbox.stop()
      let goals = try bank.sandbox.bank.read { try $0.accounts().map { $0.id } }
      let names = try bank.sandbox.bank.read { ledger in
        try goals.flatMap { try ledger.goals(of: $0).map(\.name) }
      }
      #expect(!names.contains("Boat"))
    }
  }

  @Test(arguments: [
    "X: a\rInjected: b", "X: a\nInjected: b\r\n\r\nGET /control/clock HTTP/1.1",
    "X: a\u{0}b", "X\u{0}: a", "X : a", "X a", ": a", "X: a\u{1}b", "X: a\u{7F}b",
    "Content-Length: 2\r\nContent-Length: 3", "Content-Length: 2, 3", "Content-Length: -1",
    "Content-Length: +2", "Content-Length: 0x2", "Content-Length: 99999999999999999999999",
    "Content-Length: 2\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked, identity",
    "Transfer-Encoding: nonsense", "X: \(String(repeating: "a", count: 40_000))",
    (1...200).map { "X\($0): a" }.joined(separator: "\r\n"),
  ])
  func `refuses a head that can be read in two ways, and ends the connection`(
    header: String
  ) async throws {
    try await TestSandbox.with { bank in
      let answer = try await RawConnection.all(
        bank.address, text(bank, "PUT /control/clock", [header], body: "{}"))
      let status = header.hasSuffix("nonsense") ? 501 : 400
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
      #expect(answer.split(separator: "HTTP/1.1").count == 1, "\(answer)")
      #expect(!answer.contains("Injected"))
    }
  }

  @Test(arguments: [
    "GET /control/clock HTTP/1.1 HTTP/1.1", "GET /control/clock HTTP/2.0", "nonsense",
    "GET  /control/clock", "\u{0}", "GET /control/\u{0}clock HTTP/1.1", "{}",
  ])
  func `refuses a first line that is none`(line: String) async throws {
    try await TestSandbox.with { bank in
      let host = bank.address.dropFirst("http://".count)
      let answer = try await RawConnection.all(
        bank.address, "\(line)\r\nHost: \(host)\r\n\r\n")
      #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
    }
  }

  /// A header that goes on in the next line, as RFC 9112 no longer has them.
  @Test func `takes no header out of the continuation of another`() async throws {
    try await TestSandbox.with { bank in
      let folded = text(
        bank, "GET /api/v2/accounts", ["X: a\r\n Authorization: Bearer \(TestSandbox.token)"])
      let status = try await RawConnection.status(bank.address, folded)
      #expect(status == 400 || status == 401)
    }
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
  func `refuses JSON of a hundred thousand levels`(level: String) async throws {
    try await TestSandbox.with { bank in
      let body = String(repeating: level, count: 100_000)
      for path in ["tokens", "clock", "faults", "payments"] {
        let method = ["tokens", "clock"].contains(path) ? "PUT" : "POST"
        let answer = try await bank.request(
          method, "/control/\(path)", body, authorization: nil)
        #expect(answer.status == 400, "\(path)")
        #expect(answer.body.count < 1000)
      }
      let photo = try await bank.send("PUT", "/account/\(bank.account)/savings-goals", body)
      #expect(photo.status == 400)
      #expect(try photo.messages == ["Unable to process JSON"])
      #expect(try await bank.send("GET", "/accounts").status == 200)
    }
  }
}
