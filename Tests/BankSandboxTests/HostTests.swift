import BankSandbox
import SandboxKit
import Testing

/// What a web page does that has its own name resolve to this computer.
struct HostTests {
  private func status(_ bank: TestSandbox, _ path: String, _ headers: String...) async throws
    -> Int?
  {
    let lines = headers.map { "\($0)\r\n" }.joined()
    return try await RawConnection.status(
      bank.address,
      "GET \(path) HTTP/1.1\r\n\(lines)Authorization: Bearer \(TestSandbox.token)\r\n\r\n")
  }

  @Test(arguments: ["/api/v2/accounts", "/control/requests", "/control/clock", "/nothing"])
  func `answers for no other host than its own`(path: String) async throws {
    try await TestSandbox.with { bank in
      let port = bank.address.split(separator: ":")[2]
      let right = path == "/nothing" ? 404 : 200
      for host in ["127.0.0.1:\(port)", "localhost:\(port)", "LocalHost:\(port)", "[::1]:\(port)"] {
        let status = try await status(bank, path, "Host: \(host)")
        #expect(status == right)
      }
      for host in [
        "evil.example:\(port)", "evil.example", "127.0.0.1", "127.0.0.1:1", "0.0.0.0:\(port)",
        "127.0.0.1.evil.example:\(port)", "",
      ] {
        #expect(try await status(bank, path, "Host: \(host)") == 421, "\(host)")
      }
      #expect(try await status(bank, path) == 400)
      let own = "Host: 127.0.0.1:\(port)"
      #expect(try await status(bank, path, own, "Host: evil.example") == 400)
      #expect(try await status(bank, path, "Host: evil.example", own) == 400)
      #expect(try await status(bank, "http://evil.example\(path)", "Host: evil.example") == 421)
    }
  }

  @Test func `changes nothing for another host, and says what to ask for`() async throws {
    try await TestSandbox.with { bank in
      let answer = try await bank.request(
        "PUT", "/control/tokens", #"{"token":"mine"}"#, authorization: nil,
        headers: [("Host", "evil.example")])
      #expect(answer.status == 421)
      #expect(try answer.messages.first?.contains("--host-name") == true)
      #expect(!answer.text.contains("evil"))
      #expect(try await bank.send("GET", "/accounts", authorization: "Bearer mine").status == 401)
      #expect(try await bank.send("GET", "/accounts", headers: [("Host", "x")]).status == 421)
      let came = try await bank.control("GET", "requests").json["requests"]?.elements ?? []
      #expect(came.count == 1)
    }
  }

  @Test func `answers for names that were allowed`() async throws {
    try await TestSandbox.with(configure: { $0.server.hostNames = ["bank.test"] }) { bank in
      let port = bank.address.split(separator: ":")[2]
      let own = try await status(bank, "/control/clock", "Host: bank.test:\(port)")
      #expect(own == 200)
      #expect(try await status(bank, "/control/clock", "Host: other.test:\(port)") == 421)
    }
  }

  @Test func `answers HTTP 1.0 if it names the host`() async throws {
    try await TestSandbox.with { bank in
      let host = bank.address.dropFirst("http://".count)
      let request = "GET /control/clock HTTP/1.0\r\n"
      let answer = try await RawConnection.head(bank.address, "\(request)Host: \(host)\r\n\r\n")
      #expect(answer.hasPrefix("HTTP/1.0 200 "))
      #expect(!answer.lowercased().contains("transfer-encoding"))
      #expect(try await RawConnection.status(bank.address, "\(request)\r\n") == 400)
    }
  }
}
