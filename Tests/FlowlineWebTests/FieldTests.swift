import Flowline
import FlowlineTesting
import Testing

@testable import FlowlineWeb

/// What is written in and around single fields.
struct FieldTests {
  /// Asks for a short text of several lines and for a file, on one page.
  private struct NoteFlow: Flow {
    let id: FlowID = "note"

    func run(_ context: FlowContext) async throws -> String {
      let form = Form("note", "A note") { page -> String? in
        let text = page.ask(LongTextScreen("text", "Which text?", length: 1...10))
        let file = page.ask(FileScreen("file", "Which file?", accepting: [.pdf]).optional())
        guard let text, file != nil else { return nil }
        return text
      }
      return try await context.run(form)
    }
  }

  private static let walk = Walk("note", inputs: []) { _ in
    var catalog = FlowCatalog()
    catalog.add(NoteFlow(), summary: "A note")
    return catalog
  }

  /// The page of the note, after something was posted to it, if anything.
  private func page(posting fields: [(String, String)] = []) async throws -> String {
    let web = try WebWalk(Self.walk)
    let session = web.session
    return try await web.test { client in
      _ = try await client.post("/start/note", [("session", session)])
      let step = try await client.step(of: session)
      return try await fields.isEmpty ? client.get(step).text : client.post(step, fields).text
    }
  }

  @Test func `what may be left out is marked, and no key is named`() async throws {
    let page = try await page()
    #expect(page.contains("Which file?<span class=\"optional\"> (optional)</span>"))
    #expect(page.contains("A file of up to"))
    #expect(!page.contains("Enter"))
  }

  @Test(arguments: [(9, false), (15, false), (20, true), (200, true)])
  func `many choices can be filtered, and few are all in sight`(count: Int, isFiltered: Bool) {
    let kind = Kinds.Kind("choice") {
      ChoiceScreen("country", "Which country?", options: Kinds.options(count))
    }
    let stage = Stage(at: kind)
    let page = String(
      decoding: stage.page().page(in: stage.context).document(in: stage.context), as: UTF8.self)
    #expect(page.contains("data-filter=\"Filter the list\"") == isFiltered)
    #expect(page.contains("data-unmatched=\"Nothing matches.") == isFiltered)
    #expect(page.split(separator: "type=\"radio\"").count == count + 1)
  }

  @Test(arguments: [
    (["19", "November", "26"], ["year"]), (["19", "11", "26"], ["year"]),
    (["31", "2", "1990"], ["day"]), (["5", "13", "1990"], ["month"]),
    (["5", "", "1990"], ["month"]), (["", "", "1990"], ["day", "month"]),
    // It is too late as a whole.
    (["5", "9", "2030"], ["day", "month", "year"]),
  ])
  func `of a day in three fields those are marked that are at fault`(
    typed: [String], wrong: [String]
  ) throws {
    let stage = Stage(at: Kinds.date)
    let names = ["day", "month", "year"].map { "answer/\($0)" }
    // The line is as it was shown, empty or with a day.
    for line in ["", "1 May 1990"] {
      var body = PostedBody()
      for (name, value) in zip(names + ["answer", "answer/shown"], typed + [line, line]) {
        body.fields.append(PostedBody.Field(name: name, value: value))
      }
      let refused = try #require(try stage.post(body))
      let page = stage.page(refused).page(in: stage.context).document(in: stage.context)
      let root = try MarkupReader.read(String(decoding: page, as: UTF8.self))
      let marked = root.all("input").filter { $0["aria-invalid"] == "true" }.map { $0["name"] }
      #expect(marked == wrong.map { "answer/\($0)" })
      let summary = try #require(root.all("div").first { $0["class"] == "summary error" })
      #expect(summary.all("a").map { $0["href"] } == ["#answer-\(wrong[0])"])
    }
  }

  @Test(arguments: ["one\r\ntwo, three", "one\rtwo, three", "one\ntwo, three"])
  func `lines that are refused come back as lines`(text: String) async throws {
    let page = try await page(posting: [("field.text", text)])
    #expect(page.contains(">\none\ntwo, three</textarea>"))
  }
}
