import ServiceBasics
import Testing

@testable import ServiceCalls

/// What a person is asked for, and how their answer is read.
struct OAuthAttemptTests {
  private func attempt(takesChallenges: Bool) throws -> OAuthAttempt {
    OAuthAttempt(
      at: OAuthService(
        try ServiceAddress("https://service.example"), approvalPath: ["v2", "approve_app"],
        tokenPath: ["v2", "token_endpoint"], client: BasicCredentials(id: "me", secret: "secret"),
        takesChallenges: takesChallenges, userAgent: "tests"),
      redirect: "http://127.0.0.1:1/callback")
  }

  @Test(arguments: [true, false]) func `the page bears state, and a challenge if it is taken`(
    takesChallenges: Bool
  ) throws {
    let attempt = try attempt(takesChallenges: takesChallenges)
    let parts = attempt.page.split(separator: "?")
    #expect(parts.first == "https://service.example/v2/approve_app")
    let items = FormItem.items(in: parts[1])
    #expect(items["client_id"] == "me")
    #expect(items["response_type"] == "code")
    #expect(items["redirect_uri"] == "http://127.0.0.1:1/callback")
    #expect(items["state"] == attempt.state)
    #expect(attempt.state.utf8.count == 43)
    #expect(items["code_challenge"] == attempt.verifier.map(OAuthAttempt.challenge))
    #expect(items["code_challenge_method"] == (takesChallenges ? "S256" : nil))
    #expect(!attempt.page.contains("secret"))
    #expect(try self.attempt(takesChallenges: takesChallenges).state != attempt.state)
  }

  /// RFC 7636, appendix B.
  @Test func `a challenge is the one of the standard's example`() {
    #expect(
      OAuthAttempt.challenge(of: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  }

  @Test func `what was pasted is an address, a query, or a bare code`() throws {
    let attempt = try attempt(takesChallenges: true)
    let state = attempt.state
    let code = OAuthAnswer.allowed(OAuthCode(secret: "a/b"))
    for (text, answer) in [
      ("http://127.0.0.1:1/callback?code=a%2Fb&state=\(state)", code),
      (" http://127.0.0.1:1/callback?state=\(state)&code=a%2Fb#_=_ \n", code),
      ("code=a%2Fb&state=\(state)", code), ("a/b", code), ("  a/b\n", code),
      ("http://127.0.0.1:1/callback?code=a%2Fb&state=other", .otherAttempt),
      ("http://127.0.0.1:1/callback?code=a%2Fb", .otherAttempt),
      ("?error=access_denied&state=\(state)", .notAllowed),
      ("?error=access_denied&state=other", .otherAttempt),
      (
        "?error=server_error&error_description=Come%20later&state=\(state)",
        .refused(CodedText("log-in-refused", "the service refused: Come later", "Come later"))
      ),
      ("?code=&state=\(state)", .unreadable), ("", .unreadable), ("   ", .unreadable),
      ("http://127.0.0.1:1/callback", .unreadable), ("two words", .unreadable),
    ] {
      #expect(attempt.answer(pasted: text) == answer, "\(text)")
    }
  }

  @Test func `no text of an attempt, a code or tokens says a secret`() throws {
    let attempt = try attempt(takesChallenges: true)
    let tokens = OAuthTokens(
      access: try AccessToken("the-access"), refresh: "the-refresh",
      since: Timestamp(milliseconds: 0), ends: nil)
    var words = "\(attempt) \(tokens) \(OAuthCode(secret: "the-code"))"
    dump((attempt, tokens, OAuthCode(secret: "the-code")), to: &words)
    for secret in [attempt.state, attempt.verifier ?? "", "the-access", "the-refresh", "the-code"] {
      #expect(!secret.isEmpty && !words.contains(secret))
    }
  }

  @Test(arguments: [
    (0, 3600, false), (3539, 3600, false), (3540, 3600, true), (3600, 3600, true),
    (29, 40, false), (30, 40, true), (-1, 3600, true),
  ]) func `tokens are renewed a little ahead, and if the clock was put back`(
    seconds: Int64, lifetime: Int64, isDue: Bool
  ) throws {
    let tokens = OAuthTokens(
      access: try AccessToken("a"), refresh: "b", since: Timestamp(milliseconds: 0),
      ends: Timestamp(milliseconds: lifetime * 1000))
    #expect(tokens.areDue(at: Timestamp(milliseconds: seconds * 1000)) == isDue)
  }
}
