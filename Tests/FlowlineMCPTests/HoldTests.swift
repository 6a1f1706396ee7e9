import FlowTestSupport
import Flowline
import FlowlineHost
import FoundationEssentials
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

  /// A record that takes nothing.
  private final class FullRecord: JournalRecord {
    let session = UUID()

    func contents() async throws(StoreFailure) -> KeptJournal {
      KeptJournal(bytes: [], number: 0, attempt: nil)
    }

    func change(
      _ change: JournalChange, at number: Int, summary: SessionSummary
    ) async throws(StoreFailure) {
      throw StoreFailure(.noSpace, at: "test", "told to be full")
    }

    func close() {}
  }

  @Test func `no agent says what to do about something that could not be saved`() async throws {
    let stage = try Stage.bank()
    let record = FullRecord()
    var options = SessionOptions(environment: .usual, session: record.session)
    options.sharedRecord = record
    let controller = FlowController()
    controller.start(HeldPayment(isDone: true), options)
    let prompt = try #require(try await controller.settled())
    #expect(prompt.hold?.isStore == true && prompt.hold?.isCommit == false)
    #expect(try await stage.tools.isPersonal(prompt, of: Stage.user))
  }

  @Test(arguments: ["en", "ru"])
  func `of what could not be saved it is not said that nothing was changed`(language: String) throws
  {
    let stage = try Stage.bank()
    let words = MCPWords(FlowEnvironment.usual.speaking(language))
    let told = stage.tools.text(of: HostFault(.store, "why"), words)
    #expect(told == words("error.store") && told != words("error.busy"))
  }
}
