import FoundationEssentials
import SandboxKit
import ServiceBasics
import ServiceCalls
import ServiceTestSupport
import TestSupport
import Testing

/// How people allow programs access.
struct OAuthApprovalTests {
  private typealias Field = CallRequest.Field

  private let forms: OAuthForms

  init() throws { forms = try OAuthForms() }

  @Test func `the page shows who may allow it, and nothing in it is taken for markup`() async throws
  {
    try await forms.with { sandbox in
      let page = try await sandbox.send(.get, "oauth/authorize", query: forms.query)
      let html = String(decoding: page.body, as: UTF8.self)
      #expect(page.status == 200)
      #expect(page.contentType == "text/html;charset=utf-8")
      #expect(page.header("Content-Security-Policy")?.contains("frame-ancestors 'none'") == true)
      // With `no-referrer` a browser would send the answer without its origin.
      #expect(page.header("Referrer-Policy") == "same-origin")
      for text in [
        "The program “Tests &amp; co” asks", "Ada", "&lt;b&gt;Bob&lt;/b&gt;",
        "value=\"s p&amp;ce\"",
        "method=\"post\"", "name=\"decision\" value=\"allow\"",
      ] {
        #expect(html.contains(text), "\(text)")
      }
      #expect(!html.contains("<b>") && !html.contains("<script"))
    }
  }

  @Test func `allowed leads back with a code, and not allowed with the reason`() async throws {
    try await forms.with { sandbox in
      let allowed = try #require(try await sandbox.approve(forms.page(forms.query)))
      #expect(allowed.hasPrefix("\(forms.redirect)?code="))
      #expect(allowed.hasSuffix("&state=s%20p%26ce"))
      let denied = try await sandbox.approve(forms.page(forms.query), as: nil, decision: "deny")
      #expect(denied == "\(forms.redirect)?error=access_denied&state=s%20p%26ce")
      var other = forms.query
      other[1].value = "token"
      let unsupported = try await sandbox.approve(forms.page(other))
      #expect(unsupported == "\(forms.redirect)?error=unsupported_response_type&state=s%20p%26ce")
    }
  }

  @Test(arguments: [
    (0, "another"), (2, "https://evil.example/"), (2, "http://127.0.0.1@evil.example/"),
    (2, "http://127.0.0.1.evil.example/"), (2, "http://127.0.0.1:9/#x"),
    (2, "http://[::1].evil.example/"), (2, "http://127.0.0.1:80.evil.example"),
    (2, "http://127.0.0.1:80:80/"), (2, "http://[localhost]/"), (2, "http://[127.0.0.1]:9/"),
    (2, "http://127.0.0.1:/"), (2, "http://[::1"),
    (2, "http://127.0.0.1:65536/"), (2, "http://127.0.0.1:+80/"),
    (2, "http://127.0.0.1\\@evil.example/"), (2, "javascript:alert(1)"), (2, ""),
  ]) func `an unknown program or address leads nowhere`(
    index: Int, value: String
  ) async throws {
    try await forms.with { sandbox in
      var other = forms.query
      other[index].value = value
      let page = try await sandbox.send(.get, "oauth/authorize", query: other)
      #expect(page.status == 400)
      #expect(page.header("Location") == nil)
      #expect(try await sandbox.approve(forms.page(other)) == nil)
    }
  }

  @Test(arguments: [
    "http://127.0.0.1:9/back?a=b", "http://127.0.0.1", "http://[::1]:65535/",
    "https://localhost?a=b",
  ]) func `this computer may be led back to at any port`(redirect: String) async throws {
    try await forms.with { sandbox in
      var other = forms.query
      other[2].value = redirect
      let page = try await sandbox.send(.get, "oauth/authorize", query: other)
      #expect(page.status == 200)
    }
  }

  @Test func `a page without an answer, and one of another site, is not taken`() async throws {
    try await forms.with { sandbox in
      let fields = forms.query + [.init("decision", "allow")]
      let nobody = try await sandbox.send(.post, "oauth/authorize", body: .form(fields))
      #expect(nobody.status == 422)
      #expect(String(decoding: nobody.body, as: UTF8.self).contains("role=\"alert\""))
      for (origin, status) in [("http://evil.example", 403), (sandbox.address.text, 302)] {
        let answer = try await sandbox.send(
          .post, "oauth/authorize", headers: [.init("Origin", origin)],
          body: .form(fields + [.init("person", "1")]))
        #expect(answer.status == status)
      }
      #expect(try await sandbox.send(.put, "oauth/authorize").header("Allow") == "GET, HEAD, POST")
      #expect(try await sandbox.send(.get, "oauth/token").status == 405)
    }
  }

  @Test func `a code with a challenge needs its proof`() async throws {
    let challenge = [
      Field("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"),
      Field("code_challenge_method", "S256"),
    ]
    let verifier = Field("code_verifier", "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    try await forms.with { sandbox in
      for (proof, status) in [
        ([], 400), ([Field("code_verifier", "wrong")], 400), ([verifier], 200),
      ] {
        let code = try await forms.code(sandbox, with: challenge)
        #expect(try await sandbox.tokens(forms.exchange(code) + proof).status == status)
      }
    }
    try await forms.with(configure: { $0.checksChallenges = false }) { sandbox in
      let code = try await forms.code(sandbox, with: challenge)
      #expect(try await sandbox.tokens(forms.exchange(code)).status == 200)
    }
  }
}
