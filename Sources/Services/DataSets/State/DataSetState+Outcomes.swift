import ServiceBasics

extension DataSetState {
  /// What the caller of a read gets.
  enum ReadOutcome {
    case snapshot(Snapshot)
    case failure(any Error)
    /// The answer was overtaken, or there was none.
    case again
    /// A read is still under way.
    case waiting(revision: Int)
  }

  /// The outcome of a read for its caller.
  ///
  /// - Parameters:
  ///   - read: the read.
  ///   - result: what the service answered.
  ///   - isLast: whether an answer that was overtaken is good enough.
  /// - Returns: the snapshot or the failure, or that it has to be read again.
  func outcome(
    of read: Read, _ result: Result<Value, any Error>, isLast: Bool
  ) -> ReadOutcome {
    guard read.generation >= firstUsable else { return .again }
    if let copy, isCurrent, copy.number > read.number { return .snapshot(Snapshot(copy.value)) }
    switch result {
    case .success(let value):
      if read.generation == generation { return .snapshot(Snapshot(value)) }
      return isLast ? .snapshot(Snapshot(value, asOf: read.beganAt)) : .again
    case .failure(let cause):
      return isLast || read.generation == generation ? .failure(cause) : .again
    }
  }

  /// What the caller gets who waits for another's read.
  func outcome(ofRead number: Int) -> ReadOutcome {
    if let copy, isCurrent, copy.number >= number { return .snapshot(Snapshot(copy.value)) }
    if let failed, failed.generation == generation, failed.number >= number {
      return .failure(failed.cause)
    }
    return reading?.number == number && isReading ? .waiting(revision: revision) : .again
  }

  /// What is new to somebody who shows something.
  enum Change {
    case snapshot(Snapshot)
    case failure(any Error)
    /// The service is to be asked first.
    case reading
    case none(revision: Int)
  }

  /// What is new to somebody who shows this.
  func change(after shown: Snapshot) -> Change {
    if needsReading { return .reading }
    if let blockingFailure { return .failure(blockingFailure.cause) }
    guard let copy, let latest, !isDiscarded || failed != nil else {
      return .none(revision: revision)
    }
    // Another node may have shown something newer than the copy here: nobody is led back to an older one.
    if let asOf = latest.asOf, let shownAsOf = shown.asOf, asOf < shownAsOf {
      guard let failed else { return isReading ? .none(revision: revision) : .reading }
      return failed.failure == shown.failure
        ? .none(revision: revision)
        : .snapshot(Snapshot(shown.value, asOf: shown.asOf, failure: failed.failure))
    }
    // That the service has confirmed a value is worth telling only if it had not when the value was
    // shown, and not while a newer one is on its way.
    let isConfirmed = latest.isFresh && shown.asOf != nil && !isReading
    if copy.value != shown.value || latest.failure != shown.failure || isConfirmed {
      return .snapshot(latest)
    }
    return .none(revision: revision)
  }
}
