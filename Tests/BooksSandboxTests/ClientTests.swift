import BooksSandbox
import EmbeddedBooks
import FoundationEssentials
import ServiceBasics
import ServiceCalls
import TestSupport
import Testing

/// The program that people allow access: its secrets, and where browsers are led back to.
struct ClientTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // MARK: - Secrets

  private struct Secrets: Decodable {
    var program: String
    var secrets: [String]
  }

  /// What a control of secrets answers.
  private func secrets(
    _ method: CallRequest.Method, _ path: String, _ body: String = "", at books: TestBooks
  ) async throws -> [String] {
    let answer = try await books.control(method, path, body)
    let told = try JSONDecoder().decode(Secrets.self, from: answer.body)
    #expect(told.program == books.sandbox.clientID)
    return told.secrets
  }

  /// The status with which tokens are renewed by a secret.
  private func status(with secret: String, _ books: TestBooks) async throws -> Int {
    let owner = try #require(try books.sandbox.books.user(SampleCompany.owner))
    let tokens = try books.sandbox.giveTokens(to: owner)
    return try await books.send(
      .post, "v2/token_endpoint",
      body: .form([
        .init("grant_type", "refresh_token"), .init("refresh_token", tokens.refresh),
        .init("client_id", books.sandbox.clientID), .init("client_secret", secret),
      ])
    ).status
  }

  /// Turns a control that refuses.
  private func refusal(
    _ path: String, _ body: String, _ books: TestBooks
  ) async throws -> CallResponse {
    try await books.send(
      .post, "control/\(path)",
      body: body.isEmpty ? nil : .init(Data(body.utf8), contentType: "application/json"))
  }

  @Test func `a second secret takes the place of the first while both are good`() async throws {
    let second = try await TestBooks.with(folder) { books in
      let first = books.sandbox.clientSecret
      #expect(try await secrets(.get, "secrets", at: books) == [first])
      let both = try await secrets(.post, "secrets", at: books)
      #expect(both.count == 2 && both.first == first)
      let second = try #require(both.last)
      #expect(books.sandbox.clientSecret == second && second != first)
      #expect(try await status(with: first, books) == 200)
      #expect(try await status(with: second, books) == 200)
      let third = try await refusal("secrets", "", books)
      #expect(third.status == 409 && third.text.contains("2 secrets already"))
      let left = try await secrets(
        .post, "secrets/revoke", #"{"secret":"\#(first)"}"#, at: books)
      #expect(left == [second])
      #expect(try await status(with: first, books) == 401)
      #expect(try await status(with: second, books) == 200)
      return second
    }
    try await TestBooks.with(folder) { books in
      #expect(books.sandbox.clientSecret == second)
      let mode = try folder.mode("books/client-secret")
      #expect(mode == 0o600)
    }
  }

  @Test func `the last secret stays, and one that is unknown is not revoked`() async throws {
    try await TestBooks.with(folder) { books in
      let only = books.sandbox.clientSecret
      let last = try await refusal("secrets/revoke", #"{"secret":"\#(only)"}"#, books)
      #expect(last.status == 409)
      let unknown = try await refusal("secrets/revoke", #"{"secret":"other"}"#, books)
      #expect(unknown.status == 400)
      let other = try await refusal("secrets", #"{"program":"other"}"#, books)
      #expect(other.status == 400)
      #expect(try await secrets(.get, "secrets", at: books) == [only])
      #expect(try await status(with: only, books) == 200)
    }
  }

  @Test func `both secrets outlive the sandbox`() async throws {
    let both = try await TestBooks.with(folder) { books in
      try await secrets(.post, "secrets", at: books)
    }
    try await TestBooks.with(folder) { books in
      let kept = try await secrets(.get, "secrets", at: books)
      #expect(kept == both)
      for secret in both { #expect(try await status(with: secret, books) == 200) }
    }
  }

  // MARK: - Where browsers are led back to

  private static let hosted = "https://app.example/callback?from=books"

  /// What asks for the page, to be led back to an address.
  private func request(_ redirect: String, _ books: TestBooks) -> [CallRequest.Field] {
    [
      .init("client_id", books.sandbox.clientID), .init("response_type", "code"),
      .init("redirect_uri", redirect), .init("state", "s"),
    ]
  }

  @Test func `a browser is led to an address elsewhere if it is named, and to no other`()
    async throws
  {
    try await TestBooks.with(folder, configure: { $0.redirects = [Self.hosted] }) { books in
      let asked = request(Self.hosted, books)
      #expect(try await books.send(.get, "v2/approve_app", query: asked).status == 200)
      let decided =
        asked + [CallRequest.Field("person", "2"), CallRequest.Field("decision", "allow")]
      let answer = try await books.send(.post, "v2/approve_app", body: .form(decided))
      #expect(answer.status == 302)
      let back = try #require(answer.header("Location"))
      #expect(back.hasPrefix("\(Self.hosted)&code="))
      let items = FormItem.items(in: try #require(back.split(separator: "?").last))
      let tokens = try await books.send(
        .post, "v2/token_endpoint",
        body: .form([
          .init("grant_type", "authorization_code"), .init("redirect_uri", Self.hosted),
          .init("code", try #require(items["code"])),
          .init("client_id", books.sandbox.clientID),
          .init("client_secret", books.sandbox.clientSecret),
        ]))
      #expect(tokens.status == 200, "\(tokens.text)")
      for other in ["https://app.example/callback", "https://other.example/callback"] {
        let refused = try await books.send(
          .get, "v2/approve_app", query: request(other, books))
        #expect(refused.status == 400)
      }
      let loopback = request("http://127.0.0.1:5000/callback", books)
      #expect(try await books.send(.get, "v2/approve_app", query: loopback).status == 200)
    }
  }

  @Test func `an address elsewhere that nobody has named is refused`() async throws {
    try await TestBooks.with(folder) { books in
      let refused = try await books.send(
        .get, "v2/approve_app", query: request(Self.hosted, books))
      #expect(refused.status == 400)
    }
  }
}
