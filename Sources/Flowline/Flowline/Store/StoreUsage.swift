/// How much a store has of a user, or of all users together: what a host's limits are about.
public struct StoreUsage: Hashable, Sendable {
  /// How many sessions have not ended.
  public let unfinished: Int
  /// How many bytes the files of all sessions have, as they were given.
  public let fileBytes: Int

  /// Makes an amount.
  public init(unfinished: Int, fileBytes: Int) {
    self.unfinished = unfinished
    self.fileBytes = fileBytes
  }
}

extension JournalStore {
  /// Not known: of a store that does not count, whose sessions in all and whose files no host limits.
  public func usage(of user: UserID?) async throws(StoreFailure) -> StoreUsage? { nil }
}
