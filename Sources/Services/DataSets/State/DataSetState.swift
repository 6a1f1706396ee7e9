import ServiceBasics

/// What is known of a data set and what is under way to know more: a value, without any I/O.
///
/// A *generation* is a stretch of time in which nothing is known to have changed the data. What was
/// read bears the generation in which its reading began, and is current while that is the present one.
/// So a read that was overtaken by a write is never taken for current.
struct DataSetState<Value: Codable & Sendable & Equatable, Failure: DataSetFailure> {
  typealias Snapshot = DataSets.Snapshot<Value, Failure>

  /// What was read last.
  struct Copy {
    let value: Value
    let readAt: Timestamp
    /// The read it came from; 0 for one out of a store.
    let number: Int
    let generation: Int
    /// Its place in the order of all reads and marks; nil if there is no store.
    let ticket: Int64?
    /// Whether it is in the store, or need not be.
    var isKept: Bool
  }

  /// A read that was begun.
  struct Read: Sendable {
    let number: Int
    let generation: Int
    let beganAt: Timestamp
    let owner: UserDirectory.Owner
  }

  /// Why the last read failed.
  struct FailedRead {
    let cause: any Error
    let failure: Failure
    let number: Int
    let generation: Int
  }

  /// Grows whenever something here has changed.
  var revision = 0
  var generation = 0
  /// What is still being read since an earlier generation may be another user's.
  var firstUsable = 0
  /// Whose data this is; nil until somebody asks.
  var owner: UserDirectory.Owner?
  var copy: Copy?
  var failed: FailedRead?
  /// The newest of the reads under way; those before it belong to earlier generations.
  var reading: Read?
  /// Whether a read that is under way is not to be seen.
  var isSilent = true
  var lastNumber = 0
  /// Whether what was shown is discarded, until there is an answer or a copy is asked for.
  var isDiscarded = false
  /// Whether the store has been searched for a copy.
  var hasSearched = false

  /// Whether a read of the present generation is under way.
  var isReading: Bool { reading?.generation == generation }

  /// Whether what was read last may be the service's present state.
  var isCurrent: Bool { copy?.generation == generation }

  /// Whether it is known that a read would bring something else, and none has been begun.
  var needsReading: Bool {
    let answered = max(copy?.generation ?? Int.min, failed?.generation ?? Int.min)
    return answered < generation && (generation > 0 || copy != nil) && !isReading
  }

  /// Why asking again is of no use before the user has done something.
  var blockingFailure: FailedRead? {
    guard let failed, failed.generation == generation, failed.failure.needsUser else { return nil }
    return failed
  }

  /// The copy with its age.
  var dated: Snapshot? {
    copy.map { Snapshot($0.value, asOf: $0.readAt, failure: failed?.failure) }
  }

  /// What is known: without an age if it is the service's latest answer.
  var latest: Snapshot? {
    guard let copy, isCurrent, copy.number > 0, failed == nil else { return dated }
    return Snapshot(copy.value)
  }

  /// The state to show.
  var loadable: Loadable<Value, Failure> {
    let shown = isDiscarded ? nil : latest
    if reading != nil, !isSilent || shown == nil && failed == nil {
      return .loading(earlier: isDiscarded ? nil : dated)
    }
    if let failed { return .failed(failed.failure, earlier: shown) }
    return shown.map { .loaded($0) } ?? .notRequested
  }
}
