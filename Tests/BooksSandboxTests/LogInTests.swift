import BooksSandbox
import EmbeddedBooks
import FoundationEssentials
import FreeAgentAPI
import SandboxKit
import ServiceBasics
import ServiceCalls
import ServiceTestSupport
import TestSupport
import Testing

/// A client that logs in, reads lists, and is renewed, as one of the service's does.
struct LogInTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Allows a client access as the bookkeeper.
  private func logIn(_ books: TestBooks) async throws -> OAuthTokenKeeper {
    let keeper = OAuthTokenKeeper(
      books.service, file: OAuthTokenFile(path: folder.file("client/log-in")),
      transport: NetworkTransport())
    let logIn = try await OAuthLogIn(keeper)
    let query = logIn.page.split(separator: "?", maxSplits: 1).last ?? ""
    let form = FormItem.items(in: query) + [FormItem("person", "2"), FormItem("decision", "allow")]
    let answer = try await books.send(
      .post, "v2/approve_app", body: .form(form.map { .init($0.name, $0.value) }))
    #expect(answer.status == 302)
    let back = try #require(answer.header("Location"))
    #expect(try await logIn.finish(logIn.answer(pasted: back)) == .loggedIn)
    return keeper
  }

  private func caller(
    _ books: TestBooks, _ keeper: OAuthTokenKeeper
  ) -> ServiceCaller<PlainRefusal> {
    ServiceCaller(
      books.address, userAgent: "tests", tokens: keeper, transport: NetworkTransport())
  }

  private func call<Endpoint: FreeAgent.Endpoint>(_ endpoint: Endpoint) -> Call<Endpoint.Answer> {
    Call(
      CallRequest(
        .get, path: endpoint.path, query: endpoint.query.map { .init($0.name, $0.value) }),
      route: Endpoint.route, isRepeatable: true, reading: .json { try Endpoint.answer(from: $0) })
  }

  @Test func `a client logs in, reads every page of a list, and is renewed`() async throws {
    try await TestBooks.with(folder) { books in
      let caller = caller(books, try await logIn(books))
      let root = try #require(FreeAgent.Root("\(books.address)/v2"))
      let account = FreeAgent.Link<FreeAgent.BankAccount>(FreeAgent.Identifier(1), at: root)
      let filter = FreeAgent.BankTransactionFilter { $0.bankAccount = account }
      typealias List = FreeAgent.List<FreeAgent.BankTransaction>
      let total = try await books.sandbox.books.send(List(filter), as: SampleCompany.owner)
        .links.total
      var sizes: [Int] = []
      for number in 1...20 where sizes.last ?? 5 == 5 {
        let list = List(filter, page: FreeAgent.PageRequest(number, size: 5))
        sizes.append(try await caller.once(call(list)).elements.count)
      }
      #expect(sizes.reduce(0, +) == (try #require(total)))
      #expect(sizes.count > 2 && sizes.dropLast().allSatisfy { $0 == 5 })
      try await books.control(.post, "tokens/expire", #"{"kind":"access"}"#)
      #expect(try await caller.once(call(FreeAgent.GetMe())).firstName == "Ben")
      try await books.control(.post, "tokens/revoke")
      await #expect(
        throws: CallFailure<PlainRefusal>.notAsked(.logIn(.loggedOut(.refreshRefused)))
      ) { try await caller.once(call(FreeAgent.GetMe())) }
    }
  }

  @Test func `a log-in, the client's secret and the books outlive the sandbox`() async throws {
    let (secret, keeper) = try await TestBooks.with(folder) { books in
      (books.sandbox.clientSecret, try await logIn(books))
    }
    let token = try await keeper.token()
    try await TestBooks.with(folder) { books in
      #expect(books.sandbox.clientSecret == secret)
      let caller = caller(books, keeper)
      let me = try await caller.once(call(FreeAgent.GetMe()), token: token)
      #expect(me.firstName == "Ben")
      #expect(try folder.mode("books/client-secret") == 0o600)
    }
    #expect(secret.utf8.count == 43)
  }

  @Test func `a folder is served by one sandbox, and its secret is for its owner alone`()
    async throws
  {
    try await TestBooks.with(folder) { _ in
      let error = await #expect(throws: SandboxError.self) {
        try await TestBooks.with(folder) { _ in }
      }
      #expect(error?.code == .folderInUse)
    }
    let other = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: other.file("books"), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try other.write("secret", to: "books/client-secret", mode: 0o644)
    let error = await #expect(throws: SandboxError.self) {
      try await TestBooks.with(other) { _ in }
    }
    #expect(error?.description.contains("chmod 600") == true)
  }

  @Test func `other companies, and one with its owner alone`() async throws {
    try await TestBooks.with(folder, configure: { $0.sample = .soleTrader }) { books in
      let token = try books.token(of: SampleCompany.owner)
      #expect(
        try await books.send(.get, "v2/company", token: token).text.contains("UkSoleTrader"))
    }
    let empty = try TemporaryFolder()
    try await TestBooks.with(empty, configure: { $0.sample = nil }) { books in
      let users = try books.sandbox.books.users()
      #expect(users.map(\.id) == [SampleCompany.owner])
      try await books.control(.post, "tokens", #"{"person":"1"}"#)
      let token = try books.token(of: SampleCompany.owner)
      for path in ["invoices", "contacts", "bank_accounts", "timeslips", "expenses"] {
        let answer = try await books.send(.get, "v2/\(path)", token: token)
        #expect(answer.text == "{\"\(path)\":[]}")
      }
      let made = try await books.send(
        .post, "v2/bank_accounts", token: token,
        body: .init(
          Data(#"{"bank_account":{"name":"First","opening_balance":"10"}}"#.utf8),
          contentType: "application/json"))
      #expect(made.status == 201, "\(made.text)")
    }
  }
}
