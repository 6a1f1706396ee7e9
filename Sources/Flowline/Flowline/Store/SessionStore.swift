public import FoundationEssentials

/// Where sessions are kept while they run, so that they outlive their process.
///
/// Conform a store of your own and run `SessionStoreConformance` of FlowlineTesting over it. A store
/// may be used from any thread.
public protocol SessionStore: Sendable {
  /// Begins the record of a new session and keeps everybody else from it until it is closed.
  ///
  /// Nothing need be written before the first durable line. If two begin the same session, at most
  /// one of them can keep a line; the other's fails with ``StoreFailure/Code/exists``.
  ///
  /// - Parameter session: the session's id.
  /// - Returns: the open record.
  /// - Throws: ``StoreFailure/Code/exists`` if the session has a record already.
  func begin(_ session: UUID) throws(StoreFailure) -> any SessionRecord

  /// Opens the record of a session and keeps everybody else from it until it is closed, also other
  /// processes.
  ///
  /// A process that dies releases what it had opened.
  ///
  /// - Parameter session: the session's id.
  /// - Returns: the open record.
  /// - Throws: ``StoreFailure/Code/notFound``; ``StoreFailure/Code/inUse`` if somebody else has it
  ///   open.
  func open(_ session: UUID) throws(StoreFailure) -> any SessionRecord

  /// The sessions that are kept, the last changed first, whatever became of them.
  ///
  /// - Parameter limit: how many at the most; nil for all.
  /// - Returns: the sessions; one whose record cannot be read is among them, and says so.
  /// - Throws: ``StoreFailure`` if the store itself cannot be read.
  func sessions(limit: Int?) throws(StoreFailure) -> [StoredSession]

  /// Forgets a session. One that somebody has open is left alone.
  ///
  /// - Throws: ``StoreFailure/Code/notFound``; ``StoreFailure/Code/inUse``.
  func remove(_ session: UUID) throws(StoreFailure)
}

extension SessionStore {
  /// All the sessions that are kept, the last changed first.
  public func sessions() throws(StoreFailure) -> [StoredSession] {
    try sessions(limit: nil)
  }
}

/// The record of one session, open for this process alone.
///
/// Used by one thread at a time.
public protocol SessionRecord: AnyObject, Sendable {
  /// The id of the session that is recorded.
  var session: UUID { get }

  /// Where the contents of the session's files are kept; nil for a store that keeps none.
  ///
  /// They go with the session: nobody else's session sees them, and ``SessionStore/remove(_:)`` removes
  /// them. Those that are kept before the first durable line may be held back until it.
  var files: (any KeptFiles)? { get }

  /// What is kept, byte for byte; it may end in a line that was cut off.
  func contents() throws(StoreFailure) -> [UInt8]

  /// Adds lines; the store does not look into them.
  ///
  /// - Parameters:
  ///   - lines: whole lines, each with its end.
  ///   - isDurable: whether they must have reached the medium when the call returns. Lines for
  ///     which that is not asked may be held back until it is, or until the record is closed.
  /// - Throws: ``StoreFailure``. What was durable before stays so, and the record takes nothing
  ///   more.
  func append(_ lines: String, isDurable: Bool) throws(StoreFailure)

  /// Drops what is behind so many bytes: a last line that was cut off.
  func cut(to length: Int) throws(StoreFailure)

  /// Puts other contents in the place of what is kept, durably and in one step. What was there
  /// before is set aside, not deleted.
  func replace(with text: String) throws(StoreFailure)

  /// Finds out what the record has after it failed, and lets it take lines again. Does nothing if
  /// it has not failed.
  ///
  /// - Throws: ``StoreFailure`` if it cannot; ``StoreFailure/Code/closed`` unless a store knows
  ///   how.
  func recover() throws(StoreFailure)

  /// Writes what was held back, if any line is durable, and releases the record, so that others may
  /// open it. Closing twice does nothing.
  func close()
}

extension SessionRecord {
  /// None.
  public var files: (any KeptFiles)? { nil }

  /// Nothing: a record that has not failed takes lines, and one that has says so again.
  public func recover() throws(StoreFailure) {}

  /// Whether something is kept in the record.
  var hasContents: Bool {
    do throws(StoreFailure) { return try !contents().isEmpty } catch { return true }
  }
}
