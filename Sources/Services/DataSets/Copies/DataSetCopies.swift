import FoundationEssentials
import ServiceBasics

/// The copies of one data set in a store.
struct DataSetCopies<Value: Codable & Sendable & Equatable>: Sendable {
  /// A copy that was found.
  struct Found: Sendable {
    let value: Value
    let readAt: Timestamp
    let ticket: Int64
    let isStale: Bool
  }

  let store: any CopyStore
  let kind: DataSetKind<Value>
  let key: DataSetKey

  /// The copy of what a user read, if there is one that can be used.
  func find(for user: String) -> Found? {
    guard let stored = store.copy(of: key.scope, for: user) else { return nil }
    let copy = stored.copy
    let value: Value
    do {
      value = try JSONDecoder().decode(Value.self, from: Data(copy.json))
    } catch {
      store.note(
        CopyNote(
          .damaged, path: store.path, cause: "the \(kind.name) in it cannot be read: \(error)"))
      return nil
    }
    return kind.restore(value, readAt: copy.readAt, of: copy.interval, for: key.interval).map {
      Found(value: $0, readAt: copy.readAt, ticket: copy.ticket, isStale: stored.isStale)
    }
  }

  /// Keeps what a user read.
  func keep(
    _ value: Value, readAt: Timestamp, ticket: Int64, for user: String, readWith credential: String?
  ) {
    let json: [UInt8]
    do {
      json = [UInt8](try CanonicalJSON.data(value))
    } catch {
      store.note(
        CopyNote(
          .unwritable, path: store.path, cause: "the \(kind.name) cannot be encoded: \(error)"))
      return
    }
    store.keep(
      NewCopy(interval: key.interval, readAt: readAt, ticket: ticket, json: json),
      of: key.scope, for: user, readWith: credential)
  }
}
