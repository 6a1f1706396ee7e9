import Flowline
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import FlowlineWeb

/// Browsers that are known by a cookie.
struct VisitorTests {
  /// The cookie that a request is given; nil if it is given none.
  private func given(
    _ method: HTTPRequest.Method, _ headers: HTTPFields, isPage: Bool = false
  ) async throws -> String? {
    try await reply(
      method, headers, [.contentType: isPage ? "text/html; charset=utf-8" : "application/json"]
    )[.setCookie]
  }

  /// The headers of a reply.
  private func reply(
    _ method: HTTPRequest.Method, _ headers: HTTPFields, _ own: HTTPFields
  ) async throws -> HTTPFields {
    let visitors = Visitors()
    let router = Router()
    router.add(middleware: visitors.middleware(for: BasicRequestContext.self))
    router.on("", method: method) { request, _ in
      let user = visitors.user(of: request)?.rawValue ?? ""
      return Response(
        status: .ok, headers: own,
        body: ResponseBody(byteBuffer: ByteBuffer(string: user)))
    }
    return try await Application(router: router).test(.router) { client in
      try await client.execute(uri: "/", method: method, headers: headers) { $0.headers }
    }
  }

  @Test func `what any cache may keep has no cookie, and what has one is kept by none`()
    async throws
  {
    let shared = try await reply(.get, [:], Response(Asset.styleSheet).headers)
    #expect(shared[.setCookie] == nil && shared[.cacheControl]?.hasPrefix("public") == true)
    for caching in [nil, "max-age=60", "private", "no-store"] as [String?] {
      var own: HTTPFields = [.contentType: "text/html; charset=utf-8"]
      own[.cacheControl] = caching
      let kept = try await reply(.get, [:], own)
      #expect(kept[.setCookie] != nil)
      #expect(kept[.cacheControl] == (caching == "private" ? "private" : "no-store"))
    }
  }

  @Test func `a browser is given a cookie once`() async throws {
    let cookie = try #require(try await given(.get, [:]))
    #expect(cookie.hasPrefix("flowline=") && cookie.contains("HttpOnly; SameSite=Lax"))
    let pair = String(cookie.prefix { $0 != ";" })
    #expect(try await given(.get, [.cookie: pair]) == nil)
    #expect(try await given(.post, [:]) != nil)
  }

  @Test func `each page keeps the cookie for another lifetime`() async throws {
    let cookie = try #require(try await given(.get, [:], isPage: true))
    let pair = String(cookie.prefix { $0 != ";" })
    #expect(try await given(.get, [.cookie: pair], isPage: true) == cookie)
  }

  /// A browser sends none of ours with a form of another site, and would replace it with a new one.
  @Test func `a form of another site takes no browser its cookie`() async throws {
    let site = try #require(HTTPField.Name("Sec-Fetch-Site"))
    #expect(try await given(.post, [site: "cross-site"]) == nil)
    #expect(try await given(.post, [.origin: "https://evil.example"]) == nil)
    // A link of another site leads here.
    #expect(try await given(.get, [site: "cross-site"]) != nil)
  }
}
