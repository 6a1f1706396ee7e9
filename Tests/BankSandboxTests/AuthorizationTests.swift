import BankSandbox
import FoundationEssentials
import SandboxKit
import TestSupport
import Testing

struct AuthorizationTests {
  private static let missing = """
    {"error":"invalid_token","error_description":"No access token provided in request. \
    `Header: Authorization` must be set"}
    """
  private static let unknown = """
    {"error":"invalid_token","error_description":"Could not validate provided access token"}
    """

  @Test(arguments: [nil, "", " ", "Bearer", "Bearer "] as [String?])
  func `asks for a token where there is none`(header: String?) async throws {
    try await TestSandbox.with { bank in
      let answer = try await bank.send("GET", "/accounts", authorization: header)
      #expect(answer.status == 401)
      #expect(answer.text == Self.missing)
    }
  }

  @Test(arguments: ["Bearer nonsense", "Basic dGVzdA==", "token-for-everything", "Bearer a b"])
  func `does not take a token that was never given out`(header: String) async throws {
    try await TestSandbox.with { bank in
      let answer = try await bank.send("GET", "/accounts", authorization: header)
      #expect(answer.status == 401)
      #expect(answer.text == Self.unknown)
    }
  }

  @Test(arguments: [
    "bearer \(TestSandbox.token)", "Bearer  \(TestSandbox.token) ",
    #"Bearer \#(TestSandbox.token);Signature keyid="k",algorithm="ecdsa-sha512""#,
  ])
  func `takes a token however it is dressed`(header: String) async throws {
    try await TestSandbox.with { bank in
      let answer = try await bank.send("GET", "/accounts", authorization: header)
      #expect(answer.status == 200)
    }
  }

  @Test func `ends a token by the bank's clock`() async throws {
    try await TestSandbox.with { bank in
      let header = "Bearer token-for-an-hour"
      try await bank.control("PUT", "clock", #"{"advanceSeconds":3599.999}"#)
      let last = try await bank.send("GET", "/identity/token", authorization: header)
      #expect(try last.json["expiresAt"]?.string == "2026-11-20T13:00:00.000Z")
      #expect(try last.json["expiresInSeconds"]?.integer == 0)
      try await bank.control("PUT", "clock", #"{"advanceSeconds":0.001}"#)
      let answer = try await bank.send("GET", "/identity/token", authorization: header)
      #expect(answer.status == 401)
      #expect(answer.text == Self.unknown)
    }
  }

  @Test func `revokes all tokens of a customer, and no other's, for good`() async throws {
    let folder = try TemporaryFolder()
    let tokens = ["token-for-everything", "token-for-reading", "token-of-another"]
    for run in 0..<2 {
      try await TestSandbox.with(folder: folder.path) { bank in
        if run == 0 { #expect(try await bank.send("PUT", "/identity/logout").status == 202) }
        let statuses = try await statuses(of: tokens, bank)
        #expect(statuses == [401, 401, 200])
      }
    }
    // Naming the tokens anew lets them in again.
    try await TestSandbox.with(folder: folder.path) { bank in
      try await bank.control("PUT", "tokens", #"{"token":"token-for-reading","scopes":"all"}"#)
      #expect(try await statuses(of: tokens, bank) == [401, 200, 401])
    }
    // One that was not named is still revoked when it comes out of the file again.
    try await TestSandbox.with(folder: folder.path) { bank in
      #expect(try await statuses(of: tokens, bank) == [401, 200, 200])
      #expect(try bank.sandbox.hasTokens)
      try await bank.control("PUT", "tokens", "[]")
      #expect(try !bank.sandbox.hasTokens)
    }
  }

  private func statuses(of tokens: [String], _ bank: TestSandbox) async throws -> [Int] {
    var statuses: [Int] = []
    for token in tokens {
      statuses.append(
        try await bank.send("GET", "/identity/token", authorization: "Bearer \(token)").status)
    }
    return statuses
  }

  @Test func `keeps no token in its data`() async throws {
    let folder = try TemporaryFolder()
    try await TestSandbox.with(folder: folder.path) { bank in
      #expect(try await bank.send("GET", "/accounts").status == 200)
      let told = try await bank.control("GET", "requests").text
      #expect(!told.contains(TestSandbox.token))
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let data = try Data(contentsOf: URL(filePath: folder.file(name)))
      #expect(data.firstRange(of: Data(TestSandbox.token.utf8)) == nil, "\(name)")
    }
  }
}
