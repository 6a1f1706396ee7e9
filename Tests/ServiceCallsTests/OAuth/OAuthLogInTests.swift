import FoundationEssentials
import SandboxKit
import ServiceBasics
import ServiceTestSupport
import TestSupport
import Testing

@testable import ServiceCalls

/// A whole log-in, from the page to the tokens, with a browser that follows what it is told.
struct OAuthLogInTests {
  private let folder: TemporaryFolder
  private let browser = NetworkTransport()

  init() throws { folder = try TemporaryFolder() }

  private func keeper(_ sandbox: GrantingSandbox, takesChallenges: Bool = true) -> OAuthTokenKeeper
  {
    OAuthTokenKeeper(
      sandbox.service(takesChallenges: takesChallenges),
      file: OAuthTokenFile(path: folder.file("client/log-in")), transport: NetworkTransport())
  }

  /// Goes where a browser is led.
  private func visit(
    _ address: String, host: String? = nil, _ method: CallRequest.Method = .get
  ) async throws -> CallResponse {
    let parts = try #require(URLComponents(string: address))
    var request = CallRequest(
      method, path: parts.path.split(separator: "/").map(String.init),
      query: FormItem.items(in: parts.percentEncodedQuery ?? "").map { .init($0.name, $0.value) })
    if let host { request.headers = [.init("Host", host)] }
    return try await browser.send(
      request, to: ServiceAddress("http://127.0.0.1:\(try #require(parts.port))"))
  }

  private func redirect(of logIn: OAuthLogIn) throws -> String {
    let query = logIn.page.split(separator: "?").last ?? ""
    return try #require(FormItem.items(in: query)["redirect_uri"])
  }

  @Test(arguments: [true, false]) func `a person allows it in the browser, and is logged in`(
    takesChallenges: Bool
  ) async throws {
    try await GrantingSandbox.with(folder.path) { sandbox in
      let keeper = keeper(sandbox, takesChallenges: takesChallenges)
      await #expect(throws: Unsendable.logIn(.loggedOut(.never))) { try await keeper.token() }
      let logIn = try await OAuthLogIn(keeper)
      let back = try #require(try await sandbox.approve(logIn.page))
      let page = try await visit(back)
      #expect(page.status == 200)
      #expect(String(decoding: page.body, as: UTF8.self).contains("<h1>Access allowed</h1>"))
      let answer = try #require(await logIn.answer())
      #expect(try await logIn.finish(answer) == .loggedIn)
      let token = try await keeper.token()
      #expect(try sandbox.oauth.bearer(token.secret) == .person("1"))
      #expect(try folder.mode("client/log-in") == 0o600)
      // Nobody listens any more.
      await #expect(throws: TransportFailure.self) { try await visit(back) }
    }
  }

