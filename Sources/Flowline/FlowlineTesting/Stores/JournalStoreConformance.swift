import Flowline
import FoundationEssentials
public import Testing

/// What every store for hosts must keep, for the tests of a new one.
///
///     @Test(arguments: JournalStoreConformance.checks)
///     func `keeps sessions`(check: JournalStoreConformance.Check) async {
///       await check.expect(of: JournalStoreUnderTest("mine") { try MyStore(folder: $0) })
///     }
///
/// Each check has a folder of its own, which is removed afterwards.
public enum JournalStoreConformance {
  /// One thing a store must keep.
  public struct Check: Sendable, CustomTestStringConvertible {
    /// What is tried, as a sentence's end: “a store …”.
    public let name: String
    private let run: @Sendable (JournalStoreTrial) async throws -> Void

    init(_ name: String, _ run: @escaping @Sendable (JournalStoreTrial) async throws -> Void) {
      self.name = name
      self.run = run
    }

    /// The name, by which a run of the tests lists the check.
    public var testDescription: String { name }

    /// Tries a store; each thing it does not keep is an issue.
    public func expect(
      of store: JournalStoreUnderTest, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
      let folder = FileManager.default.temporaryDirectory
        .appending(path: "flowline-journals-\(UUID().text)").path
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let trial = JournalStoreTrial(
        subject: store, check: name, folder: folder, sourceLocation: sourceLocation)
      do {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: false)
        try await run(trial)
      } catch {
        trial.record("threw \(error)")
      }
      await trial.close()
    }
  }

  /// All the checks.
  public static let checks: [Check] =
    changeChecks + userChecks + removalChecks + laterChecks + journalFileChecks + listChecks
    + dueChecks + multitudeChecks + hostedFlowChecks
}
