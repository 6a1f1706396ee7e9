import Flowline
import Testing

/// Questions at which somebody may type a secret that belongs to another one.
struct HiddenRefusalTests {
  private struct WayFlow: Flow {
    let id: FlowID = "log-in"

    func run(_ context: FlowContext) async throws -> String {
      let way = try await context.run(
        ChoiceScreen(
          "way", "How?",
          options: [Option("type", "t", label: "Type it"), Option("leave", "l", label: "Leave")]
        ).hidingRefused())
      let form = Form<String>("names", "Names") { page in
        let first = page.ask(TextScreen("first", "First?", length: 1...3).hidingRefused())
        let second = page.ask(TextScreen("second", "Second?", length: 1...3))
        guard let first, let second else { return nil }
        return first + second
      }
      return way + (try await context.run(form))
    }
  }

  private static func words(_ refusal: Refusal) -> String {
    refusal.message.resolved(in: .test).text
  }

  @Test func `a refused answer is nowhere, and one that is taken is kept as any other`() throws {
    let controller = FlowController()
    controller.start(WayFlow(), SessionOptions(environment: .test))
    guard case .failure(let preview) = controller.preview("s3cret"),
      case .refused(let refusal) = controller.answer("s3cret")
    else {
      Issue.record("it was taken")
      return
    }
    #expect(refusal.code == .notAChoice)
    for refusal in [preview, refusal] {
      #expect(refusal.arguments.isEmpty && refusal.range == nil)
      #expect(Self.words(refusal).hasPrefix("“…” is not one of the choices."))
    }
    controller.answer("type")
    controller.fill(["first": "s3cret", "second": "b"])
    controller.answer("s3cret")
    #expect(controller.prompt?.refused?.answer == nil)
    controller.fill(["first": "a", "second": "b"])
    #expect(controller.journal.isEnded)
    let text = controller.journal.text
    #expect(!text.contains("s3cret"))
    let lines = text.split(separator: "\n")
    #expect(lines.contains("refuse way {\"redacted\":true} not-a-choice"))
    #expect(lines.contains("answer way \"type\""))
    #expect(
      lines.contains(
        "refuse names {\"first\":{\"redacted\":true},\"second\":\"b\"} wrong-fields"))
    #expect(lines.contains("refuse first {\"redacted\":true} too-long"))
    #expect(lines.contains("answer first \"a\""))
  }

  @Test func `the script replays`() throws {
    let controller = FlowController()
    controller.start(WayFlow(), SessionOptions(environment: .test))
    for answer in ["s3cret", "type", "s3cret", "a", "b"] as [Answer] { controller.answer(answer) }
    #expect(controller.journal.isEnded)
    let text = controller.journal.text
    var catalog = FlowCatalog()
    catalog.add(WayFlow(), summary: "A way")
    for mode in [ScriptReplay.Mode.recorded, .live] {
      let report = try ScriptReplay(Script(parsing: text), of: catalog, or: .test).run(mode)
      #expect(report.mismatch == nil)
      #expect(report.journal.text == text)
    }
  }
}
