import Flowline
import Testing

@testable import FlowlineWeb

/// How far one has come, above the heading.
struct CaptionTests {
  private struct GoalFlow: Flow {
    let id: FlowID = "goal"
    let steps: ClosedRange<Int>?

    func run(_ context: FlowContext) async throws -> String {
      let account = try await context.run(TextScreen("account", "Which account?"))
      let goal = try await context.run(
        Form<String>("goal", "What for?") { page in
          let name = page.ask(TextScreen("name", "Its name?"))
          let target = page.ask(TextScreen("target", "Its target?"))
          guard let name, let target else { return nil }
          return name + target
        })
      _ = try await context.run(ConfirmScreen("sure", "Sure?"))
      return account + goal
    }
  }

  private func captions(of steps: ClosedRange<Int>?, _ locale: String = "en_GB") throws -> [String]
  {
    let stage = Stage(GoalFlow(steps: steps), locale)
    var captions: [String] = []
    for body: KeyValuePairs<String, String> in [
      ["answer": "Personal"], ["field.name": "Bike", "field.target": "1500"], [:],
    ] {
      captions += try Self.captions(of: stage.page(), in: stage)
      try stage.post(PostedBody(body))
    }
    return captions
  }

  private static func captions(of page: StepPage, in stage: Stage) throws -> [String] {
    let html = page.page(in: stage.context).document(in: stage.context)
    let read = try BrowserPage(String(decoding: html, as: UTF8.self), at: "/")
    return read.root.all("span").filter { $0["class"] == "caption" }.map(\.text)
  }

  @Test func `a form that is refused or shown again has the same numbers`() throws {
    let stage = Stage(GoalFlow(steps: 4...4))
    try stage.post(PostedBody(["answer": "Personal"]))
    for body: KeyValuePairs<String, String> in [
      ["field.name": "Bike", "field.target": ""],
      ["field.name": "Bike", "field.target": "1500", "do": "refresh"],
    ] {
      let again = try #require(try stage.post(PostedBody(body)))
      let captions = try Self.captions(of: stage.page(again), in: stage)
      #expect(captions == ["Open an account · Steps 2–3 of 4"])
    }
  }

  @Test func `a form has the numbers of all its fields`() throws {
    #expect(
      try captions(of: 4...4) == [
        "Open an account · Step 1 of 4", "Open an account · Steps 2–3 of 4",
        "Open an account · Step 4 of 4",
      ])
    #expect(try captions(of: 4...4, "ru_RU")[1].contains("Шаги 2–3 из 4"))
  }

  @Test func `there is no number if a form shows more than was counted, or nobody has counted`()
    throws
  {
    #expect(try captions(of: 2...2)[1] == "Open an account")
    #expect(try captions(of: nil) == Array(repeating: "Open an account", count: 3))
  }
}
