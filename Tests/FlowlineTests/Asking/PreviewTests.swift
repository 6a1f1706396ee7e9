import Flowline
import Testing

/// What would become of an answer while it is typed.
struct PreviewTests {
  private struct Spelled: Screen {
    typealias Output = Int
    var question = Question("count", "How many?")

    func kind(in environment: FlowEnvironment) -> PromptKind { .number(0...9) }

    func read(
      _ answer: Answer, in environment: FlowEnvironment
    ) -> Result<Accepted<Int>, Refusal> {
      NumberScreen("count", "How many?", in: 0...9).read(answer, in: environment)
    }

    func echo(_ recorded: JSONValue, in environment: FlowEnvironment) -> Text? {
      Text(verbatim: "\(recorded.text) of them")
    }
  }

  private func start(_ screen: some Screen) -> FlowController {
    let controller = FlowController()
    controller.start(ClosureFlow("flow") { try await $0.run(screen).jsonText }, .test)
    return controller
  }

  @Test func `tells what is understood, and changes nothing`() throws {
    let controller = start(
      Spelled().warning("many") { count, _ in count > 5 ? "Many?" : nil }
        .refusing("seven", "Not seven.") { $0 == 7 })
    let before = controller.journal.text
    let few = try controller.preview("3").get()
    #expect(few.recorded == 3)
    #expect(few.echo?.text == "3 of them")
    #expect(few.warning == nil)
    let many = try controller.preview(" 8 ").get()
    #expect(many.warning?.code == "many")
    #expect(many.warning?.isWarning == true)
    #expect(throws: Refusal("seven", "Not seven.")) { try controller.preview("7").get() }
    #expect(controller.journal.text == before)
    #expect(controller.prompt?.presentation == 0)
  }

  @Test func `points at the fault in the text as it is typed`() {
    let controller = start(ask())
    guard case .failure(let refusal) = controller.preview("  1x") else {
      return #expect(Bool(false), "it would be taken")
    }
    #expect(refusal.code == .notANumber)
    #expect(refusal.range == 3..<4)
  }

  @Test func `nothing typed is the default`() throws {
    let controller = start(NumberScreen("count", "How many?", default: 4))
    #expect(try controller.preview("").get().recorded == 4)
  }

  @Test func `rule 22: tells nothing of what a sensitive step would take`() throws {
    let controller = start(Spelled().warning("many") { _, _ in "Many?" }.sensitive())
    let preview = try controller.preview("3").get()
    #expect(preview.recorded == nil)
    #expect(preview.echo == nil)
    #expect(preview.warning?.code == "many")
  }

  @Test func `where nothing is asked, says so`() {
    let controller = FlowController()
    #expect(throws: Refusal.self) { try controller.preview("3").get() }
    let held = Held<Int>()
    controller.start(ClosureFlow("flow") { try await $0.load("slow") { await held.wait() } }, .test)
    guard case .failure(let refusal) = controller.preview("3") else {
      return #expect(Bool(false), "something is asked")
    }
    #expect(refusal.code == .nothingAsked)
    held.release(1, controller)
  }

  @Test func `of children at once each reads its own answers`() throws {
    let controller = FlowController()
    controller.start(
      ClosureFlow("two") { context in
        let (name, count) = try await context.all(TextScreen("name", "Name?"), Spelled())
        return "\(name) \(count)"
      }, .test)
    let presentations = controller.prompts.map(\.presentation)
    #expect(try controller.preview("3").get().recorded == "3")
    #expect(try controller.preview("3", to: presentations.first).get().recorded == "3")
    #expect(try controller.preview("3", to: presentations.last).get().recorded == 3)
    guard case .failure(let refusal) = controller.preview("3", to: 99) else {
      return #expect(Bool(false), "it is asked")
    }
    #expect(refusal.code == .stale)
  }

  @Test func `a field of a form is read as the form reads it`() throws {
    let form = Form<Int>("pair", "Two") { page in
      let low = page.ask(ask("low"))
      let high = page.ask(Spelled())
      if let low, let high, high < low { page.refuse("count", Refusal("below", "Below.")) }
      return low.flatMap { low in high.map { low + $0 } }
    }
    let controller = FlowController()
    controller.start(form, .test)
    controller.answer("5")
    #expect(try controller.preview("6").get().echo?.text == "6 of them")
    #expect(throws: Refusal("below", "Below.")) { try controller.preview("4").get() }
  }
}

extension Encodable {
  fileprivate var jsonText: String { (try? JSONValue(encoding: self).text) ?? "" }
}
