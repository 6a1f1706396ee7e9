import Testing

@testable import Flowline
@testable import FlowlineTerminal

/// What a person is told who gives up a write that went wrong.
struct GivenUpTests {
  /// Writes something that fails, or whose reply has no recorded form.
  private struct PayFlow: Flow {
    struct Broken: Error {}

    struct Reply: Codable, Sendable {
      init() {}

      init(from decoder: any Decoder) throws {}

      func encode(to encoder: any Encoder) throws { throw Broken() }
    }

    let id: FlowID = "pay"
    let isDone: Bool

    func run(_ context: FlowContext) async throws -> Bool {
      let isDone = isDone
      _ = try await context.commit("transfer", title: "Transfer to Bike", of: "x") {
        (_: String, _: IdempotencyKey) -> Reply in
        guard isDone else { throw Broken() }
        return Reply()
      }
      return true
    }
  }

  @Test(arguments: [
    (true, "en", "It was done", "not known"), (false, "en", "it is not known", "It was done"),
    (true, "ru", "выполнено", "неизвестно"), (false, "ru", "неизвестно", "в силе"),
  ])
  func `rule 14: what was done is not said to be unknown`(
    isDone: Bool, language: String, said: String, unsaid: String
  ) throws {
    let stage = try Stage(language)
    stage.columns = 300
    let report = try stage.walk(PayFlow(isDone: isDone), "give-up")
    guard case .failed(let failure)? = report.outcome else {
      Issue.record("\(report.end)")
      return
    }
    let told = stage.words(failure)
    #expect(told.contains(said) && !told.contains(unsaid), "\(told)")
  }
}
