import FlowTestSupport
import Flowline
import Testing

@testable import FlowlineMCP

/// How agents put a held write to a person.
struct HoldTests {
  @Test(arguments: [true, false], ["en", "ru"])
  func `what was done is not said to be unknown, though its result cannot be saved`(
    isDone: Bool, language: String
  ) throws {
    let environment = FlowEnvironment.usual.speaking(language)
    let controller = FlowController()
    controller.start(HeldPayment(isDone: isDone), SessionOptions(environment: environment))
    controller.waitUntilSettled()
    let prompt = try #require(controller.prompt)
    #expect(prompt.hold?.wasDone == isDone)
    let words = MCPWords(environment)
    let message = PromptMessage(prompt, words: words).text
    #expect(message.contains(words("form.was-done")) == isDone, "\(message)")
    #expect(message.contains(words("form.may-have-been-done")) != isDone, "\(message)")
  }
}
