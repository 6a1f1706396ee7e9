import BankSandbox
import SandboxKit
import ServerConnections
import TestSupport
import Testing

/// Connections that keep the sandbox waiting, over sockets; the exact times are in `SandboxKitTests`.
@Suite(.timeLimit(.minutes(2)))
struct ConnectionTests {
  /// A little while: nothing here depends on how long it is.
  private static let soon = Duration.milliseconds(20)

  private func host(_ bank: TestSandbox) -> String {
    "Host: \(bank.address.dropFirst("http://".count))\r\n"
  }

  @Test(arguments: ["", "GET /api", "GET /control/clock HTTP/1.1\r\nX-Half: a"])
  func `ends a connection without a whole head`(text: String) async throws {
    try await TestSandbox.with(configure: { $0.server.limits.head = Self.soon }) { bank in
      let textAnswer = try await RawConnection.all(bank.address, text)
      #expect(textAnswer.isEmpty)
    }
  }

  @Test(arguments: ["", "{"])
  func `ends a connection without a whole body`(body: String) async throws {
    try await TestSandbox.with(configure: { $0.server.limits.body = Self.soon }) { bank in
      let control = "PUT /control/clock HTTP/1.1\r\n\(host(bank))Content-Length: 10\r\n\r\n\(body)"
      let controlAnswer = try await RawConnection.all(bank.address, control)
      #expect(controlAnswer.isEmpty)
      let api = control.replacing(
        "/control/clock", with: "/api/v2/account/\(bank.account)/savings-goals"
      ).replacing("Content", with: "Authorization: Bearer \(TestSandbox.token)\r\nContent")
      let apiAnswer = try await RawConnection.all(bank.address, api)
      #expect(apiAnswer.isEmpty)
    }
  }

  /// The pause is a whole request on another connection: no byte comes in time to extend a wait.
  @Test(arguments: [
    "GET /control/clock HTTP/1.1\r\nX-Slow: ",
    "PUT /control/clock HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1000000\r\n\r\n",
  ])
  func `ends a connection that brings a byte now and then`(text: String) async throws {
    try await TestSandbox.with { other in
      try await TestSandbox.with(configure: {
        ($0.server.limits.head, $0.server.limits.body) = (Self.soon, Self.soon)
      }) { bank in
        let host = bank.address.dropFirst("http://".count)
        let wasEnded = try await RawConnection.trickle(
          bank.address, text.replacing("HOST", with: host)
        ) {
          try await other.control("GET", "clock")
        }
        #expect(wasEnded)
      }
    }
  }

  /// What was refused is answered before the rest of the body is waited for.
  @Test func `ends a connection whose refused body never comes`() async throws {
    try await TestSandbox.with(configure: { $0.server.limits.body = .milliseconds(200) }) { bank in
      let text = "PUT /api/v2/identity/logout HTTP/1.1\r\n\(host(bank))Content-Length: 10\r\n\r\n{"
      let answer = try await answer(bank, text)
      #expect(answer.contains("invalid_token"))
    }
  }

  /// What is refused is told before any of the body is sent, and what is not is asked for.
  @Test func `asks a client that waits for its body, or answers without it`() async throws {
    let length = "Expect: 100-continue\r\nContent-Length: 10\r\n\r\n"
    try await TestSandbox.with(configure: { $0.server.limits.body = .milliseconds(200) }) { bank in
      let text = "PUT /control/clock HTTP/1.1\r\n\(host(bank))\(length)"
      let answer = try await answer(bank, text)
      #expect(answer == "HTTP/1.1 100 Continue\r\n\r\n")
    }
    try await TestSandbox.with(configure: {
      ($0.server.limits.body, $0.server.limits.deciding) = (.milliseconds(200), .seconds(60))
    }) { bank in
      let text = "PUT /api/v2/identity/logout HTTP/1.1\r\n\(host(bank))\(length)"
      let answer = try await answer(bank, text)
      #expect(!answer.contains("100 Continue") && answer.contains("invalid_token"))
      #expect(answer.lowercased().contains("connection: close\r\n"))
    }
  }

  @Test(arguments: ["1.0", "1.1"])
  func `ends a connection that stays after its answer`(version: String) async throws {
    let limit = Duration.milliseconds(200)
    try await TestSandbox.with(configure: {
      ($0.server.limits.head, $0.server.limits.closing) = (limit, limit)
    }) { bank in
      let text = "GET /control/clock HTTP/\(version)\r\n\(host(bank))\r\n"
      let answer = try await answer(bank, text)
      #expect(answer.contains(TestSandbox.noon))
    }
  }

  /// All that a connection brings until it ends.
  ///
  /// On a busy computer the limit may pass before the request is read: then it is sent again.
  private func answer(_ bank: TestSandbox, _ text: String) async throws -> String {
    var answer = ""
    try await eventually("an answer") {
      answer = try await RawConnection.all(bank.address, text)
      return !answer.isEmpty
    }
    return answer
  }
}
