import FlowTestSupport
import Flowline
import FlowlineJSONLines
import FoundationEssentials
import TestSupport
import Testing

/// What a program is told that resumes a session which has ended, or in another language.
struct EndedSessionTests {
  private struct GreetingFlow: Flow {
    let id: FlowID = "greeting"

    func run(_ context: FlowContext) async throws -> String {
      try await context.run(TextScreen("name", "Name?"))
    }

    func words(for output: String) -> Text? { "Hello, \(output)." }
  }

  /// Asks for a secret first.
  private struct GuardedFlow: Flow {
    let id: FlowID = "guarded"

    func run(_ context: FlowContext) async throws -> String {
      _ = try await context.run(SecretScreen("pin", "PIN?"))
      let name = try await context.run(TextScreen("name", "Name?"))
      return try await context.run(TextScreen("city", "City?")) + name
    }
  }

  private let temporary: TemporaryFolder
  /// Not there yet.
  private var folder: String { temporary.file("sessions") }
  private let id = "5e5510f1-0000-4000-8000-000000000001"
  private let pin = #"{"answer":{"text":"1234"}}"#

  init() throws { temporary = try TemporaryFolder() }

  private var store: FileStore { FileStore(folder: folder) }

  private func talk(
    _ lines: String..., forgets: Bool = false, opening: JSONLinesFrontEnd.Opening? = nil
  ) throws -> (messages: [JSONValue], end: JSONLinesFrontEnd.End) {
    var catalog = FlowCatalog()
    catalog.add(GreetingFlow(), summary: "Greets.")
    catalog.add(ClosingFlow(), summary: "Closes.")
    catalog.add(GuardedFlow(), summary: "Guards.")
    let environment = FlowEnvironment(
      locale: Locale(identifier: "en_GB"), timeZone: .gmt, now: Date(timeIntervalSince1970: 0))
    var frontEnd = JSONLinesFrontEnd(
      "tester", store: store, environment: { environment }
    ) { [catalog] _ in catalog }
    frontEnd.forgetsEnded = forgets
    frontEnd.opening = opening
    return try FlowlineJSONLinesTests.talk(lines.map { Array($0.utf8) }, to: frontEnd)
  }

  /// The kept session, to be resumed by itself.
  private func opening(in language: String? = nil) throws -> JSONLinesFrontEnd.Opening {
    let session = try #require(UUID(uuidString: id))
    return .resume(try store.open(session), given: [], language: language)
  }

  @Test func `the result is told again in the flow's own words`() throws {
    let first = try talk(#"{"start":"greeting","session":"\#(id)"}"#, #"{"answer":"Ada"}"#)
    let again = try talk(#"{"resume":"\#(id)"}"#)
    #expect(first.messages.last?["text"] == "Hello, Ada.")
    #expect(again.messages.last == first.messages.last)
  }

  @Test func `so is what it failed with, with its place`() throws {
    let first = try talk(#"{"start":"close","session":"\#(id)"}"#, #"{"answer":"Ada"}"#)
    let again = try talk(#"{"resume":"\#(id)"}"#, forgets: true)
    #expect(first.messages.last?["error"]?["path"] != nil, "\(first.messages)")
    #expect(again.messages.last == first.messages.last)
    #expect(try store.sessions().count == 1)
  }

  @Test func `a session that is resumed by itself ends with its end, and is dropped`() throws {
    let first = try talk(#"{"start":"greeting","session":"\#(id)"}"#, #"{"answer":"Ada"}"#)
    let (messages, end) = try talk(forgets: true, opening: try opening())
    let last = try #require(first.messages.last)
    #expect(messages == [last])
    #expect(end.isOver && end.refusal == nil)
    #expect(end.outcome == .finished("Ada"))
    #expect(try store.sessions().isEmpty)
  }

  @Test func `a session continues in the language that it is resumed with`() throws {
    let first = try talk(#"{"start":"guarded","session":"\#(id)"}"#, pin, #"{"answer":"Ada"}"#)
    let (messages, _) = try talk(pin, opening: try opening(in: "ru"))
    let before = try #require(first.messages.last { $0["type"] == "prompt" }?["prompt"])
    let now = try #require(messages.last { $0["type"] == "prompt" }?["prompt"])
    #expect(now["path"] == before["path"])
    #expect(now["accepts"] != before["accepts"])
    // Behind the secret the record leads to Russian, and English is asked for.
    let (later, _) = try talk(pin, opening: try opening(in: "en"))
    let back = try #require(later.last { $0["type"] == "prompt" }?["prompt"])
    #expect(back["path"] == before["path"])
    #expect(back["accepts"] == before["accepts"])
    // What the client asks for afterwards counts.
    let (asked, _) = try talk(pin, #"{"language":"ru"}"#, opening: try opening(in: "en"))
    let last = try #require(asked.last { $0["type"] == "prompt" }?["prompt"])
    #expect(last["accepts"] == now["accepts"])
  }
}
