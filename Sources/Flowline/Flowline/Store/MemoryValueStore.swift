public import FoundationEssentials
import Synchronization

/// Small things in the memory of this process, shared by everybody who has the store.
public final class MemoryValueStore: ValueStore {
  /// By their shelves and the bytes of their names: what looks the same is not the same name.
  private let values = Mutex<[String: [[UInt8]: KeptValue]]>([:])

  /// Makes an empty store.
  public init() {}

  /// Keeps a value.
  public func make(_ value: KeptValue) async throws(StoreFailure) -> Bool {
    try value.check()
    return values.withLock { values in
      let name = Array(value.name.utf8)
      guard values[value.shelf]?[name] == nil else { return false }
      values[value.shelf, default: [:]][name] = value
      return true
    }
  }

  /// A value, whether it has expired or not; nil if there is none.
  public func value(named name: String, on shelf: String) async throws(StoreFailure) -> KeptValue? {
    values.withLock { $0[shelf]?[Array(name.utf8)] }
  }

  /// The values of an owner.
  public func values(
    of owner: UserID, on shelf: String, beginning prefix: String
  ) async throws(StoreFailure) -> [KeptValue] {
    values.withLock { values in
      values[shelf, default: [:]].values.filter {
        $0.owner == owner && $0.name.begins(with: prefix)
      }
    }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Forgets a value.
  public func remove(named name: String, on shelf: String) async throws(StoreFailure) {
    values.withLock { $0[shelf]?[Array(name.utf8)] = nil }
  }

  /// Forgets values of an owner.
  public func removeValues(
    of owner: UserID, on shelf: String, beginning prefix: String
  ) async throws(StoreFailure) {
    values.withLock { values in
      values[shelf] = values[shelf]?.filter {
        $0.value.owner != owner || !$0.value.name.begins(with: prefix)
      }
    }
  }

  /// Forgets what has expired.
  public func removeExpired(by moment: Date) async throws(StoreFailure) {
    values.withLock { values in
      for (shelf, names) in values {
        values[shelf] = names.filter { $0.value.expires.map { $0 > moment } ?? true }
      }
    }
  }
}

extension String {
  /// Whether its bytes begin with those of a text, as a database compares them.
  func begins(with prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }
}
