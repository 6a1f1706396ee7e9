public import Flowline
import FoundationEssentials
public import Testing

/// What every store for hosts must keep, for the tests of a new one.
///
///     @Test(arguments: JournalStoreConformance.checks)
///     func `keeps sessions`(check: JournalStoreConformance.Check) async {
///       await check.expect(of: "mine") { try MyStore(folder: $0) }
///     }
///
/// Each check has a folder of its own, which is removed afterwards.
public enum JournalStoreConformance {
  /// Opens the store in a folder, each time as a program that begins anew does.
  public typealias Maker = @Sendable (_ folder: String) async throws -> any JournalStore

  /// One thing a store must keep.
  public struct Check: Sendable, CustomTestStringConvertible {
    /// What is tried, as a sentence's end: “a store …”.
    public let name: String
    private let run: @Sendable (JournalStoreTrial) async throws -> Void

    init(_ name: String, _ run: @escaping @Sendable (JournalStoreTrial) async throws -> Void) {
      self.name = name
      self.run = run
    }

    /// The name.
    public var testDescription: String { name }

    /// Tries a store; each thing it does not keep is an issue.
    ///
    /// - Parameters:
    ///   - store: what issues call the store.
    ///   - sourceLocation: the line that issues are recorded at.
    ///   - make: opens the store.
    public func expect(
      of store: String, sourceLocation: SourceLocation = #_sourceLocation,
      _ make: @escaping Maker
    ) async {
      let folder = FileManager.default.temporaryDirectory
        .appending(path: "flowline-journals-\(UUID().uuidString.lowercased())").path
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let trial = JournalStoreTrial(
        name: store, check: name, folder: folder, make: make, sourceLocation: sourceLocation)
      do {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: false)
        try await run(trial)
      } catch {
        trial.record("threw \(error)")
      }
    }
  }

  /// All the checks.
  public static let checks: [Check] = changeChecks + userChecks + listChecks + hostedFlowChecks
}

/// One check of one store: where the store is, and where issues go.
struct JournalStoreTrial: Sendable {
  let name: String
  let check: String
  let folder: String
  let make: JournalStoreConformance.Maker
  let sourceLocation: SourceLocation

  func store() async throws -> any JournalStore { try await make(folder) }

  func record(_ what: String) {
    Issue.record("store “\(name)” \(check): \(what)", sourceLocation: sourceLocation)
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

  static func test(
    _ standing: Standing, flow: FlowID = "shop", isUnderWay: Bool = false
  ) -> SessionSummary {
    SessionSummary(
      flow: flow, version: 3, world: "a world", started: Date(timeIntervalSince1970: 1_700_000_000),
      answers: 2, firstAnswers: ["Ann", 7], standing: standing, isUnderWay: isUnderWay)
  }
}

extension JournalRecord {
  func text() async throws(StoreFailure) -> String {
    String(decoding: try await contents().bytes, as: UTF8.self)
  }

  /// Adds durable lines.
  func add(_ lines: String, at number: Int, _ summary: SessionSummary = .asking)
    async throws(StoreFailure)
  {
    try await change(.append(lines, isDurable: true, UUID()), at: number, summary: summary)
  }
}
