import Flowline
import FoundationEssentials
import TestSupport
import Testing

@testable import FlowlineTerminal

/// Asks for a secret, and then waits for an approval.
private struct Guarded: Flow {
  let id: FlowID = "guarded"

  func run(_ context: FlowContext) async throws -> String {
    _ = try await context.run(SecretScreen("pin", "PIN?", length: 4...8))
    return try await context.wait("approval", for: String.self)
  }
}

/// Events that are delivered to a session that asks for a secret again.
struct DeliveryTests {
  private let folder: TemporaryFolder
  private let store: FileStore
  private let catalog: FlowCatalog
  private let session = UUID()

  init() throws {
    folder = try TemporaryFolder()
    store = FileStore(folder: folder.file("sessions"))
    var catalog = FlowCatalog()
    catalog.add(Guarded(), summary: "")
    self.catalog = catalog
  }

  private func walk(_ secret: String?) throws -> Walk {
    let stage = try Stage()
    var prepared = PreparedAnswers()
    if let secret { prepared.add(.text(secret), for: "pin", from: .secret) }
    return Walk(
      on: stage.surface, from: NoLineReader(), in: stage.environment, histories: stage.histories,
      mode: WalkMode(isAttended: false, showsPrompts: false), answers: prepared, wake: {})
  }

  private func begin() throws {
    let entry = try #require(catalog["guarded"])
    let report = try walk("1234").run(entry, keptIn: try store.begin(session))
    guard case .waiting = report.end else {
      Issue.record("it came to \(report.end)")
      return
    }
    #expect(report.isDelivered == nil)
  }

  private func deliver(_ secret: String?) throws -> WalkReport {
    let walk = try walk(secret)
    walk.event = DeliveredEvent("approval", "Ann", key: "mail-1")
    return try walk.resume(try store.open(session), of: catalog)
  }

  @Test func `an event is taken once the secret is answered that is asked for again`() throws {
    try begin()
    let report = try deliver("1234")
    #expect(report.isDelivered == true && !report.isEventOpen)
    guard case .finished("Ann")? = report.outcome else {
      Issue.record("it came to \(report.end)")
      return
    }
  }

  @Test func `without the secret the event is kept until it is answered, and the secret is named`()
    throws
  {
    try begin()
    let without = try deliver(nil)
    guard case .missing(let prompt) = without.end else {
      Issue.record("it came to \(without.end)")
      return
    }
    #expect(prompt.id == "pin" && without.isDelivered == true && without.isEventOpen)
    let wrong = try deliver("12")
    guard case .refused(let refused, let refusal) = wrong.end else {
      Issue.record("it came to \(wrong.end)")
      return
    }
    #expect(refused.id == "pin" && refusal.code == .tooShort)
    #expect(wrong.isDelivered == true && wrong.isEventOpen)
    let last = try walk("1234").resume(try store.open(session), of: catalog)
    guard case .finished("Ann")? = last.outcome else {
      Issue.record("it came to \(last.end)")
      return
    }
    let event = "event approval {\"key\":\"mail-1\",\"value\":\"Ann\"}\n"
    #expect(last.journal.text.split(separator: event, omittingEmptySubsequences: false).count == 2)
  }
}
