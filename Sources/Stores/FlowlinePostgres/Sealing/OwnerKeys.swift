import Crypto
import Flowline
import FoundationEssentials
import Synchronization

#if !Postgres
  // Said before the module that is missing, which names no trait.
  #error("FlowlinePostgres needs the trait Postgres: .package(…, traits: [\"Postgres\"])")
#endif

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
        sealed = try keys.seal(
          SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }, at: Array(owner.bytes))
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
    guard let opened = keys.open(sealed, at: Array(owner.bytes)) else {
      throw PostgresFailure(
        kind: .notOpened, place: pool.options.address.name,
        reason: "the user's key \(SealRefusal.otherKey.text)")
    }
    if opened.isOutdated,
      let call = sealingAnew(opened.bytes, of: Array(owner.bytes), id, sealed, keys)
    {
      // One that cannot be changed now stays as it is.
      _ = try? await pool.make(PostgresCall([call]), .relaxed)
    }
    let found = OwnerKey(id: id, key: SymmetricKey(data: opened.bytes))
    known.withLock { known in
      if known.count >= Self.most { known.removeAll() }
      known[owner] = found
    }
    return found
  }

  // MARK: - Another key of the program's

  /// Whether something may be sealed with a key that is to be replaced.
  var hasEarlier: Bool { keys?.hasEarlier ?? false }

  /// Seals the keys of all owners anew that another key than the program's own of now has sealed.
  ///
  /// One that no key opens is passed over.
  func sealAllAnew(portion: Int) async throws(StoreFailure) {
    guard let keys else { return }
    var last: [UInt8]?
    while true {
      do throws(PostgresFailure) {
        let rows = try await pool.rows(
          """
          SELECT owner, id, sealed FROM flowline_owner_key
          WHERE tenant = $1 AND ($2 OR owner > $3) ORDER BY owner LIMIT $4
          """,
          [.text(tenant), .bool(last == nil), .bytes(last ?? []), .int(Int64(portion))])
        let calls = rows.compactMap { row -> PostgresCall.Statement? in
          guard let owner = row.bytes(0), let id = row.uuid(1), let sealed = row.bytes(2),
            let opened = keys.open(sealed, at: owner), opened.isOutdated
          else { return nil }
          return sealingAnew(opened.bytes, of: owner, id, sealed, keys)
        }
        if !calls.isEmpty { _ = try await pool.make(PostgresCall(calls)) }
        guard rows.count == portion, !Task.isCancelled else { return }
        last = rows.last?.bytes(0)
      } catch {
        throw StoreFailure(error)
      }
    }
  }

  /// Puts an owner's key that is sealed with the program's key of now in the place of what is there, unless
  /// that was changed meanwhile; nil if it cannot be sealed.
  private func sealingAnew(
    _ key: [UInt8], of owner: [UInt8], _ id: UUID, _ old: [UInt8], _ keys: JournalKeys
  ) -> PostgresCall.Statement? {
    guard let new = try? keys.seal(key, at: owner) else { return nil }
    return PostgresCall.Statement(
      """
      UPDATE flowline_owner_key SET sealed = $5
      WHERE tenant = $1 AND owner = $2 AND id = $3 AND sealed = $4
      """, [.text(tenant), .bytes(owner), .uuid(id), .bytes(old), .bytes(new)])
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
    case 1: keys?.open(Array(bytes.dropFirst()), at: place)?.bytes
    default: nil
    }
  }

  /// Why a value's column cannot be opened.
  func refusal(of bytes: [UInt8]?) -> SealRefusal {
    switch bytes?.first {
    case 0: .plain
    case 1: keys == nil ? .noKey : .otherKey
    default: SealRefusal(unknown: bytes)
    }
  }

  /// Whether a value's bytes are plain although there are keys, or sealed with an earlier one.
  func isToBeSealed(_ bytes: [UInt8], at place: [UInt8]) -> Bool {
    guard let keys else { return false }
    guard bytes.first == 1 else { return bytes.first == 0 }
    return keys.hasEarlier
      && keys.open(Array(bytes.dropFirst()), at: place)?.isOutdated ?? false
  }

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
