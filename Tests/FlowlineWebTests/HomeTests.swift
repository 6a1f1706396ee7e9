import Flowline
import FlowlineHost
import FlowlineTesting
import FoundationEssentials
import HTTPTypes
import HummingbirdTesting
import OwnScreens
import Testing

@testable import FlowlineWeb

/// The first page.
struct HomeTests {
  @Test func `what is unfinished comes first, however much has ended since`() async throws {
    let walk = Walk("own", inputs: []) { _ in
      var catalog = FlowCatalog()
      catalog.add(OwnFlow(), summary: "Kinds of one's own")
      return catalog
    }
    let web = try WebWalk(walk)
    _ = try await web.host.start("own", as: web.key)
    var ended: Set<String> = []
    for _ in 0..<51 {
      let key = SessionKey(WebWalk.user, UUID())
      _ = try await web.host.start("own", as: key)
      _ = try await web.host.cancel(key)
      ended.insert(key.session.uuidString.lowercased())
    }
    let expected = ended
    try await web.test { client in
      let first = try await client.get("/").text
      #expect(first.contains("data-session=\"\(web.session)\""))
      let link = try #require(
        first.split(separator: "href=\"").compactMap { $0.split(separator: "\"").first }
          .first { $0.hasPrefix("/?after=") })
      let second = try await client.get(String(link)).text
      #expect(!second.contains("data-session=\"\(web.session)\""))
      let listed = expected.map { session in
        [first, second].count { $0.contains("data-session=\"\(session)\"") }
      }
      #expect(listed.allSatisfy { $0 == 1 })
    }
  }
}
