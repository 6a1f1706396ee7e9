import Flowline
import Testing

@testable import FlowlineTerminal

/// Every kind of question as text: in every look, and at widths at which it is wrapped and cut.
struct PromptSnapshotTests {
  struct View: CustomTestStringConvertible {
    let look: Look
    let name: String
    let language: String
    let columns: Int

    var testDescription: String { "\(name)-\(language)-\(columns)" }
  }

  private static let views: [View] =
    ["en", "ru"].flatMap { language in
      [
        View(look: .bare, name: "unicode", language: language, columns: 80),
        View(look: .ascii, name: "ascii", language: language, columns: 80),
        View(look: .plain, name: "plain", language: language, columns: 80),
        View(look: .bare, name: "unicode", language: language, columns: 40),
        View(look: .bare, name: "unicode", language: language, columns: 20),
      ]
    }

  @Test(arguments: views)
  func `every kind of question`(view: View) throws {
    let stage = try Stage(view.language, look: view.look)
    stage.columns = view.columns
    var lines: [String] = []
    for kind in KindFlow.Kind.allCases {
      lines += ["== \(kind.rawValue)"] + (try self.lines(of: kind, on: stage)) + [""]
    }
    for line in lines where !line.hasPrefix("==") {
      #expect(DisplayWidth.of(line) <= view.columns, "\(line)")
    }
    try Snapshot.check(lines, view.testDescription)
  }

  @Test func `no snapshot is left that no test writes`() throws {
    let written = Self.views.map(\.testDescription) + ["palette"]
    #expect(try Snapshot.names() == written.sorted())
  }

  /// The question, a refusal under its line, and what stays of an answer.
  private func lines(of kind: KindFlow.Kind, on stage: Stage) throws -> [String] {
    let renderer = stage.renderer
    let controller = FlowController()
    controller.start(KindFlow(kind: kind), SessionOptions(environment: stage.environment))
    let prompt = try #require(controller.prompt)
    let sides: PromptRenderer.Sides = stage.look.isPlain ? [] : [.keys, .menu]
    var lines = renderer.lines(for: prompt, beside: sides)
    if !sides.isEmpty { lines += beside(prompt, sides, on: stage) }
    let bad = prompt.isSensitive ? "" : kind.bad
    lines.append((renderer.input(for: prompt).plainText + bad).truncated(to: stage.columns))
    // Nothing typed means the default where there is one.
    if case .failure(let refusal) = controller.preview(.text(kind.bad)) {
      lines += renderer.lines(for: refusal, typed: bad, under: renderer.input(for: prompt))
    }
    controller.answer(.text(kind.good))
    let answer = try #require(controller.journal.answers.first)
    let summary = renderer.summary(of: answer.value, to: prompt)
    return lines.map { $0.trimmingEnd } + summary
  }

  /// The line with what an empty one shows, the menu, the keys.
  private func beside(
    _ prompt: Prompt, _ sides: PromptRenderer.Sides, on stage: Stage
  ) -> [String] {
    let renderer = stage.renderer
    let menu = ChoiceMenu(of: prompt.kind, look: stage.look, words: stage.words)
    let rows = menu.menu(selecting: prompt.draft ?? prompt.defaultText).map {
      MenuState($0).rows(columns: stage.columns, rows: 10)
    }
    let hint = prompt.kind.choices.isEmpty ? renderer.hint(for: prompt) : ""
    let line = renderer.input(for: prompt).plainText + (hint.isEmpty ? "" : "[\(hint)]")
    return [line.truncated(to: stage.columns)] + (prompt.kind.choices.isEmpty ? [] : rows ?? [])
      + [renderer.footer(for: prompt, beside: sides, canGoBack: true)]
  }
}

extension String {
  fileprivate var trimmingEnd: String {
    var text = self
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }
}
