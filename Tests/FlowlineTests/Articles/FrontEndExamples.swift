import Flowline
import FlowlineSchema

// The examples of WritingFrontEnds, Observing and FlowlineSchema, and of doc comments about the
// same, as they are printed, with what they need around them.

private enum FrontEndExamples {
  struct View: Sendable {
    func answer(to prompt: Prompt) async -> Answer { Answer("Ada") }
  }

  struct Page: Sendable {
    let prompt: Prompt

    init(_ prompt: Prompt) { self.prompt = prompt }
  }

  struct Upload: Sendable {
    let name: String
  }

  @MainActor final class Wizard: MainActorPresenter {
    var page: Page?
    lazy var controller = FlowController(presenter: self)

    func present(_ prompt: Prompt) { page = Page(prompt) }
    func ended(_ outcome: Outcome<JSONValue>) { page = nil }
  }

  static func show(_ state: FlowState) {}
  static func close(with outcome: Outcome<JSONValue>) {}
  static func send(_ schema: String) {}

  static func loop(_ flow: some Flow, on view: View, _ controller: FlowController) async throws {
    controller.start(flow)
    while let prompt = try await controller.settled() {
      controller.answer(await view.answer(to: prompt), to: prompt.presentation)
    }
  }

  static func states(of controller: FlowController) async {
    for await state in controller.states() {
      if let outcome = state.outcome { close(with: outcome) } else { show(state) }
    }
  }

  static func keep(
    _ bytes: [UInt8], of upload: Upload, _ controller: FlowController
  ) async throws {
    let file = try await controller.keep(FileContents(bytes, named: upload.name))
    controller.answer(.file(file))
  }

  static func back(to step: StepID, _ controller: FlowController) {
    controller.back(to: "account")
    controller.back(to: ["new-goal", "name"])
  }

  static func schema(_ controller: FlowController) {
    if let prompt = controller.prompt { send(prompt.schema.text) }
  }
}

private enum UsageExamples {
  static func usage(of catalog: FlowCatalog) throws -> FlowCatalog {
    let catalog = catalog.observed(by: try UsageLog(appendingTo: "usage.jsonl"))
    return catalog
  }

  static func printing(of catalog: FlowCatalog) -> FlowCatalog {
    let log = UsageLog { event in print(event.json.text) }
    let catalog = catalog.observed(by: log)
    return catalog
  }
}
