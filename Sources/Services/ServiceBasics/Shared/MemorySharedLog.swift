import Synchronization

/// A shared log in the memory of this process, for all who have this object.
public final class MemorySharedLog: SharedLog {
  /// What it is called.
  public let name: String
  private let kept = Mutex<[Int: [UInt8]]>([:])

  /// Makes an empty log.
  public init(name: String = ":memory:") { self.name = name }

  /// The entries behind a number.
  public func entries(
    after number: Int
  ) async throws(SharedLogFailure) -> [NumberedEntry] {
    kept.withLock { kept in
      kept.filter { $0.key > number }.map { NumberedEntry($0.key, $0.value) }
        .sorted { $0.number < $1.number }
    }
  }

  /// Appends an entry.
  public func append(
    _ entry: [UInt8], as number: Int
  ) async throws(SharedLogFailure) -> Bool {
    kept.withLock { kept in
      guard kept[number] == nil else { return false }
      kept[number] = entry
      return true
    }
  }

  /// Forgets entries.
  public func forget(through number: Int) async throws(SharedLogFailure) {
    kept.withLock { kept in kept = kept.filter { $0.key > number } }
  }
}
