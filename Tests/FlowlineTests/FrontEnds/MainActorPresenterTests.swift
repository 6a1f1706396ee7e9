import Flowline
import TestSupport
import Testing

/// A front end that lives on the main actor, as an adopter writes it.
@MainActor
private final class Wizard: MainActorPresenter {
  private(set) var pages: [String] = []
  private(set) var outcome: Outcome<JSONValue>?
  private let told: AsyncStream<Void>.Continuation
  let changes: AsyncStream<Void>

  lazy var controller = FlowController(presenter: self)

  init() { (changes, told) = AsyncStream.makeStream() }

  func present(_ prompt: Prompt) { add("asked \(prompt.id)") }
  func working(on step: StepPath) { add("working on \(step)") }
  func dismiss(_ presentations: Range<Int>) { add("dismissed \(presentations)") }

  func ended(_ outcome: Outcome<JSONValue>) {
    self.outcome = outcome
    add(outcome.map(\.text).short)
    told.finish()
  }

  private func add(_ page: String) {
    pages.append(page)
    told.yield()
  }

  /// Waits until so many things were told.
  func wait(for count: Int) async {
    guard pages.count < count else { return }
    for await _ in changes where pages.count >= count { return }
  }
}

@MainActor
struct MainActorPresenterTests {
  @Test func `a front end on the main actor is told all of it, in order`() async {
    let wizard = Wizard()
    wizard.controller.start(ProductFlow(), .test)
    await wizard.wait(for: 1)
    wizard.controller.answer("2")
    await wizard.wait(for: 2)
    wizard.controller.answer("3")
    for await _ in wizard.changes {}
    #expect(wizard.pages.prefix(3) == ["asked left", "asked right", "finished 6"])
  }

  @Test func `rule 27: a call waits for no front end, which hears of it later`() async {
    let wizard = Wizard()
    let controller = wizard.controller
    // The main actor is busy with this test until it waits.
    controller.start(ProductFlow(), .test)
    controller.answer("2")
    controller.answer("3")
    #expect(controller.inspection.state == .ended)
    #expect(wizard.pages.isEmpty)
    for await _ in wizard.changes {}
    #expect(wizard.pages.prefix(3) == ["asked left", "asked right", "finished 6"])
  }

  @Test func `what a load on another thread leads to comes to the main actor`() async throws {
    let wizard = Wizard()
    let gate = Gate<Int>()
    wizard.controller.start(
      ClosureFlow("reading") { context in
        let read = try await context.load("rate") { await gate.wait() }
        return try await context.run(ask("last")) + read
      }, .test)
    await wizard.wait(for: 1)
    gate.open(3)
    await wizard.wait(for: 2)
    wizard.controller.answer("1")
    for await _ in wizard.changes {}
    #expect(wizard.pages.prefix(3) == ["working on reading/rate", "asked last", "finished 4"])
  }

  @Test func `rule 5: a front end and its controller do not keep each other alive`() async {
    weak var gone: Wizard?
    weak var controller: FlowController?
    do {
      let wizard = Wizard()
      (gone, controller) = (wizard, wizard.controller)
      wizard.controller.start(ask(), .test)
      await wizard.wait(for: 1)
    }
    #expect(gone == nil && controller == nil)
  }
}
