public import Flowline
public import FoundationEssentials

/// Small things beside sessions, which all nodes see.
extension PostgresJournalStore: ValueStore {
  /// Keeps a value in one transaction.
  public func make(_ value: KeptValue) async throws(StoreFailure) -> Bool {
    let row = UUID()
    let parameters = try parameters(of: value, row)
    do throws(StoreFailure) {
      return try await make(PostgresCall(Self.insertion, parameters)).first?.count == 1
    } catch {
      guard error.code == .unknownOutcome else { throw error }
      // The row says whose attempt it is; none is found behind a commit of one's own.
      if try await make(PostgresCall(Self.insertion, parameters)).first?.count == 1 { return true }
      let rows = try await rows(
        Self.attempt, [.text(tenant), .text(value.shelf), .text(value.name)])
      return rows.first?.uuid(0) == row
    }
  }

  /// Keeps a value in a transaction that waits for no sync: the next one that does has it synced as well.
  public func note(_ value: KeptValue) async throws(StoreFailure) {
    _ = try await make(PostgresCall(Self.insertion, try parameters(of: value, UUID())), .relaxed)
  }

  private func parameters(
    of value: KeptValue, _ row: UUID
  ) throws(StoreFailure) -> [PostgresValue] {
    try value.check()
    let sealed = try ownerKeys.sealed(value.bytes, at: place(of: value.name, on: value.shelf))
    return [
      .text(tenant), .text(value.shelf), .text(value.name), .uuid(row),
      .bytes(value.owner.map { Array($0.bytes) }), .bytes(sealed),
      .int(value.expires.map { Int64($0.timeIntervalSince1970) }),
    ]
  }

  /// Reads a value.
  public func value(named name: String, on shelf: String) async throws(StoreFailure) -> KeptValue? {
    let rows = try await rows(
      Self.columns + " AND name = $3", [.text(tenant), .text(shelf), .text(Self.text(name))])
    guard let row = rows.first else { return nil }
    let value = try value(row, on: shelf)
    // One that cannot be changed now stays as it is.
    if let kept = row.bytes(2), let call = sealing(kept, named: value.name, on: shelf) {
      _ = try? await make(PostgresCall([call]), .relaxed)
    }
    return value
  }

  /// Puts a sealed value in the place of one that was kept before there was a key, or that an earlier key
  /// has sealed; nil if it is as it is to be.
  private func sealing(
    _ kept: [UInt8], named name: String, on shelf: String
  ) -> PostgresCall.Statement? {
    let place = place(of: name, on: shelf)
    guard ownerKeys.isToBeSealed(kept, at: place),
      let sealed = ownerKeys.opened(kept, at: place)
        .flatMap({ try? ownerKeys.sealed($0, at: place) })
    else { return nil }
    return PostgresCall.Statement(
      """
      UPDATE flowline_value SET bytes = $4
      WHERE tenant = $1 AND shelf = $2 AND name = $3 AND bytes = $5
      """,
      [.text(tenant), .text(shelf), .text(name), .bytes(sealed), .bytes(kept)])
  }

  /// Seals the values anew that do not expire and that an earlier key has sealed.
  ///
  /// One that no key opens is passed over.
  func sealValuesAnew(portion: Int) async throws(StoreFailure) {
    var last: (shelf: String, name: String)?
    while true {
      let rows = try await rows(
        """
        SELECT shelf, name, bytes FROM flowline_value
        WHERE tenant = $1 AND expires IS NULL AND ($2 OR (shelf, name) > ($3, $4))
        ORDER BY shelf, name LIMIT $5
        """,
        [
          .text(tenant), .bool(last == nil), .text(last?.shelf ?? ""), .text(last?.name ?? ""),
          .int(Int64(portion)),
        ])
      let calls = rows.compactMap { row -> PostgresCall.Statement? in
        guard let shelf = row.text(0), let name = row.text(1), let kept = row.bytes(2) else {
          return nil
        }
        return sealing(kept, named: name, on: shelf)
      }
      if !calls.isEmpty { _ = try await make(PostgresCall(calls)) }
      guard rows.count == portion, !Task.isCancelled, let row = rows.last else { return }
      last = (row.text(0) ?? "", row.text(1) ?? "")
    }
  }

