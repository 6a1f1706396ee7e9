import Flowline
import Testing

@testable import FlowlineMCP

/// What a person is told of a write that is held.
struct HoldTests {
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

  @Test(arguments: [true, false], ["en", "ru"])
  func `what was done is not said to be unknown, though its result cannot be saved`(
    isDone: Bool, language: String
  ) throws {
    let environment = FlowEnvironment.usual.speaking(language)
    let controller = FlowController()
    controller.start(PayFlow(isDone: isDone), SessionOptions(environment: environment))
    controller.waitUntilSettled()
    let prompt = try #require(controller.prompt)
    #expect(prompt.hold?.wasDone == isDone)
    let words = MCPWords(environment)
    let message = PromptMessage(prompt, words: words).text
    #expect(message.contains(words("form.was-done")) == isDone, "\(message)")
    #expect(message.contains(words("form.may-have-been-done")) != isDone, "\(message)")
  }
}
