import Foundation
import FreeAgentAPI
import ServiceBasics
import Testing

struct AuthorisationTests {
  private let request = FreeAgent.AuthorisationRequest(
    clientID: "flow line", redirect: "http://127.0.0.1:53111/callback?a=b", state: "x/y+z")

  @Test func `the page has everything encoded`() throws {
    #expect(
      request.url(at: .sandbox) == """
        https://api.sandbox.freeagent.com/v2/approve_app?client_id=flow%20line&response_type=code\
        &redirect_uri=http%3A%2F%2F127.0.0.1%3A53111%2Fcallback%3Fa%3Db&state=x%2Fy%2Bz
        """)
    let query = try #require(request.url(at: .sandbox).split(separator: "?").last)
    let items = FreeAgent.QueryItem.items(in: query)
    #expect(try FreeAgent.AuthorisationRequest(query: items) == request)
    var stateless = request
    stateless.state = nil
    #expect(try FreeAgent.AuthorisationRequest(query: stateless.query) == stateless)
  }

  @Test(arguments: ["client_id", "redirect_uri", "response_type"])
  func `a request that lacks something is refused`(name: String) {
    let query = request.query.filter { $0.name != name }
    #expect(throws: FreeAgent.Failure.authorisation(.invalidRequest, "\(name) is missing")) {
      try FreeAgent.AuthorisationRequest(query: query)
    }
    let token = query + [FreeAgent.QueryItem("response_type", "token")]
    #expect(throws: FreeAgent.Failure.self) { try FreeAgent.AuthorisationRequest(query: token) }
  }

  @Test(arguments: [
    ("http://127.0.0.1:1/cb?code=abc&state=s", FreeAgent.AuthorisationAnswer.code("abc")),
    ("code=abc&state=s", .code("abc")), ("?state=s&code=a%2Fb#_", .code("a/b")),
    ("  abc-9_~ \n", .code("abc-9_~")), ("http://h/cb?code=abc&state=t", .otherState("t")),
    ("http://h/cb?code=abc", .otherState(nil)),
    ("http://h/cb?error=access_denied&state=s", .refused(.accessDenied, description: nil)),
    (
      "error=server_error&error_description=not+now&state=s",
      .refused("server_error", description: "not now")
    ),
    ("error=access_denied&state=t", .otherState("t")), ("code=&state=s", .unreadable),
    ("", .unreadable), ("two words", .unreadable), ("http://h/cb?x=1", .unreadable),
    ("http://h/cb", .unreadable),
  ])
  func `what the browser comes back with is read`(
    text: String, answer: FreeAgent.AuthorisationAnswer
  ) {
    #expect(FreeAgent.AuthorisationAnswer(text, state: "s") == answer)
  }

  @Test func `a server leads the browser back`() throws {
    for answer in [
      FreeAgent.AuthorisationAnswer.code("a/b c"), .refused(.accessDenied, description: "Not now"),
    ] {
      for redirect in ["http://127.0.0.1:1/cb", "http://127.0.0.1:1/cb?a=b"] {
        let url = try #require(answer.url(to: redirect, state: "s"))
        #expect(url.hasPrefix(redirect))
        #expect(FreeAgent.AuthorisationAnswer(url, state: "s") == answer)
      }
    }
    #expect(FreeAgent.AuthorisationAnswer.unreadable.url(to: "x", state: nil) == nil)
  }

  @Test(arguments: [
    (
      FreeAgent.TokenRequest.code("a b", redirect: "http://h/cb"),
      "grant_type=authorization_code&code=a%20b&redirect_uri=http%3A%2F%2Fh%2Fcb"
    ),
    (.code("ab", redirect: nil), "grant_type=authorization_code&code=ab"),
    (.refresh("r+1"), "grant_type=refresh_token&refresh_token=r%2B1"),
  ])
  func `tokens are asked for with a form`(request: FreeAgent.TokenRequest, body: String) throws {
    #expect(String(decoding: request.body, as: UTF8.self) == body)
    #expect(try FreeAgent.TokenRequest(body: request.body) == request)
  }

  @Test(arguments: [
    ("", FreeAgent.AuthorisationCode.invalidRequest), ("grant_type=refresh_token", .invalidRequest),
    ("grant_type=authorization_code&code=", .invalidRequest),
    ("grant_type=password&username=a", .unsupportedGrantType), ("{}", .invalidRequest),
  ])
  func `a form that lacks something is refused`(body: String, code: FreeAgent.AuthorisationCode) {
    let error = #expect(throws: FreeAgent.Failure.self) {
      try FreeAgent.TokenRequest(body: Data(body.utf8))
    }
    #expect(error?.authorisation == code)
    #expect(error?.status == 400)
  }

  @Test func `a program says who it is in any of three places`() throws {
    let credentials = FreeAgent.ClientCredentials(id: "flowline", secret: "s:e c")
    #expect(credentials.header == "Basic Zmxvd2xpbmU6czplIGM=")
    let form = [
      FreeAgent.QueryItem("client_id", "flowline"), FreeAgent.QueryItem("client_secret", "s:e c"),
    ]
    let body = Data(FreeAgent.QueryItem.encoded(form).utf8)
    #expect(try .init(header: credentials.header, body: Data(), query: []) == credentials)
    #expect(try .init(header: "basic Zmxvd2xpbmU6czplIGM=", body: Data(), query: []) == credentials)
    #expect(try .init(header: "Bearer x", body: body, query: []) == credentials)
    #expect(try .init(header: nil, body: Data(), query: form) == credentials)
    for header in [nil, "Basic", "Basic %%", "Basic eA==", "Bearer x"] {
      let error = #expect(throws: FreeAgent.Failure.self) {
        try FreeAgent.ClientCredentials(header: header, body: Data(), query: [])
      }
      #expect(error?.authorisation == .invalidClient)
      #expect(error?.status == 401)
    }
  }

  @Test(arguments: [
    (
      #"{"access_token":"a1","token_type":"bearer","expires_in":3600,"refresh_token":"r1","refresh_token_expires_in":631151957}"#,
      FreeAgent.Tokens(access: "a1", expiresIn: 3600, refresh: "r1", refreshExpiresIn: 631_151_957)
    ),
    (
      #"{"access_token":"a1","token_type":"Bearer","expires_in":"3600","scope":"all"}"#,
      FreeAgent.Tokens(access: "a1", expiresIn: 3600)
    ),
    (#"{"access_token":"a1","refresh_token":""}"#, FreeAgent.Tokens(access: "a1", expiresIn: 0)),
  ])
  func `an answer brings tokens`(body: String, tokens: FreeAgent.Tokens) throws {
    let read: FreeAgent.Tokens = try decoded(body)
    #expect(read == tokens)
    #expect(try decoded(CanonicalJSON.text(tokens)) == tokens)
  }

  @Test(arguments: [
    "{}", #"{"access_token":""}"#, #"{"access_token":"sesame","token_type":"mac"}"#,
    #"{"access_token":"sesame x"}"#, #"{"access_token":"sesame\n"}"#,
    #"{"access_token":["sesame"]}"#,
  ])
  func `what is no token is an error that does not quote it`(body: String) throws {
    let error = #expect(throws: DecodingError.self) {
      try decoded(body, as: FreeAgent.Tokens.self)
    }
    #expect(!String(reflecting: try #require(error)).contains("sesame"))
  }

  @Test func `secrets are not printed`() {
    let tokens = FreeAgent.Tokens(access: "sesame", expiresIn: 3600, refresh: "sesame")
    let values: [Any] = [
      tokens, FreeAgent.ClientCredentials(id: "flowline", secret: "sesame"),
      FreeAgent.TokenRequest.refresh("sesame"),
      FreeAgent.TokenRequest.code("sesame", redirect: nil),
      [tokens],
    ]
    for value in values {
      var dumped = ""
      dump(value, to: &dumped)
      #expect(!"\(value) \(String(reflecting: value)) \(dumped)".contains("sesame"))
    }
  }
}
