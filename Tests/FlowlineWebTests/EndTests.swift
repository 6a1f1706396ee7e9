import Flowline
import FlowlineHost
import FlowlineTesting
import FoundationEssentials
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import FlowlineWeb

/// What the page of a session that has ended says was done.
struct EndTests {
  /// Buys things until it is told to stop.
  private struct ShopFlow: Flow {
    let id: FlowID = "shop"
    var title: Text { "shop" }

    func run(_ context: FlowContext) async throws -> Int {
      var bought = 0
      while true {
        let next = try await context.run(
          ChoiceScreen<String>(
            "next", "What next?",
            options: [
              Flowline.Option("buy", "buy", label: "Buy something"),
              Flowline.Option("look", "look", label: "Look around"),
              Flowline.Option("done", "done", label: "Done"),
              Flowline.Option("nothing", "nothing", label: "Nothing"),
            ]
          ).asMenu())
        if next == "done" { return bought }
        if next == "nothing" { throw FlowCancelled(.declined) }
        guard next == "buy" else { continue }
        var isSure = false
        while !isSure {
          _ = try await context.run(TextScreen("thing", "Which thing?"))
          isSure = try await context.run(ConfirmScreen("sure", "Is it right?"))
        }
        bought += try await context.commit("buy") { _ in 1 }
      }
    }

    func words(for bought: Int) -> Text? {
      bought > 1 ? Text(verbatim: "\(bought) things are yours.\nSee you.") : nil
    }
  }

  /// The page of the end, after these answers.
  private func end(_ answers: String...) async throws -> String {
    let walk = Walk("shop", inputs: []) { _ in
      var catalog = FlowCatalog()
      catalog.add(ShopFlow(), summary: "A shop")
      return catalog
    }
    let web = try WebWalk(walk)
    let session = web.session
    return try await web.test { client in
      _ = try await client.post("/start/shop", [("session", session)])
      for answer in answers {
        _ = try await client.post(client.step(of: session), [("answer", answer)])
      }
      return try await client.get(client.step(of: session)).text
    }
  }

  /// How many answers a page lists.
  private func listed(_ page: String) -> Int { page.split(separator: "data-answer=").count - 1 }

  @Test func `nothing was done if nothing was written before a no`() async throws {
    let page = try await end("look", "nothing")
    #expect(page.contains("<h1 class=\"heading\">Nothing was done</h1>"))
    #expect(listed(page) == 0 && !page.contains("Reference:") && !page.contains("A record to keep"))
  }

  @Test func `what was written before a no is said to stay`() async throws {
    let page = try await end("buy", "Tea", "yes", "nothing")
    #expect(page.contains("<h1 class=\"heading\">Stopped here</h1>"))
    #expect(page.contains("Whatever was done before stays."))
    #expect(!page.contains("Nothing was done"))
    #expect(page.contains("Reference:") && page.contains("Ended on"))
  }

  @Test func `a record has what was chosen from menus, and of each question the last answer`()
    async throws
  {
    let page = try await end("look", "buy", "Tea", "no", "Cake", "yes", "look", "done")
    #expect(page.contains("A record to keep"))
    #expect(listed(page) == 3, "what was chosen, the thing and that it was right")
    #expect(page.contains("Buy something") && page.contains("Cake"))
    #expect(!page.contains("Tea") && !page.contains("Look around"))
  }

  @Test func `what led to one write stays beside what led to the next`() async throws {
    let page = try await end("buy", "Tea", "yes", "buy", "Cake", "yes", "done")
    #expect(listed(page) == 6 && page.contains("Tea") && page.contains("Cake"))
    // The words of the flow are the heading: nothing else knows whether they are good news.
    #expect(page.contains("<div class=\"panel calm\">"))
    #expect(page.contains("<h1 class=\"heading told\">2 things are yours.</h1>"))
    #expect(page.contains("<p class=\"panel-text\">See you.</p>"))
  }

  @Test func `a result without words is done, and no success if there was only something to see`()
    async throws
  {
    let bought = try await end("buy", "Tea", "yes", "done")
    #expect(bought.contains("<div class=\"panel finished\">") && bought.contains(">Done</h1>"))
    let looked = try await end("look", "done")
    #expect(looked.contains("<div class=\"panel calm\">") && looked.contains(">Done</h1>"))
    #expect(!looked.contains("Reference:"))
  }

  @Test func `the reference is the end of the session's id, and the moment is the session's`() {
    let stage = Stage(at: Kinds.text)
    let page = EndPage(
      session: stage.session, flow: "shop", end: .failed(nil), hasWritten: true,
      ended: stage.words.environment.now
    ).page(in: stage.context)
    let text = String(decoding: page.document(in: stage.context), as: UTF8.self)
    #expect(
      text.contains("<abbr title=\"5e5510f1-0000-4000-8000-000000000001\">00000001</abbr>"))
    #expect(text.contains("Ended on 20 Nov 2026"))
    #expect(text.contains("Whatever was done before stays."))
  }
}
