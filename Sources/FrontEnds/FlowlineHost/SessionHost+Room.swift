import Flowline

/// Whether there is room for one more session or file, by what the store has: so that all nodes and the next
/// program come to the same.
extension SessionHost {
  /// Checks that any user may begin one more session.
  func checkNumberInAll() async throws(HostFault) {
    guard limits.sessionsInAll < .max, let kept = try await usageInAll() else { return }
    guard kept.unfinished < limits.sessionsInAll else {
      throw full("all users together have as many unfinished sessions as there may be")
    }
  }

  /// Checks that any user may begin one more session of a flow.
  func checkNumberInAll(of flow: FlowID) async throws(HostFault) {
    guard let limit = limits.sessionsPerFlow, limit < .max else { return }
    let kept = try await flowTotals[flow].usage(at: clock.now) {
      () async throws(HostFault) -> StoreUsage? in
      StoreUsage(unfinished: try await unfinished(of: flow, upTo: limit), fileBytes: 0)
    }
    guard let kept, kept.unfinished >= limit else { return }
    throw full("all users together have as many unfinished sessions of this flow as there may be")
  }

  /// How many sessions of a page are in memory at once while they are counted.
  private static let countedAtOnce = 1_000

  /// How many unfinished sessions of a flow there are: stores count none by their flow, and are asked for no more
  /// than matter.
  private func unfinished(
    of flow: FlowID, upTo limit: Int
  ) async throws(HostFault) -> Int {
    // What changes meanwhile may be counted twice, and is not passed by.
    var query = SessionQuery(
      of: nil, flow: flow, standings: [.unfinished], newestFirst: false,
      limit: max(1, min(limit, Self.countedAtOnce)))
    var count = 0
    repeat {
      let page = try await page(of: query)
      count += page.items.count
      query.after = page.next
    } while query.after != nil && count < limit
    return count
  }

  /// Keeps a file of so many bytes if there is room for it, beside those that are being kept just now.
  func keeping<Value>(
    _ count: Int, of user: UserID, _ keep: () async throws(HostFault) -> Value
  ) async throws(HostFault) -> Value {
    let coming = totals.beginFile(of: count, by: user)
    defer { totals.endFile(of: count, by: user) }
    if limits.fileBytesPerUser < .max, let kept = try await usage(of: user),
      kept.fileBytes + coming.ofUser > limits.fileBytesPerUser
    {
      throw HostFault(
        .tooManyFiles,
        """
        the user's files have \(kept.fileBytes) of the \(limits.fileBytesPerUser) bytes that they may \
        have, and this one has \(count); forget a session with files, or wait until old ones are
        """, retryAfter: limits.cleanUpInterval)
    }
    if limits.fileBytesInAll < .max, let kept = try await usageInAll(),
      kept.fileBytes + coming.inAll > limits.fileBytesInAll
    {
      throw full("the files of all users together have as many bytes as they may have")
    }
    let value = try await keep()
    totals.add(fileBytes: count)
    return value
  }

  private func full(_ reason: String) -> HostFault {
    HostFault(.full, reason, retryAfter: limits.cleanUpInterval)
  }

  private func usageInAll() async throws(HostFault) -> StoreUsage? {
    try await totals.usage(at: clock.now) { () async throws(HostFault) -> StoreUsage? in
      try await usage(of: nil)
    }
  }

  private func usage(of user: UserID?) async throws(HostFault) -> StoreUsage? {
    do throws(StoreFailure) {
      return try await store.usage(of: user)
    } catch {
      throw HostFault(error)
    }
  }
}
