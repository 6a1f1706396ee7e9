import EmbeddedBooks
import ServiceCalls
import TestSupport
import Testing

/// What is said to a request by its head: who sent it, and how.
struct HeadTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private let denied =
    #"{"errors":{"error":{"message":"You are not allowed to access this action."}}}"#
  private let unknown = #"{"errors":{"error":{"message":"Access token not recognised"}}}"#

  @Test(arguments: [nil, "Bearer", "Bearer x", "Basic eDp5"])
  func `a request without a token that is good is 401`(authorization: String?) async throws {
    try await TestBooks.with(folder) { books in
      let headers = authorization.map { [CallRequest.Field("Authorization", $0)] } ?? []
      for path in ["v2/users/me", "v2/nothing"] {
        let answer = try await books.send(.get, path, headers: headers)
        #expect(answer.status == 401)
        #expect(answer.text == unknown)
        #expect(answer.header("WWW-Authenticate")?.hasPrefix("Bearer ") == true)
        #expect(answer.header("Retry-After") == nil)
      }
    }
  }

  @Test func `a token that has ended is 401, and one that came after it is not`() async throws {
    try await TestBooks.with(folder) { books in
      let token = try books.token(of: SampleCompany.owner)
      #expect(try await books.send(.get, "v2/users/me", token: token).status == 200)
      try await books.control(.put, "clock", #"{"advanceSeconds":3600}"#)
      let ended = try await books.send(.get, "v2/users/me", token: token)
      #expect(ended.status == 401)
      #expect(ended.text == unknown)
      let next = try books.token(of: SampleCompany.owner)
      #expect(try await books.send(.get, "v2/users/me", token: next).status == 200)
    }
  }

  @Test func `the token of a user who was hidden is 401`() async throws {
    try await TestBooks.with(folder) { books in
      let token = try books.token(of: SampleCompany.bookkeeper)
      #expect(try await books.send(.get, "v2/users/me", token: token).status == 200)
      let owner = try books.token(of: SampleCompany.owner)
      #expect(try await books.send(.delete, "v2/users/2", token: owner).status == 200)
      let hidden = try await books.send(.get, "v2/users/me", token: token)
      #expect(hidden.status == 401)
      #expect(hidden.text == unknown)
      #expect(hidden.header("WWW-Authenticate")?.hasPrefix("Bearer ") == true)
    }
  }

  @Test func `who may do nothing is refused, and who may do little is refused the rest`()
    async throws
  {
    try await TestBooks.with(folder) { books in
      for (user, path, status) in [
        (SampleCompany.nobody, "v2/users/me", 403), (SampleCompany.nobody, "v2/company", 403),
        (SampleCompany.employee, "v2/company", 200), (SampleCompany.employee, "v2/categories", 200),
        (SampleCompany.employee, "v2/bank_accounts", 403),
        (SampleCompany.bookkeeper, "v2/bank_accounts", 200),
        (SampleCompany.bookkeeper, "v2/users", 403), (SampleCompany.owner, "v2/users", 200),
      ] {
        let answer = try await books.send(.get, path, token: try books.token(of: user))
        #expect(answer.status == status, "\(user) \(path)")
        if status == 403 { #expect(answer.text == denied) }
      }
    }
  }

  @Test func `what the head must say, and what is not served`() async throws {
    try await TestBooks.with(folder) { books in
      let token = try books.token(of: SampleCompany.owner)
      for (name, value, status) in [
        ("Accept", "*/*", 200), ("Accept", "application/json", 200),
        ("Accept", "text/html, application/json;q=0.9", 200), ("Accept", "application/xml", 406),
        ("X-Api-Version", "2026-09-01", 200), ("X-Api-Version", "2026-13-01", 400),
        ("X-Api-Version", "new", 400), ("Content-Type", "application/xml; charset=utf-8", 415),
        ("Content-Type", "application/json", 200),
      ] {
        let answer = try await books.send(
          .get, "v2/company", token: token, headers: [.init(name, value)])
        #expect(answer.status == status, "\(name): \(value)")
        if status != 200 { #expect(answer.text.hasPrefix(#"{"errors":[{"message":"#)) }
      }
      let suffixed = try await books.send(.get, "v2/company.xml", token: token)
      #expect(suffixed.status == 406)
      #expect(suffixed.contentType == "application/json; charset=utf-8")
      for agent in [nil, ""] {
        let answer = try await books.send(.get, "v2/company", token: token, agent: agent)
        #expect(answer.status == 400)
        #expect(answer.text == #"{"errors":[{"message":"The User-Agent header is missing"}]}"#)
      }
    }
  }

  @Test func `paths and verbs that are not there are said to be none`() async throws {
    try await TestBooks.with(folder) { books in
      let token = try books.token(of: SampleCompany.owner)
      let nothing = try await books.send(.get, "v2/nothing", token: token)
      #expect(nothing.status == 404)
      #expect(nothing.text == #"{"errors":{"error":{"message":"Resource not found"}}}"#)
      // The service answers a verb that a path lacks likewise.
      let verb = try await books.send(.delete, "v2/company", token: token)
      #expect(verb.status == 404)
      #expect(verb.text == nothing.text)
      let large = try await books.send(
        .post, "v2/contacts", token: token,
        body: .form([.init("x", String(repeating: "x", count: 300_000))]))
      #expect(large.status == 413)
    }
  }

  @Test func `addresses in answers are those of the request, and lists go on by links`()
    async throws
  {
    try await TestBooks.with(folder) { books in
      let token = try books.token(of: SampleCompany.owner)
      let list = try await books.send(
        .get, "v2/bank_transactions",
        query: [.init("bank_account", "1"), .init("per_page", "10"), .init("page", "2")],
        token: token)
      let total = try #require(list.header("X-Total-Count").flatMap { Int($0) })
      let root = "<\(books.address)/v2/bank_transactions?bank_account=1&page="
      let pages = [("first", 1), ("prev", 1), ("last", (total + 9) / 10), ("next", 3)]
      #expect(
        list.header("Link")?.components
          == ["'", "\""].flatMap { quote in
            pages.map { "\(root)\($0.1)&per_page=10>; rel=\(quote)\($0.0)\(quote)" }
          })
      let single = try await books.send(
        .get, "v2/bank_accounts", query: [.init("per_page", "100")], token: token)
      #expect(single.header("Link")?.isEmpty == true, "one page has no other")
      #expect(list.contentType == "application/json; charset=utf-8")
      #expect(list.text.contains(#""bank_account":"\#(books.address)/v2/bank_accounts/1""#))
    }
  }
}

extension String {
  fileprivate var components: [String] {
    split(separator: ", ").map(String.init)
  }
}
