import Flowline
import FlowlineHost
import FoundationEssentials
import Testing

@testable import FlowlineMCP

/// What agents are told of a session that a newer version of the program saved.
struct NewerVersionTests {
  /// A stage whose store has one, in the middle of its flow or with a summary in words to come.
  private func stage(
    _ standing: SessionSummary.Standing = .unfinished(at: StepPath(["name"])),
    in language: String = "en"
  ) async throws -> Stage {
    var catalog = FlowCatalog()
    catalog.add(TextScreen("name", "Name?"), summary: "A name")
    let store = MemoryJournalStore()
    let stage = Stage(
      catalog, in: .usual.speaking(language), session: UUID(uuidString: Stage.session),
      store: store)
    let summary = SessionSummary(
      flow: "name", version: 1, world: nil, started: nil, answers: 0, firstAnswers: [],
      standing: standing, isUnderWay: false)
    try await store.begin(stage.key).change(
      .append("format 3\nstory name@1\n", isDurable: true, UUID()), at: 1, summary: summary)
    return stage
  }

  @Test(arguments: [("en", "Nothing is lost"), ("ru", "Ничего не потеряно")])
  func `rule 16: it is not called damaged, and the agent starts nothing again`(
    language: String, words: String
  ) async throws {
    let stage = try await stage(in: language)
    let outcome = try await stage.call("resume-session", ["session": .string(Stage.session)])
    let reply = try #require(outcome.reply)
    #expect(reply.isError && reply.values["code"] == "newer-version")
    #expect(reply.words.contains(words), "\(reply.words)")
    let unusable = MCPWords(stage.environment)("error.unusable")
    #expect(reply.words != unusable && reply.words != MCPWords(stage.environment)("error.busy"))
  }

  @Test func `a resource of it says so as well`() async throws {
    let stage = try await stage()
    let error = await #expect(throws: RPCError.self) {
      try await stage.server.answer(
        "resources/read", ["uri": .string("flowline://session/\(Stage.session)/result")],
        of: Stage.user, Stage.client())
    }
    #expect(error?.code == .internal && error?.data?["code"] == "newer-version")
    #expect(error?.message.contains("Nothing is lost") == true)
  }

  @Test func `it is listed with a word of its own`() async throws {
    let stage = try await stage(.newer(format: nil))
    let listed = try #require(try await stage.call("list-sessions").reply)
    #expect(listed.words.contains("name newer"), "\(listed.words)")
    #expect(listed.values["sessions"]?.first?["state"] == "newer")
  }
}
