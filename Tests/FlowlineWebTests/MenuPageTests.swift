import Flowline
import FlowlineHost
import FlowlineTesting
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import FlowlineWeb

/// Menus, which one goes through and comes back to as to any page of a site.
struct MenuPageTests {
  /// A shop with a menu for each shelf.
  private struct ShopFlow: Flow {
    let id: FlowID = "shop"

    func run(_ context: FlowContext) async throws -> String {
      while true {
        let shelf = try await context.run(menu("home", "Which shelf?", ["tea", "cake"]))
        if try await context.run(menu(StepID(shelf), "What of it?", ["order", "leave"])) == "order"
        {
          let name = try await context.run(TextScreen("name", "For whom?"))
          _ = try await context.run(menu("ordered", "What next?", ["pay"]))
          return name
        }
      }
    }

    private func menu(_ id: StepID, _ question: Text, _ keys: [String]) -> ChoiceScreen<String> {
      let options = keys.map { Flowline.Option($0, $0, label: Text(verbatim: $0)) }
      return ChoiceScreen(id, question, options: options).asMenu()
    }
  }

  private static let walk = Walk("shop", inputs: []) { _ in
    var catalog = FlowCatalog()
    catalog.add(ShopFlow(), summary: "Sells something")
    return catalog
  }

  private func shopping(
    _ body: @escaping @Sendable (WebClient, _ session: String) async throws -> Void
  ) async throws {
    let web = try WebWalk(Self.walk)
    try await web.test { client in
      _ = try await client.post("/start/shop", [("session", web.session)])
      try await body(client, web.session)
    }
  }

  @Test func `a menu that one comes back to says nothing of answers`() async throws {
    try await shopping { client, session in
      let home = try await client.step(of: session)
      _ = try await client.post(home, [("answer", "tea")])
      // The browser's way back has its address.
      let again = try await client.get(home)
      #expect(again.status == .ok && again.text.contains("Which shelf?"))
      #expect(!again.text.contains("You answered this before"))
      let other = try await client.post(home, [("answer", "cake")])
      #expect(other.status == .seeOther && !other.location.contains("notice"))
      let page = try await client.get(other.location).text
      #expect(page.contains("What of it?") && !page.contains("answer was changed"))
      // Of an answer it is said.
      _ = try await client.post(client.step(of: session), [("answer", "order")])
      let name = try await client.step(of: session)
      _ = try await client.post(name, [("answer", "Ada")])
      #expect(try await client.get(name).text.contains("You answered this before"))
      #expect(try await client.post(name, [("answer", "Bo")]).location.hasSuffix("notice=revised"))
    }
  }

  /// A menu below sections of figures.
  private static func menu(below sections: Int) -> Kinds.Kind {
    Kinds.Kind("menu") {
      ChoiceScreen(
        "menu", "Where to?", options: [Flowline.Option("done", 1, label: "Done")],
        page: (0..<sections).map { _ in Section(rows: [Row("Rent", "£900.00")]) }
      ).asMenu()
    }
  }

  @Test(
    arguments: [
      (0, "en_GB", nil), (1, "en_GB", nil), (2, "en_GB", "Go to the choices: Where to?"),
      (6, "ru_RU", "К вариантам: Where to?"),
    ] as [(Int, String, String?)])
  func `a link leads past several sections to the menu`(
    sections: Int, locale: String, text: String?
  ) throws {
    let stage = Stage(at: Self.menu(below: sections), locale)
    let page = stage.page().page(in: stage.context).document(in: stage.context)
    let root = try MarkupReader.read(String(decoding: page, as: UTF8.self))
    let jump = root.all("p").first { $0["class"] == "jump" }
    #expect(jump?.text == text)
    #expect(jump.map { $0.all("a").map { $0["href"] } == ["#answer"] } != false)
    let first = try #require(root.all("button").first { $0["name"] == "answer" })
    #expect(first["id"] == "answer")
  }

  @Test func `a link leads to a field, too, and a page to read has none`() throws {
    let sections = (0..<2).map { _ in Section(rows: [Row("Rent", "£900.00")]) }
    let field = Kinds.Kind("text") { TextScreen("name", "Your name?").page(sections) }
    let read = Kinds.Kind("review") { ReviewScreen("rent", "The rent", page: sections) }
    for (kind, hasLink) in [(field, true), (read, false)] {
      let stage = Stage(at: kind)
      let page = String(
        decoding: stage.page().page(in: stage.context).document(in: stage.context), as: UTF8.self)
      #expect(page.contains("<a href=\"#answer\">Go to the answer<") == hasLink)
      #expect(page.contains("class=\"jump\"") == hasLink)
    }
  }

  @Test func `a way to the answers so far is there once one is listed`() async throws {
    try await shopping { client, session in
      let way = "See your answers so far"
      for answer in ["tea", "leave", "cake", "order"] {
        _ = try await client.post(client.step(of: session), [("answer", answer)])
        #expect(try await !client.get(client.step(of: session)).text.contains(way))
      }
      _ = try await client.post(client.step(of: session), [("answer", "Ada")])
      let page = try await client.get(client.step(of: session)).text
      #expect(page.contains("What next?") && page.contains(way))
      #expect(try await client.get("/session/\(session)/answers").text.contains("For whom?"))
    }
  }
}
