import FlowTestSupport
import Flowline
import FlowlineTerminal
import Foundation
import TestSupport
import Testing

@testable import FlowlineProgram

/// What a command says of a session that ended earlier.
struct EndedSessionTests {
  /// Asks for a name, and ends behind a page that says why.
  private struct Declining: Flow {
    let id: FlowID = "decline"

    func run(_ context: FlowContext) async throws -> Int {
      _ = try await context.run(TextScreen("name", "Name?"))
      try await context.leave(after: "refused", "The bank refused") {
        Row("Ask it why", mark: .failure)
      }
    }
  }

  private let temporary: TemporaryFolder
  /// Not there yet.
  private var folder: String { temporary.file("sessions") }
  private let environment = FlowEnvironment(
    locale: Locale(identifier: "en_GB"), timeZone: .gmt, now: Date(timeIntervalSince1970: 0))

  init() throws { temporary = try TemporaryFolder() }

  private func walk(
    _ flow: some Flow, in catalog: FlowCatalog, keptIn record: any SessionRecord
  ) throws -> WalkReport {
    var prepared = PreparedAnswers()
    prepared.add("Ada", for: "name")
    let surface = Surface(
      look: Look(Settings().terminal), message: { _ in }, result: { _ in }, columns: { 80 })
    let walking = Walk(
      on: surface, from: NoLineReader(), in: environment,
      histories: PromptHistories(directory: nil),
      mode: WalkMode(isAttended: false, showsPrompts: false), answers: prepared)
    return try walking.run(try #require(catalog[flow.id]), keptIn: record)
  }

  private func makeCatalog(_ flow: some Flow) -> FlowCatalog {
    var catalog = FlowCatalog()
    catalog.add(flow, summary: "Closes.")
    return catalog
  }

  @Test func `the page that it was declined behind is told again`() throws {
    let catalog = makeCatalog(Declining())
    let store = FileStore(folder: folder)
    let session = UUID()
    let report = try walk(Declining(), in: catalog, keptIn: try store.begin(session))
    let words = Words(environment, from: Program.texts)
    let first = EndDescription(report: report, words: words, takesInput: false, isKept: false)
    #expect(first.messages.first == "The bank refused. Ask it why.")
    let record = try store.open(session)
    defer { record.close() }
    let stored = StoredSession(
      session, record: try record.contents(), changed: environment.now, isInUse: false)
    let recap = EndRecap(of: record, by: catalog, in: nil, or: environment)
    let again = RunEnding(try #require(stored.end), of: record, recap, words)
    #expect(first.status == .cancelled && again.status == .cancelled)
    #expect(again.messages == first.messages)
    #expect(again.error == first.error)
    // Without its flow nobody knows what the page said.
    let gone = EndRecap(of: record, by: FlowCatalog(), in: nil, or: environment)
    #expect(
      RunEnding(try #require(stored.end), of: record, gone, words).messages
        == Array(first.messages.dropFirst()))
  }

  @Test func `what it failed with is told in the same words again`() throws {
    let catalog = makeCatalog(ClosingFlow())
    let store = FileStore(folder: folder)
    let session = UUID()
    let report = try walk(ClosingFlow(), in: catalog, keptIn: try store.begin(session))
    let words = Words(environment, from: Program.texts)
    let first = EndDescription(report: report, words: words, takesInput: false, isKept: false)
    #expect(first.messages == ["Error: close: The account was closed."])
    let record = try store.open(session)
    defer { record.close() }
    let stored = StoredSession(
      session, record: try record.contents(), changed: environment.now, isInUse: false)
    let end = try #require(stored.end)
    let recap = EndRecap(of: record, by: catalog, in: nil, or: environment)
    let again = RunEnding(end, of: record, recap, words)
    #expect(first.status == .failed && again.status == .failed)
    #expect(again.messages == first.messages)
    #expect(again.error == first.error)
    // Without its flow there is what the record has: the words for developers.
    let gone = EndRecap(of: record, by: FlowCatalog(), in: nil, or: environment)
    #expect(RunEnding(end, of: record, gone, words).messages == ["Error: Closed()"])
  }
}
