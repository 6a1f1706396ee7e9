import SandboxKit
import Testing

struct RequestTests {
  @Test func `takes a slash at the end and ids in capitals, and answers in small letters`()
    async throws
  {
    try await TestSandbox.with { bank in
      let plain = try await bank.send("GET", "/account/\(bank.account)/savings-goals")
      let other = try await bank.send(
        "GET", "/account/\(bank.account.uppercased())/savings-goals/")
      #expect(plain.status == 200)
      #expect(other.text == plain.text)
    }
  }

  @Test(arguments: ["*/*", "application/json", "text/html", "nonsense", ""])
  func `does not mind what a client would accept`(accept: String) async throws {
    try await TestSandbox.with { bank in
      let answer = try await bank.send(
        "GET", "/accounts", headers: [("Accept", accept), ("Content-Type", "application/json")])
      #expect(answer.status == 200)
      #expect(answer.headers["content-type"] == "application/json")
    }
  }

  @Test(arguments: ["application/json", "application/json; charset=utf-8", "text/plain", nil])
  func `reads JSON whatever a client calls it`(type: String?) async throws {
    try await TestSandbox.with { bank in
      let answer = try await bank.send(
        "PUT", "/account/\(bank.account)/savings-goals", #"{"name":"Boat","currency":"GBP"}"#,
        headers: type.map { [("Content-Type", $0)] } ?? [])
      #expect(answer.status == 200)
    }
  }

  @Test(arguments: [
    "/account", "/accounts/nonsense/balance",
    "/accounts/a0000000-0000-4000-8000-00000000000g/balance",
    "/nothing", "/accounts/a0000000000040008000000000000001/balance",
  ])
  func `knows no other path`(path: String) async throws {
    try await TestSandbox.with { bank in
      let answer = try await bank.send("GET", path)
      #expect(answer.status == 404)
      #expect(answer.text == #"{"errors":[{"message":"NOT_FOUND"}],"success":false}"#)
    }
  }

  @Test func `knows no other host's paths`() async throws {
    try await TestSandbox.with { bank in
      for path in ["/", "", "/api/v1/accounts", "/control", "/control/nothing"] {
        let answer = try await bank.request("GET", path, authorization: nil)
        #expect(answer.status == 404)
      }
    }
  }

  @Test func `says which verbs there are`() async throws {
    try await TestSandbox.with { bank in
      let goals = "/account/\(bank.account)/savings-goals"
      for (method, path, allowed) in [
        ("POST", goals, "GET, HEAD, PUT"),
        ("PATCH", "\(goals)/\(bank.goal)", "DELETE, GET, HEAD, PUT"),
        ("GET", "/identity/logout", "PUT"), ("DELETE", "/accounts", "GET, HEAD"),
      ] {
        let answer = try await bank.send(method, path)
        #expect(answer.status == 405)
        #expect(answer.headers["allow"] == allowed)
        #expect(try answer.messages == ["METHOD_NOT_ALLOWED"])
      }
    }
  }

  @Test func `answers for the head alone what it would for all`() async throws {
    try await TestSandbox.with { bank in
      let all = try await bank.send("GET", "/accounts")
      let head = try await bank.send("HEAD", "/accounts")
      #expect(head.status == 200)
      #expect(head.body.isEmpty)
      #expect(head.headers["content-length"] == "\(all.body.count)")
      #expect(try await bank.send("HEAD", "/accounts", authorization: nil).status == 401)
    }
  }

  @Test func `refuses a body that is too large, and goes on`() async throws {
    try await TestSandbox.with { bank in
      let path = "/account/\(bank.account)/savings-goals"
      let photo = String(repeating: "A", count: 4 * 1_048_576)
      let body = #"{"name":"Boat","currency":"GBP","base64EncodedPhoto":"\#(photo)"}"#
      // The body is not sent: a client that is answered meanwhile may take the connection's end for a failure.
      let head = [
        "PUT /api/v2\(path) HTTP/1.1", "Host: \(bank.address.dropFirst("http://".count))",
        "Authorization: Bearer \(TestSandbox.token)", "Content-Type: application/json",
        "Content-Length: \(body.utf8.count)", "", "",
      ]
      let answer = try await RawConnection.all(bank.address, head.joined(separator: "\r\n"))
      #expect(answer.hasPrefix("HTTP/1.1 413 ") && answer.contains("\"REQUEST_TOO_LARGE\""))
      let fits = body.replacing(photo, with: photo.dropFirst(4096))
      #expect(try await bank.send("PUT", path, fits).status == 200)
    }
  }
}
