import Bank
import ServiceBasics

/// What is known of a data set and what is under way to know more: a value, without any I/O.
///
/// A *generation* is a stretch of time in which nobody said that the bank has something else by
/// now. Whatever was read bears the generation in which its reading began: it is current while that
/// is the present one. So a read that was overtaken by a write is never taken for current.
struct DataSet<Value: Codable & Sendable & Equatable> {
  /// What was read last.
  struct Copy {
    let value: Value
    let readAt: Timestamp
    /// The read it came from; 0 for one out of a file.
    let number: Int
    let generation: Int
    let holder: String?
  }

  /// A read that was begun.
  struct Read: Sendable {
    let number: Int
    let generation: Int
    let beganAt: Timestamp
    let holder: String?
  }

  /// Why the last read failed.
  struct Failure {
    let cause: any Error
    let error: BankError
    let number: Int
    let generation: Int
  }

  /// Goes up whenever something here has changed.
  var revision = 0
  var generation = 0
  /// What was read in earlier generations is another customer's.
  var firstOfHolder = 0
  var copy: Copy?
  var failure: Failure?
  /// The newest of the reads under way; those before it belong to earlier generations.
  var reading: Read?
  /// Whether nobody is to see that a read is under way.
  var isSilent = true
  var lastNumber = 0
  /// Whether what was shown is forgotten, until there is an answer or a copy is asked for.
  var isForgotten = false
  /// Whether a file has been looked into for a copy.
  var hasLooked = false

  /// Whether a read of the present generation is under way.
  var isReading: Bool { reading?.generation == generation }

  /// Whether what was read last may be the bank's present state.
  var isCurrent: Bool { copy?.generation == generation }

  /// Whether it is known that something else would come, and nobody has asked for it.
  var needsReading: Bool {
    let answered = max(copy?.generation ?? Int.min, failure?.generation ?? Int.min)
    return answered < generation && (generation > 0 || copy != nil) && !isReading
  }

  /// Why asking again is of no use before the customer has done something.
  var hindrance: Failure? {
    guard let failure, failure.generation == generation, failure.error.isForCustomer else {
      return nil
    }
    return failure
  }

  /// The copy with its age.
  var aged: Known<Value>? {
    copy.map { Known($0.value, asOf: $0.readAt, trouble: failure?.error) }
  }

  /// What is known: the bank's own word where that is what it is.
  var known: Known<Value>? {
    guard let copy, isCurrent, copy.number > 0, failure == nil else { return aged }
    return Known(copy.value)
  }

  /// The state to show.
  var loadable: Loadable<Value> {
    let shown = isForgotten ? nil : known
    if reading != nil, !isSilent || shown == nil && failure == nil {
      return .loading(earlier: isForgotten ? nil : aged)
    }
    if let failure { return .failed(failure.error, earlier: shown) }
    return shown.map { .loaded($0) } ?? .nothing
  }
}
