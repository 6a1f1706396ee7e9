public import Flowline
import FoundationEssentials
import Synchronization

/// An audit among the small things of a store, so that all programs over it have one.
///
/// What an input has led to is kept behind its entry, and makes that durable. An entry is a value of its
/// own, under its session and the moment it was kept, which is another for each entry of this process.
public struct StoredAuditLog: AuditLog {
  private static let shelf = "audit"
  private let values: any ValueStore
  private let time: Duration?
  private let moments = Moments()

  /// Makes an audit over a store.
  ///
  /// - Parameters:
  ///   - values: the store.
  ///   - time: how long an entry is kept, also of a session that lasts longer; nil for as long as its
  ///     session. A store that forgets whole months of sessions does not forget their entries with them:
  ///     give it a time, such as ``HostLimits/longestKept``.
  public init(_ values: any ValueStore, keptFor time: Duration? = nil) {
    self.values = values
    self.time = time
  }

  /// Microseconds since 1970 that only grow.
  private final class Moments: Sendable {
    private let last = Mutex<Int64>(0)

    var next: Int64 {
      last.withLock { last in
        last = max(last + 1, Int64(Date().timeIntervalSince1970 * 1_000_000))
        return last
      }
    }
  }

  /// Keeps an entry.
  public func append(_ entry: AuditEntry, to key: SessionKey) async throws(HostFault) {
    let value = KeptValue(
      shelf: Self.shelf,
      name: "\(prefix(of: key))\(moments.next)-\(UUID().text)",
      owner: key.user, bytes: Array(entry.jsonText().utf8),
      expires: time.map { entry.moment.addingTimeInterval($0.seconds) })
    do throws(StoreFailure) {
      try await values.note(value)
    } catch {
      throw HostFault(error)
    }
  }

  /// The entries of a session.
  public func entries(of key: SessionKey) async throws(HostFault) -> [AuditEntry] {
    do throws(StoreFailure) {
      return try await values.values(of: key.user, on: Self.shelf, beginning: prefix(of: key))
        .compactMap { value in
          (try? JSONValue(parsing: String(decoding: value.bytes, as: UTF8.self)))
            .flatMap { AuditEntry($0) }
        }
    } catch {
      throw HostFault(error)
    }
  }

  /// Forgets the entries of a session.
  public func remove(_ key: SessionKey) async throws(HostFault) {
    do throws(StoreFailure) {
      try await values.removeValues(of: key.user, on: Self.shelf, beginning: prefix(of: key))
    } catch {
      throw HostFault(error)
    }
  }

  /// Forgets the entries of all sessions of a user.
  public func removeAll(of user: UserID) async throws(HostFault) {
    do throws(StoreFailure) {
      try await values.removeValues(of: user, on: Self.shelf, beginning: "")
    } catch {
      throw HostFault(error)
    }
  }

  private func prefix(of key: SessionKey) -> String {
    "\(key.session.text)/"
  }
}
