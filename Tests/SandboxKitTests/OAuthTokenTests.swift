import FoundationEssentials
import SandboxKit
import ServiceBasics
import ServiceCalls
import ServiceTestSupport
import TestSupport
import Testing

/// What codes and tokens are good for.
struct OAuthTokenTests {
  private typealias Field = CallRequest.Field

  private let forms: OAuthForms

  init() throws { forms = try OAuthForms() }

  @Test func `a code is good once, for its program's address, and its second use ends the log-in`()
    async throws
  {
    try await forms.with { sandbox in
      let code = try await forms.code(sandbox)
      var other = forms.exchange(code)
      other[2].value = "http://127.0.0.1:9/other"
      #expect(try await sandbox.tokens(other).status == 400)
      let given = try await sandbox.tokens(forms.exchange(code))
      #expect(given.status == 200)
      #expect(given.header("Cache-Control") == "no-store")
      #expect(try forms.member("token_type", given) == "bearer")
      #expect(try forms.member("expires_in", given) == "3600")
      #expect(try forms.member("refresh_token_expires_in", given) == "631151957")
      let access = try forms.member("access_token", given)
      #expect(try sandbox.oauth.bearer(access) == .person("1"))
      let again = try await sandbox.tokens(forms.exchange(code))
      #expect(again.status == 400)
      #expect(try forms.member("error", again) == "invalid_grant")
      #expect(try sandbox.oauth.bearer(access) == .unknown)
      #expect(
        try await sandbox.tokens(forms.renewal(try forms.member("refresh_token", given))).status
          == 400)
    }
  }

  @Test func `codes and tokens end by the sandbox's clock`() async throws {
    try await forms.with { sandbox in
      let clock = sandbox.world.clock
      clock.stand(at: Timestamp(milliseconds: 1_795_176_000_000))
      let (late, timely) = (try await forms.code(sandbox), try await forms.code(sandbox))
      clock.advance(milliseconds: 899_999)
      let given = try await sandbox.tokens(forms.exchange(timely))
      clock.advance(milliseconds: 1)
      #expect(try await sandbox.tokens(forms.exchange(late)).status == 400)
      let access = try forms.member("access_token", given)
      clock.advance(milliseconds: 3_599_998)
      #expect(try sandbox.oauth.bearer(access) == .person("1"))
      clock.advance(milliseconds: 1)
      #expect(try sandbox.oauth.bearer(access) == .ended)
      #expect(
        try await sandbox.tokens(forms.renewal(try forms.member("refresh_token", given))).status
          == 200)
    }
  }

  @Test func `tokens rotate, and those before them end when the new ones are used`() async throws {
    try await forms.with { sandbox in
      let first = try await sandbox.tokens(forms.exchange(try await forms.code(sandbox)))
      let (access, refresh) = (
        try forms.member("access_token", first), try forms.member("refresh_token", first)
      )
      let lost = try await sandbox.tokens(forms.renewal(refresh))
      #expect(try forms.member("refresh_token", lost) != refresh)
      #expect(try sandbox.oauth.bearer(access) == .person("1"))
      // The answer was lost: the same may be asked again, and what was lost is worth nothing.
      let second = try await sandbox.tokens(forms.renewal(refresh))
      #expect(try sandbox.oauth.bearer(try forms.member("access_token", lost)) == .unknown)
      #expect(try sandbox.oauth.bearer(try forms.member("access_token", second)) == .person("1"))
      #expect(try sandbox.oauth.bearer(access) == .unknown)
      let used = try await sandbox.tokens(forms.renewal(refresh))
      #expect(used.status == 400)
      #expect(try forms.member("error", used) == "invalid_grant")
      // Renewing is a use as well.
      let third = try await sandbox.tokens(forms.renewal(try forms.member("refresh_token", second)))
      _ = try await sandbox.tokens(forms.renewal(try forms.member("refresh_token", third)))
      #expect(
        try await sandbox.tokens(forms.renewal(try forms.member("refresh_token", second))).status
          == 400)
    }
  }

  @Test func `log-ins outlive the sandbox, and no secret is in its files`() async throws {
    var secrets: [String] = []
    try await forms.with { sandbox in
      secrets.append(try await forms.code(sandbox))
      let given = try await sandbox.tokens(forms.exchange(secrets[0]))
      secrets.append(try forms.member("access_token", given))
      secrets.append(try forms.member("refresh_token", given))
    }
    try await forms.with { sandbox in
      let bearer = try sandbox.oauth.bearer(secrets[1])
      #expect(bearer == .person("1"))
      #expect(try await sandbox.tokens(forms.renewal(secrets[2])).status == 200)
      for secret in secrets + [GrantingSandbox.program.secret] {
        #expect(try !forms.folder.contains(secret))
      }
      #expect(try forms.folder.contains(TokenDigest.hex(secrets[2])))
    }
  }

  @Test func `log-ins that nobody can use any more are forgotten, and the oldest of too many`()
    async throws
  {
    try await forms.with { sandbox in
      let clock = sandbox.world.clock
      func count() async throws -> Int {
        let list = try await sandbox.send(.get, "control/tokens")
        let text = String(decoding: list.body, as: UTF8.self)
        return text.split(separator: #""generation""#).count - 1
      }
      clock.stand(at: Timestamp(milliseconds: 1_795_176_000_000))
      let first = try sandbox.oauth.giveTokens(to: "1", for: "program")
      _ = try await sandbox.send(.post, "control/tokens/expire")
      let revoked = try sandbox.oauth.giveTokens(to: "1", for: "program")
      _ = try await sandbox.send(.post, "control/tokens/revoke")
      let other = try sandbox.oauth.giveTokens(to: "2", for: "program")
      #expect(try await count() == 3)
      clock.advance(milliseconds: 86_400_001)
      let tokens = try (0..<100).map { _ in try sandbox.oauth.giveTokens(to: "1", for: "program") }
      #expect(try await count() == 101)
      for pair in [first, revoked] {
        #expect(try sandbox.oauth.bearer(pair.access) == .unknown)
      }
      _ = try sandbox.oauth.giveTokens(to: "1", for: "program")
      #expect(try await count() == 101)
      #expect(try sandbox.oauth.bearer(tokens[0].access) == .unknown)
      #expect(try sandbox.oauth.bearer(tokens[1].access) == .person("1"))
      #expect(try await sandbox.tokens(forms.renewal(other.refresh)).status == 200)
    }
  }

  @Test func `the program's credentials are taken from header, form and query`() async throws {
    try await forms.with { sandbox in
      let program = GrantingSandbox.program
      let own: [Field] = [
        .init("client_id", program.id), .init("client_secret", program.secret),
      ]
      let inForm = try await sandbox.tokens(
        forms.exchange(try await forms.code(sandbox)) + own, authorization: nil)
      #expect(inForm.status == 200)
      // The documents of a provider print JSON over a form.
      var body = CallRequest.Body.form(forms.exchange(try await forms.code(sandbox)))
      body.contentType = "application/json"
      let inQuery = try await sandbox.send(.post, "oauth/token", query: own, body: body)
      #expect(inQuery.status == 200)
      let wrong = BasicCredentials(id: program.id, secret: "wrong")
      for header in [nil, wrong.header, "Basic x", "Bearer x"] {
        let refused = try await sandbox.tokens(
          forms.exchange(try await forms.code(sandbox)), authorization: header)
        #expect(refused.status == 401)
        #expect(try forms.member("error", refused) == "invalid_client")
        #expect(refused.header("WWW-Authenticate")?.hasPrefix("Basic ") == true)
      }
    }
  }

  @Test func `a body that is nested too deeply is not decoded`() async throws {
    try await forms.with { sandbox in
      let program = GrantingSandbox.program
      for (depth, status) in [(15, 400), (16, 401), (20_000, 401)] {
        let lists = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let json = """
          {"client_id":"\(program.id)","client_secret":"\(program.secret)","more":\(lists)}
          """
        let refused = try await sandbox.send(
          .post, "oauth/token",
          body: .init(Data(json.utf8), contentType: "application/json"))
        #expect(refused.status == status)
      }
    }
  }

  @Test(arguments: [
    ([], "invalid_request"), ([Field("grant_type", "password")], "unsupported_grant_type"),
    ([Field("grant_type", "refresh_token")], "invalid_request"),
    ([Field("grant_type", "authorization_code")], "invalid_request"),
    ([Field("grant_type", "refresh_token"), Field("refresh_token", "x")], "invalid_grant"),
    ([Field("grant_type", "authorization_code"), Field("code", "x")], "invalid_grant"),
  ]) func `what is wrong with a request for tokens has the standard's word`(
    fields: [CallRequest.Field], word: String
  ) async throws {
    try await forms.with { sandbox in
      let refused = try await sandbox.tokens(fields)
      #expect(refused.status == 400)
      #expect(try forms.member("error", refused) == word)
    }
  }

  @Test func `who asks too often is told when to come back`() async throws {
    try await forms.with(configure: { $0.limits = [CallLimit(2, per: 60)] }) { sandbox in
      sandbox.world.clock.stand(at: Timestamp(milliseconds: 1_795_176_000_000))
      let pair = try sandbox.oauth.giveTokens(to: "1", for: "program")
      let other = try sandbox.oauth.giveTokens(to: "2", for: "program")
      for _ in 0..<2 {
        #expect(try await sandbox.tokens(forms.renewal(pair.refresh)).status == 200)
      }
      let refused = try await sandbox.tokens(forms.renewal(pair.refresh))
      #expect(refused.status == 429)
      #expect(refused.header("Retry-After") == "60")
      #expect(try await sandbox.tokens(forms.renewal(other.refresh)).status == 200)
      sandbox.world.clock.advance(milliseconds: 60_000)
      #expect(try await sandbox.tokens(forms.renewal(pair.refresh)).status == 200)
    }
  }

  @Test func `controls list log-ins, end tokens, take access back, and give tokens`() async throws {
    try await forms.with { sandbox in
      let (ada, bob) = (
        try sandbox.oauth.giveTokens(to: "1", for: "program"),
        try sandbox.oauth.giveTokens(to: "2", for: "program")
      )
      let lifetimes = try await sandbox.send(
        .put, "control/tokens", body: .json(["accessSeconds": 5]))
      #expect(try forms.member("accessSeconds", lifetimes) == "5")
      let given = try await sandbox.send(.post, "control/tokens", body: .json(["person": "2"]))
      #expect(try sandbox.oauth.bearer(try forms.member("access", given)) == .person("2"))
      _ = try await sandbox.send(
        .post, "control/tokens/expire", body: .json(["person": "1", "kind": "access"]))
      #expect(try sandbox.oauth.bearer(ada.access) == .ended)
      #expect(try sandbox.oauth.bearer(bob.access) == .person("2"))
      #expect(try await sandbox.tokens(forms.renewal(ada.refresh)).status == 200)
      _ = try await sandbox.send(.post, "control/tokens/revoke", body: .json(["person": "2"]))
      #expect(try sandbox.oauth.bearer(bob.access) == .unknown)
      #expect(try await sandbox.tokens(forms.renewal(bob.refresh)).status == 400)
      let list = try await sandbox.send(.get, "control/tokens")
      let text = String(decoding: list.body, as: UTF8.self)
      #expect(text.contains(#""person":"1""#) && text.contains(#""revoked":"#))
      #expect(!text.contains(ada.access) && !text.contains(bob.refresh))
      for (path, body) in [
        ("control/tokens", #"{"person":"3"}"#), ("control/tokens/expire", #"{"kind":"x"}"#),
      ] {
        let refused = try await sandbox.send(
          .post, path, body: .init(Data(body.utf8), contentType: "application/json"))
        #expect(refused.status == 400)
      }
    }
  }
}
