import Flowline
import FoundationEssentials
public import Testing

/// What every session store must keep, for the tests of a new one.
///
///     @Test(arguments: SessionStoreConformance.checks)
///     func `keeps sessions`(check: SessionStoreConformance.Check) {
///       check.expect(of: StoreUnderTest("mine") { MyStore(folder: $0) })
///     }
///
/// Each check has a folder of its own, which is removed afterwards.
public enum SessionStoreConformance {
  /// One thing a store must keep.
  public struct Check: Sendable, CustomTestStringConvertible {
    /// What is tried, as a sentence's end: “a store …”.
    public let name: String
    let run: @Sendable (StoreTrial) throws -> Void

    init(_ name: String, _ run: @escaping @Sendable (StoreTrial) throws -> Void) {
      self.name = name
      self.run = run
    }

    /// The name, by which a run of the tests lists the check.
    public var testDescription: String { name }

    /// Tries a store; each thing it does not keep is an issue.
    public func expect(
      of store: StoreUnderTest, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let folder = FileManager.default.temporaryDirectory
        .appending(path: "flowline-store-\(UUID().text)").path
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let trial = StoreTrial(
        subject: store, folder: folder, check: name, sourceLocation: sourceLocation)
      do {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: false)
        try run(trial)
      } catch {
        trial.record("threw \(error)")
      }
    }
  }

  /// All the checks.
  ///
  /// Those of crowds take some seconds on a slow disk.
  public static let checks: [Check] =
    recordChecks + fileChecks + recoveryChecks + ownerChecks + listingChecks + crowdChecks
    + flowChecks

  /// Tries a store with every check.
  public static func expect(
    of store: StoreUnderTest, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for check in checks { check.expect(of: store, sourceLocation: sourceLocation) }
  }
}
