import Crypto
import Flowline
import FoundationEssentials
import Synchronization

/// The keys of the owners of sessions, each made when its owner's first session is begun.
final class OwnerKeys: Sendable {
  /// An owner's key, and the id that says which it is: after an erasure an owner gets another.
  struct OwnerKey: Sendable {
    let id: UUID
    let key: SymmetricKey
  }

  private let pool: PostgresPool
  private let tenant: String
  private let keys: JournalKeys?
  private let known = Mutex<[UserID: OwnerKey]>([:])

  /// So many are remembered at the most.
  private static let most = 10_000

  init(_ pool: PostgresPool, of tenant: String, _ keys: JournalKeys?) {
    self.pool = pool
    self.tenant = tenant
    self.keys = keys
  }

  /// The envelope of what is kept of an owner, and the id of the key; nil if nothing is sealed.
  ///
  /// - Parameter isToBeMade: whether the owner is given a key if there is none.
  func envelope(
    of owner: UserID, making isToBeMade: Bool
  ) async throws(StoreFailure) -> (Envelope, UUID?) {
    guard let keys else { return (Envelope(sealing: .none), nil) }
    func sealing(with key: OwnerKey?) -> (Envelope, UUID?) {
      (
        Envelope(sealing: .sealed(with: key?.key, acceptsPlain: keys.acceptsPlain)), key?.id
      )
    }
    if let known = known.withLock({ $0[owner] }) { return sealing(with: known) }
    do throws(PostgresFailure) {
      if let found = try await find(owner, keys) { return sealing(with: found) }
      guard isToBeMade else { return sealing(with: nil) }
      let sealed: [UInt8]
      do {
        sealed = try keys.seal(SymmetricKey(size: .bits256), of: Array(owner.bytes))
      } catch {
        throw PostgresFailure(kind: .closed, reason: "a key cannot be sealed: \(error)")
      }
      // Two who make one at once find the same.
      _ = try await pool.make(
        PostgresCall(
          """
          INSERT INTO flowline_owner_key (tenant, owner, id, sealed) VALUES ($1, $2, $3, $4)
          ON CONFLICT DO NOTHING
          """,
          [.text(tenant), .bytes(Array(owner.bytes)), .uuid(UUID()), .bytes(sealed)]))
      guard let made = try await find(owner, keys) else {
        throw PostgresFailure(kind: .notSent, reason: "the user's key was destroyed just now")
      }
      return sealing(with: made)
    } catch {
      throw StoreFailure(error)
    }
  }

  private func find(
    _ owner: UserID, _ keys: JournalKeys
  ) async throws(PostgresFailure) -> OwnerKey? {
    let rows = try await pool.rows(
      "SELECT id, sealed FROM flowline_owner_key WHERE tenant = $1 AND owner = $2",
      [.text(tenant), .bytes(Array(owner.bytes))])
    guard let row = rows.first, let id = row.uuid(0), let sealed = row.bytes(1) else { return nil }
    guard let key = keys.open(sealed, of: Array(owner.bytes)) else {
      throw PostgresFailure(
        kind: .refused("XX001"), reason: "the user's key is sealed with a key that is not there")
    }
    let found = OwnerKey(id: id, key: key)
    known.withLock { known in
      if known.count >= Self.most { known.removeAll() }
      known[owner] = found
    }
    return found
  }

  // MARK: - The program's own

  /// The bytes of a value, sealed by the program's key if there is one.
  func sealed(_ bytes: [UInt8], at place: [UInt8]) throws(StoreFailure) -> [UInt8] {
    guard let keys else { return [0] + bytes }
    do {
      return [1] + (try keys.seal(bytes, at: place))
    } catch {
      throw StoreFailure(.unwritable, at: "postgres", "it cannot be sealed: \(error)")
    }
  }

  /// What a value's column has; nil if it cannot be opened.
  func opened(_ bytes: [UInt8], at place: [UInt8]) -> [UInt8]? {
    switch bytes.first {
    case 0: keys?.acceptsPlain ?? true ? Array(bytes.dropFirst()) : nil
    case 1: keys?.open(Array(bytes.dropFirst()), at: place)
    default: nil
    }
  }

  /// Whether a value's bytes are plain although there are keys.
  func isToBeSealed(_ bytes: [UInt8]) -> Bool { keys != nil && bytes.first == 0 }

  // MARK: - Erasing

  /// Forgets what is known of an owner's key: it is another by now.
  func forget(_ owner: UserID) { _ = known.withLock { $0.removeValue(forKey: owner) } }

  /// Destroys an owner's key.
  func destroy(_ owner: UserID) async throws(StoreFailure) {
    forget(owner)
    do throws(PostgresFailure) {
      _ = try await pool.make(
        PostgresCall(
          "DELETE FROM flowline_owner_key WHERE tenant = $1 AND owner = $2",
          [.text(tenant), .bytes(Array(owner.bytes))]))
    } catch {
      throw StoreFailure(error)
    }
  }
}