  /// Reads the values of an owner.
  public func values(
    of owner: UserID, on shelf: String, beginning prefix: String
  ) async throws(StoreFailure) -> [KeptValue] {
    var values: [KeptValue] = []
    for row in try await rows(
      Self.columns + Self.ofOwner,
      [.text(tenant), .text(shelf), .bytes(Array(owner.bytes)), .text(Self.text(prefix))])
    {
      values.append(try value(row, on: shelf))
    }
    return values.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Deletes a value.
  public func remove(named name: String, on shelf: String) async throws(StoreFailure) {
    _ = try await make(
      PostgresCall(
        "DELETE FROM flowline_value WHERE tenant = $1 AND shelf = $2 AND name = $3",
        [.text(tenant), .text(shelf), .text(Self.text(name))]))
  }

  /// Deletes values of an owner.
  public func removeValues(
    of owner: UserID, on shelf: String, beginning prefix: String
  ) async throws(StoreFailure) {
    _ = try await make(
      PostgresCall(
        "DELETE FROM flowline_value WHERE tenant = $1 AND shelf = $2" + Self.ofOwner,
        [.text(tenant), .text(shelf), .bytes(Array(owner.bytes)), .text(Self.text(prefix))]))
  }

  /// Deletes what has expired.
  public func removeExpired(by moment: Date) async throws(StoreFailure) {
    try await removeInPortions(
      """
      DELETE FROM flowline_value WHERE tenant = $1 AND (shelf, name) IN (
        SELECT shelf, name FROM flowline_value WHERE tenant = $1 AND expires <= $2 LIMIT $3)
      """, [.text(tenant), .int(Int64(moment.timeIntervalSince1970))])
  }

  /// Deletes rows until fewer are found than the limit, the statement's last parameter: each statement
  /// has to be answered in time.
  func removeInPortions(_ sql: String, _ parameters: [PostgresValue]) async throws(StoreFailure) {
    let portion = 10_000
    var count = portion
    while count == portion {
      count =
        try await make(PostgresCall(sql, parameters + [.int(Int64(portion))])).first?.count ?? 0
    }
  }

  // MARK: - Statements

  private static let insertion = """
    INSERT INTO flowline_value (tenant, shelf, name, attempt, owner, bytes, expires)
    VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (tenant, shelf, name) DO NOTHING
    """
  private static let attempt =
    "SELECT attempt FROM flowline_value WHERE tenant = $1 AND shelf = $2 AND name = $3"
  private static let columns = """
    SELECT name, owner, bytes, expires FROM flowline_value WHERE tenant = $1 AND shelf = $2
    """
  private static let ofOwner = " AND owner = $3 AND left(name, length($4)) = $4"

  /// A text as a column can have it: what has a zero byte is no name.
  private static func text(_ name: String) -> String { name.filter { $0 != "\0" } }

  private func value(_ row: PostgresRow, on shelf: String) throws(StoreFailure) -> KeptValue {
    let name = row.text(0) ?? ""
    let kept = row.bytes(2)
    guard let bytes = kept.flatMap({ ownerKeys.opened($0, at: place(of: name, on: shelf)) }) else {
      let refusal = ownerKeys.refusal(of: kept)
      throw StoreFailure(
        refusal == .newer ? .newerVersion : .unreadable,
        at: "\(pool.options.address.name)#\(shelf)/\(name)", "it \(refusal.text)")
    }
    return KeptValue(
      shelf: shelf, name: name, owner: row.bytes(1).map { UserID(bytes: Data($0)) }, bytes: bytes,
      expires: row.int(3).map { Date(timeIntervalSince1970: Double($0)) })
  }

  /// What a value is bound to where it is sealed, each part behind its length.
  private func place(of name: String, on shelf: String) -> [UInt8] {
    [tenant, shelf, name].flatMap { part in
      withUnsafeBytes(of: UInt32(part.utf8.count).bigEndian) { Array($0) } + Array(part.utf8)
    }
  }
}
