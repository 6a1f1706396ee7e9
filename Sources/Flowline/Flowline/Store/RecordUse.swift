import Synchronization

/// That a session of this process is kept in a record: nobody else writes to it or closes it meanwhile.
///
/// No record knows that by itself, for it may be of anybody's store.
final class RecordUse: Sendable {
  private static let used = Mutex<Set<ObjectIdentifier>>([])

  /// Held, so that no other record has the same identity meanwhile.
  private let record: any JournalRecord

  private init(_ record: any JournalRecord) { self.record = record }

  /// Takes a record; nil if another session has it.
  static func take(_ record: any JournalRecord) -> RecordUse? {
    used.withLock { $0.insert(record.identity).inserted } ? RecordUse(record) : nil
  }

  deinit {
    let identity = record.identity
    _ = RecordUse.used.withLock { $0.remove(identity) }
  }

  /// Whether a session has a record.
  fileprivate static func isOf(_ identity: ObjectIdentifier) -> Bool {
    used.withLock { $0.contains(identity) }
  }
}

extension JournalRecord {
  fileprivate var identity: ObjectIdentifier {
    guard let record = self as? SynchronousRecord else { return ObjectIdentifier(self) }
    return ObjectIdentifier(record.base)
  }

  /// Closes the record of a session that was not started or resumed, unless another session has it.
  func closeUnlessUsed() {
    if !RecordUse.isOf(identity) { close() }
  }
}

extension SessionRecord {
  /// Closes the record of a session that was not started or resumed, unless another session has it.
  func closeUnlessUsed() {
    if !RecordUse.isOf(ObjectIdentifier(self)) { close() }
  }
}

extension Refusal.Code {
  /// The record that the session was to be kept in is a running session's.
  public static let recordInUse: Self = "record-in-use"
}
