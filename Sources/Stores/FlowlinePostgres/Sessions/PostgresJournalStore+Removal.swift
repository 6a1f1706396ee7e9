public import Flowline
public import FoundationEssentials

/// What is forgotten: one session, a user, and parts of the tables as a whole.
extension PostgresJournalStore {
  /// Deletes a session's row, and all that is kept with it.
  public func remove(_ session: SessionKey) async throws(StoreFailure) {
    for _ in 0..<Self.tries {
      guard let head = try await head(of: session) else { throw noRow(of: session) }
      let values: [PostgresValue] = [
        .int(head.epoch), .int(Int64(head.last)), .int(head.files), .uuid(UUID()), .text(node),
      ]
      let results = try await make(
        PostgresCall([statement(SessionStatements.remove, of: session, values)]))
      // A node that changed it meanwhile has added what was not seen here.
      if results.first?.rows.first?.int(0) == 1 { return }
    }
    throw StoreFailure(
      .busy, at: place(of: session), "others change the session all the time; try again")
  }

  private static let tries = 20

  /// Destroys a user's key, and deletes the user's rows with all that is kept with them, and small things
  /// that are the user's.
  public func removeAll(of user: UserID) async throws(StoreFailure) -> Int {
    try await ownerKeys.destroy(user)
    _ = try await make(
      PostgresCall(
        "DELETE FROM flowline_value WHERE tenant = $1 AND owner = $2",
        [.text(tenant), .bytes(Array(user.bytes))]))
    var count = 0
    // Until none is found: one may be begun meanwhile.
    while true {
      let page = try await list(SessionQuery(of: user, limit: 500))
      guard !page.items.isEmpty else { break }
      for item in page.items {
        do throws(StoreFailure) {
          try await remove(item.key)
          count += 1
        } catch {
          guard error.code == .notFound else { throw error }
        }
      }
    }
    _ = try await make(
      PostgresCall(
        """
        INSERT INTO flowline_audit (at, id, tenant, owner, session, number, node, event)
        VALUES ((extract(epoch FROM now()) * 1000000)::bigint, $1, $2, $3, NULL, $4, $5, 'erased')
        """,
        [
          .uuid(UUID()), .text(tenant), .bytes(Array(user.bytes)), .int(Int64(count)), .text(node),
        ]))
    return count
  }

  /// Parts of the tables are dropped by the month.
  public var forgetsMonths: Bool { true }

  /// Drops the parts of months all of whose sessions are this tenant's and ended before a moment, each as a
  /// whole, and deletes what was noted of any session before.
  ///
  /// That a session has ended is told by its column: also of one whose summary, which may be sealed, says more of
  /// it in a way of a newer version.
  public func forgetMonths(endedBefore moment: Date) async throws(StoreFailure) {
    let month = SessionMonth(moment)
    for old in try await schema.months() where old < month {
      _ = try await schema.drop(old, endedBefore: moment.microseconds, of: tenant)
    }
    try await removeInPortions(
      """
      DELETE FROM flowline_audit WHERE id IN (
        SELECT id FROM flowline_audit WHERE tenant = $1 AND at < $2 LIMIT $3)
      """, [.text(tenant), .int(moment.microseconds)])
  }
}