  @Test func `a person who does not allow it is no failure`() async throws {
    try await GrantingSandbox.with(folder.path) { sandbox in
      let keeper = keeper(sandbox)
      let logIn = try await OAuthLogIn(keeper)
      let back = try #require(
        try await sandbox.approve(logIn.page, as: nil, decision: "deny"))
      let page = try await visit(back)
      #expect(String(decoding: page.body, as: UTF8.self).contains("Access not allowed"))
      let answer = try #require(await logIn.answer())
      #expect(try await logIn.finish(answer) == .notAllowed)
      await #expect(throws: Unsendable.logIn(.loggedOut(.never))) { try await keeper.token() }
      #expect(sandbox.tokenRequests == 0)
    }
  }

  @Test func `other requests find nothing, and end nothing`() async throws {
    try await GrantingSandbox.with(folder.path) { sandbox in
      let logIn = try await OAuthLogIn(keeper(sandbox))
      let redirect = try redirect(of: logIn)
      let root = redirect.replacing("/callback", with: "")
      let back = try #require(try await sandbox.approve(logIn.page))
      for (address, status) in [
        ("\(root)/", 404), ("\(root)/favicon.ico", 404), (redirect, 404),
        ("\(redirect)/more?\(back.split(separator: "?")[1])", 404),
        ("\(redirect)?code=guessed", 400), ("\(redirect)?code=guessed&state=guessed", 400),
        ("\(redirect)?error=access_denied&state=guessed", 400),
      ] {
        #expect(try await visit(address).status == status, "\(address)")
      }
      #expect(try await visit(back, .post).status == 404)
      for host in ["evil.example", "localhost:1", "127.0.0.1"] {
        #expect(try await visit(back, host: host).status == 421)
      }
      #expect(try await visit(back).status == 200)
      let answer = try #require(await logIn.answer())
      #expect(try await logIn.finish(answer) == .loggedIn)
    }
  }

  @Test func `a browser that comes back to a server logs in, once and for its own attempt`()
    async throws
  {
    try await GrantingSandbox.with(folder.path) { sandbox in
      let keeper = keeper(sandbox)
      let address = "http://127.0.0.1:1/returned"
      let (old, logIn) = (
        OAuthLogIn(keeper, returningTo: address), OAuthLogIn(keeper, returningTo: address)
      )
      #expect(try redirect(of: logIn) == address)
      let other = try #require(try await sandbox.approve(old.page))
      for wrong in [other, "", "?code=guessed", "?code=&state=guessed", "?error=access_denied"] {
        #expect(!logIn.awaits(returned: wrong), "\(wrong)")
        #expect(!logIn.take(returned: wrong), "\(wrong)")
      }
      let back = try #require(try await sandbox.approve(logIn.page))
      #expect(logIn.awaits(returned: back))
      #expect(logIn.take(returned: back))
      #expect(!logIn.awaits(returned: back))
      #expect(!logIn.take(returned: back))
      let answer = try #require(await logIn.answer())
      #expect(try await logIn.finish(answer) == .loggedIn)
      await old.cancel()
      #expect(!old.take(returned: other))
      #expect(await old.answer() == nil)
    }
  }

  @Test func `what was pasted logs in, but no answer to another attempt`() async throws {
    try await GrantingSandbox.with(folder.path) { sandbox in
      let keeper = keeper(sandbox)
      let (old, logIn) = (try await OAuthLogIn(keeper), try await OAuthLogIn(keeper))
      let other = try #require(try await sandbox.approve(old.page))
      #expect(logIn.answer(pasted: other) == .otherAttempt)
      await #expect(throws: OAuthFailure.self) {
        try await logIn.finish(logIn.answer(pasted: other))
      }
      await #expect(throws: OAuthFailure.self) {
        try await logIn.finish(logIn.answer(pasted: "not an answer"))
      }
      #expect(sandbox.tokenRequests == 0)
      let back = try #require(try await sandbox.approve(logIn.page, as: "2"))
      let code = try #require(FormItem.items(in: back.split(separator: "?")[1])["code"])
      #expect(try await logIn.finish(logIn.answer(pasted: code)) == .loggedIn)
      let token = try await keeper.token()
      #expect(try sandbox.oauth.bearer(token.secret) == .person("2"))
      await old.cancel()
    }
  }

  @Test func `a code that was used or is too old is refused, and an earlier log-in stays`()
    async throws
  {
    try await GrantingSandbox.with(folder.path) { sandbox in
      let keeper = keeper(sandbox)
      func refused(_ prepare: (OAuthLogIn, OAuthAnswer) async throws -> Void) async throws {
        let logIn = try await OAuthLogIn(keeper)
        let back = try #require(try await sandbox.approve(logIn.page))
        let answer = logIn.answer(pasted: back)
        try await prepare(logIn, answer)
        let error = await #expect(throws: OAuthFailure.self) { try await logIn.finish(answer) }
        guard case .codeRefused(let cause)? = error else {
          Issue.record("\(String(describing: error))")
          return
        }
        #expect(!cause.words.contains(back.suffix(20)))
      }
      try await refused { _, _ in sandbox.world.clock.advance(milliseconds: 900_000) }
      let logIn = try await OAuthLogIn(keeper)
      let back = try #require(try await sandbox.approve(logIn.page))
      _ = try await logIn.finish(logIn.answer(pasted: back))
      let token = try await keeper.token()
      try await refused { _, _ in sandbox.world.clock.advance(milliseconds: 900_000) }
      #expect(try await keeper.token() == token)
      try await refused { logIn, answer in
        let end = try await logIn.finish(answer)
        #expect(end == .loggedIn)
      }
    }
  }

  @Test func `a wrong secret is said to be one, and a port that is taken as well`() async throws {
    try await GrantingSandbox.with(folder.path) { sandbox in
      var service = sandbox.service()
      service.client = BasicCredentials(id: "program", secret: "a-secret-that-is-wrong")
      for place in [OAuthService.CredentialsPlace.header, .body] {
        service.credentialsPlace = place
        let keeper = OAuthTokenKeeper(
          service, file: OAuthTokenFile(path: folder.file("log-in")),
          transport: NetworkTransport())
        let logIn = try await OAuthLogIn(keeper)
        let answer = logIn.answer(pasted: try #require(try await sandbox.approve(logIn.page)))
        let error = await #expect(throws: OAuthFailure.self) { try await logIn.finish(answer) }
        guard case .unknownClient? = error else {
          Issue.record("\(String(describing: error))")
          return
        }
      }
      let port = try ClosedPort(listens: true)
      let error = await #expect(throws: OAuthFailure.self) {
        try await OAuthLogIn(keeper(sandbox), port: Int(port.number))
      }
      guard case .notListening(Int(port.number), _)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test func `a wait that is cancelled ends at once, and so does one for a log-in that ended`()
    async throws
  {
    try await GrantingSandbox.with(folder.path) { sandbox in
      let logIn = try await OAuthLogIn(keeper(sandbox))
      let waiting = Task { await logIn.answer() }
      waiting.cancel()
      #expect(await waiting.value == nil)
      let again = try await OAuthLogIn(keeper(sandbox))
      let ended = Task { await again.answer() }
      await again.cancel()
      #expect(await ended.value == nil)
    }
  }
}
