import Flowline
import FlowlineHost
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import FlowlineWeb

/// Addresses that do not take a method.
struct RouteTests {
  private func check(
    _ method: HTTPRequest.Method, _ path: String, _ body: (TestResponse) -> Void
  ) async throws {
    let host = SessionHost(keeping: MemoryJournalStore()) { _ in HostedWorld(FlowCatalog()) }
    let site = FlowlineSite<BasicRequestContext>(
      host, layout: WebLayout(serviceName: "Test")
    ) { _, _ in "ada" }
    let router = Router(options: .autoGenerateHeadEndpoints)
    router.get("health") { _, _ in "ok" }
    router.add(middleware: site.unknownAddresses(besides: [(method: .get, path: "health")]))
    site.addRoutes(to: router)
    // Pages that are added behind it are known as well.
    for method in [.get, .post] as [HTTPRequest.Method] {
      site.addPage(at: "agents", method: method, to: router) { _ in
        .page(title: "Agents", HTML())
      }
    }
    let reply = try await Application(router: router).test(.router) { client in
      try await client.execute(uri: path, method: method)
    }
    body(reply)
  }

  private static let others: [(HTTPRequest.Method, String, String)] = [
    (.put, "/agents", "GET, HEAD, POST"), (.options, "/agents", "GET, HEAD, POST"),
    (.put, "/health", "GET, HEAD"), (.delete, "/health", "GET, HEAD"),
    (.post, "/health", "GET, HEAD"), (.delete, "/", "GET, HEAD"), (.get, "/start/x", "POST"),
  ]

  @Test(arguments: others)
  func `a method that is not taken is told which are`(
    method: HTTPRequest.Method, path: String, allowed: String
  ) async throws {
    try await check(method, path) { reply in
      #expect(reply.status == .methodNotAllowed)
      #expect(reply.headers[.allow] == allowed)
    }
  }

  @Test func `what is there is there, and what is not is not`() async throws {
    for path in ["/agents", "/health"] {
      try await check(.get, path) { #expect($0.status == .ok, "\(path)") }
    }
    try await check(.put, "/agent") { reply in
      #expect(reply.status == .notFound && reply.headers[.allow] == nil)
    }
  }
}
