import Flowline
import FoundationEssentials
import Synchronization
import Testing

/// One check of one store: where the store is, and where issues go.
final class JournalStoreTrial: Sendable {
  let subject: JournalStoreUnderTest
  let check: String
  let folder: String
  let sourceLocation: SourceLocation
  private let opened = Mutex<[any JournalStore]>([])

  init(
    subject: JournalStoreUnderTest, check: String, folder: String, sourceLocation: SourceLocation
  ) {
    self.subject = subject
    self.check = check
    self.folder = folder
    self.sourceLocation = sourceLocation
  }

  /// The store, opened anew: as another node has it.
  func store() async throws -> any JournalStore {
    let store = try await subject.make(folder)
    opened.withLock { $0.append(store) }
    return store
  }

  /// Closes what was opened.
  func close() async {
    for store in opened.withLock({ $0 }) { await store.close() }
  }

  /// Makes the store unable to write; nil if nobody knows how.
  func hinder() async throws -> JournalStoreUnderTest.Unhinder? {
    try await subject.hinder?(folder)
  }

  func record(_ what: String) {
    Issue.record("store “\(subject.name)” \(check): \(what)", sourceLocation: sourceLocation)
  }

  func expect(_ holds: Bool, _ what: @autoclosure () -> String) {
    if !holds { record(what()) }
  }

  /// Expects something to fail with this code.
  func expect(
    _ what: @autoclosure () -> String, failsWith code: StoreFailure.Code,
    _ body: () async throws -> Void
  ) async {
    do {
      try await body()
      record("\(what()) was done; it was to fail with \(code.rawValue)")
    } catch let failure as StoreFailure {
      expect(failure.code == code, "\(what()) failed with \(failure), not with \(code.rawValue)")
    } catch {
      record("\(what()) threw \(type(of: error)), which is no StoreFailure: \(error)")
    }
  }

  func expect(_ got: String, is expected: String, _ what: @autoclosure () -> String) {
    guard let difference = ScriptDifference(expected, got) else { return }
    record("\(what()) differs in \(difference)")
  }

  /// A session of a user, with these lines in its first change.
  @discardableResult
  func keep(
    _ key: SessionKey, _ text: String = "one\n", _ summary: SessionSummary = .asking,
    in store: any JournalStore
  ) async throws -> any JournalRecord {
    let record = try await store.begin(key)
    try await record.change(.append(text, isDurable: true, UUID()), at: 1, summary: summary)
    return record
  }
}

extension SessionSummary {
  /// Of a session that asks something.
  static let asking = SessionSummary.test(.unfinished(at: StepPath(["shop", "name"])))
  /// Of one in which something is under way.
  static let underWay = SessionSummary.test(
    .unfinished(at: StepPath(["shop", "pay"])), isUnderWay: true)

  /// Of one in which something went wrong and waits for a person's word.
  static let held = SessionSummary.test(
    .unfinished(at: StepPath(["shop", "pay"])),
    held: [
      HeldEffect(
        step: StepPath(["shop", "pay"]), message: "no line", text: "The bank does not answer.",
        mayHaveBeenDone: true),
      HeldEffect(
        step: StepPath(["shop", "note"]), message: "no form", text: nil, mayHaveBeenDone: true,
        wasDone: true),
      HeldEffect(
        step: StepPath(["shop", "rate"]), message: "no rate", text: nil, mayHaveBeenDone: false),
    ])

  static func test(
    _ standing: Standing, flow: FlowID = "shop", isUnderWay: Bool = false,
    held: [HeldEffect] = []
  ) -> SessionSummary {
    SessionSummary(
      flow: flow, version: 3, world: "a world", started: Date(timeIntervalSince1970: 1_700_000_000),
      answers: 2, firstAnswers: ["Ann", 7], standing: standing, isUnderWay: isUnderWay,
      held: held)
  }
}

extension JournalRecord {
  func text() async throws(StoreFailure) -> String {
    String(decoding: try await contents().bytes, as: UTF8.self)
  }

  /// Adds lines.
  func add(
    _ lines: String, at number: Int, isDurable: Bool = true, _ summary: SessionSummary = .asking
  ) async throws(StoreFailure) {
    try await change(.append(lines, isDurable: isDurable, UUID()), at: number, summary: summary)
  }
}
