import Flowline
import FlowlineTesting
import FoundationEssentials
import HTTPTypes
import HummingbirdTesting
import OwnScreens
import Testing

@testable import FlowlineWeb

/// Languages and regions that callers ask for: Foundation never forgets a locale that was made once.
struct LocaleTests {
  private static let world = FlowEnvironment(
    locale: Locale(identifier: "en_GB"), timeZone: .gmt,
    now: Date(timeIntervalSince1970: 1_795_176_000))

  @Test(arguments: [
    ("ru-RU", "ru_RU"), ("ru", "ru"), ("RU-by", "ru_BY"), ("ru-BR", "ru_BR"), ("en-AU", "en_AU"),
    ("en", "en_GB"), ("en-GB-oxendict", "en_GB"), ("ru-Cyrl-RU", "ru"), ("en-Latn", "en"),
    ("xx-YY", "en_GB"), ("", "en_GB"), ("ru-", "ru"),
  ])
  func `a browser is spoken to in a language and a region that there are`(
    tag: String, locale: String
  ) {
    #expect(Self.world.asked(for: tag).locale.identifier == locale)
  }

  @Test(arguments: [
    ("ru;q=0,en", ["en"]), ("en;q=0.1,ru;q=0.9", ["ru", "en"]),
    ("de, en ; q=0.5, ru;q=0.5", ["de", "en", "ru"]), ("ru;q=2,ru;q=x,ru;q=,en;q=0.000", []),
    ("ru;level=1;Q=0.2,en", ["en", "ru"]), (";q=1, ,", []), ("", []),
  ])
  func `a browser says how much it likes each language`(header: String, tags: [String]) {
    #expect(AcceptedLanguages.tags(in: header) == tags)
  }

  @Test func `invented languages and regions make no locales of their own`() {
    let tags = (10_000..<20_000).flatMap { ["ru-\($0)", "en-a\($0)-GB", "ru-RU-x\($0)"] }
    let made = Set(tags.map { Self.world.asked(for: $0).locale.identifier })
    #expect(made == ["ru", "en", "ru_RU"])
  }

  @Test func `a program is told that there is no such locale`() async throws {
    let walk = Walk("own", inputs: []) { _ in
      var catalog = FlowCatalog()
      catalog.add(OwnFlow(), summary: "Kinds of one's own")
      return catalog
    }
    let web = try WebWalk(walk)
    try await web.test { client in
      func start(_ locale: String) async throws -> Int {
        let body = "{\"start\":\"own\",\"locale\":\"\(locale)\"}"
        return try await client.send(
          .put, "/api/sessions/\(web.session)", [.contentType: "application/json"], body
        ).status.code
      }
      for locale in ["en_x1", "en_GB@x=1", "en GB", "ru-10000", String(repeating: "e", count: 900)]
      {
        let code = try await start(locale)
        #expect(code == 400, "\(locale)")
      }
      let code = try await start("de-AT")
      #expect(code == 200)
    }
  }
}
