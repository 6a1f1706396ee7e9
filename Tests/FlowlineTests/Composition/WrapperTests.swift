import Testing

@testable import Flowline

/// Wrapping screens and flows pass on all that they do not change.
struct WrapperTests {
  /// A screen that says something of its own for each member.
  private struct Full: Screen {
    typealias Output = String

    var question = Question("full", "Full?")
    var version: Int { 7 }
    var title: Text { "A title" }
    var migrations: [Migration] { [Migration(from: 6)] }
    var steps: ClosedRange<Int>? { 2...3 }
    var defaultAnswer: JSONValue? { "default" }

    func kind(in environment: FlowEnvironment) -> PromptKind { .path }
    func read(
      _ answer: Answer, in environment: FlowEnvironment
    ) -> Result<Accepted<String>, Refusal> {
      answer == "no" ? .failure(Refusal("no", "No.")) : .success(Accepted("x", recorded: "r"))
    }
    func typed(_ recorded: JSONValue, in environment: FlowEnvironment) -> String? { "typed" }
    func echo(_ recorded: JSONValue, in environment: FlowEnvironment) -> Text? { "echo" }
    func warning(about value: String, in environment: FlowEnvironment) -> Refusal? {
      Refusal("doubt", "Really?", isWarning: true)
    }
    func example(in environment: FlowEnvironment) -> String? { "example" }
    func page(in environment: FlowEnvironment) -> [PageSection] {
      [PageSection(heading: LocalizedText(key: nil, text: "page"), rows: [])]
    }
    func outline(in environment: FlowEnvironment) -> PromptOutline {
      PromptOutline(kind: "own", choices: ["a"])
    }
    func fault(in environment: FlowEnvironment) -> ScreenFault? {
      ScreenFault("closed", at: "full", description: "Closed.")
    }
  }

  /// Changes nothing.
  private struct Plain<Base: Screen>: ScreenWrapper {
    typealias Output = Base.Output
    var base: Base
  }

  private func expectPassedOn(_ screen: some Screen<String>) {
    #expect(screen.question.text == "Full?" && screen.id == "full")
    #expect(screen.version == 7 && screen.title == "A title" && screen.steps == 2...3)
    #expect(screen.migrations.map(\.version) == [6] && screen.defaultAnswer == "default")
    #expect(screen.kind(in: .test) == .path && screen.typed(1, in: .test) == "typed")
    #expect(screen.echo(1, in: .test) == "echo" && screen.example(in: .test) == "example")
    #expect(screen.page(in: .test).first?.heading?.text == "page")
    #expect(screen.outline(in: .test) == PromptOutline(kind: "own", choices: ["a"]))
    #expect(screen.warning(about: "x", in: .test)?.code == "doubt")
    #expect((try? screen.read("yes", in: .test).get().recorded) == "r")
    guard case .failure(let refusal) = screen.read("no", in: .test) else {
      Issue.record("it is taken")
      return
    }
    #expect(refusal.code == "no")
  }

  @Test func `a wrapped screen says what the one inside says`() {
    expectPassedOn(Full())
    expectPassedOn(Plain(base: Full()))
    expectPassedOn(Full().refusing { _ in nil })
    expectPassedOn(Full().warning("other") { _, _ in "Other?" })
    expectPassedOn(Plain(base: Full().refusing { _ in nil }.warning("other") { _, _ in nil }))
  }

  @Test func `what makes it impossible to answer a wrapper says by itself, as it may take more`() {
    #expect(Full().fault(in: .test)?.code == "closed")
    #expect(Plain(base: Full()).fault(in: .test) == nil)
    #expect(Full().optional().fault(in: .test) == nil)
    let narrower = Full().refusing { _ in nil }.warning("other") { _, _ in nil }.sensitive()
    #expect(narrower.fault(in: .test)?.code == "closed")
    #expect(narrower.spentByCheck().fault(in: .test)?.code == "closed")
  }

  @Test func `what is said about a wrapped screen reaches the one inside`() {
    let screen = Plain(base: Full()).help("Help").skippedByBack()
    #expect(screen.base.question.help == "Help" && screen.base.question.isSkippedByBack)
  }

  @Test func `a wrapped flow says what the one inside says`() {
    let flow = Form("form", "Form") { _ in 1 }
    func expectPassedOn(_ flow: some Flow, _ id: FlowID = "form", _ title: Text = "Form") {
      #expect(flow.id == id && flow.title == title && flow.version == 3 && flow.steps == 1...4)
      #expect(flow.migrations.map(\.version) == [2])
    }
    var full = flow
    full.version = 3
    full.steps = 1...4
    full.migrations = [Migration(from: 2)]
    expectPassedOn(full.map { $0 + 1 })
    expectPassedOn(full.guarded())
    expectPassedOn(full.named("other", title: "Other"), "other", "Other")
  }
}
