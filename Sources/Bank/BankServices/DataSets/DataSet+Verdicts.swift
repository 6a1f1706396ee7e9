import Bank

extension DataSet {
  /// What whoever wanted to read has of it.
  enum Verdict {
    case known(Known<Value>)
    case failure(any Error)
    /// What came was overtaken, or nobody has read.
    case again
    /// A read is still under way.
    case waiting(revision: Int)
  }

  /// What somebody has who read.
  ///
  /// - Parameter isLast: whether to make do with an answer that was overtaken.
  func verdict(of read: Read, _ result: Result<Value, any Error>, isLast: Bool) -> Verdict {
    guard read.generation >= firstOfHolder else { return .again }
    if let copy, isCurrent, copy.number > read.number { return .known(Known(copy.value)) }
    switch result {
    case .success(let value):
      if read.generation == generation { return .known(Known(value)) }
      return isLast ? .known(Known(value, asOf: read.beganAt)) : .again
    case .failure(let cause):
      return isLast || read.generation == generation ? .failure(cause) : .again
    }
  }

  /// What somebody has who waits for another's read.
  func verdict(waitingFor number: Int) -> Verdict {
    if let copy, isCurrent, copy.number >= number { return .known(Known(copy.value)) }
    if let failure, failure.generation == generation, failure.number >= number {
      return .failure(failure.cause)
    }
    return reading?.number == number && isReading ? .waiting(revision: revision) : .again
  }

  /// What is to be told to somebody who shows something.
  enum News {
    case known(Known<Value>)
    case failure(any Error)
    /// The bank is to be asked first.
    case reading
    case none(revision: Int)
  }

  /// What is new to somebody who shows this.
  func news(after shown: Known<Value>) -> News {
    if needsReading { return .reading }
    if let hindrance { return .failure(hindrance.cause) }
    guard let copy, let known, !isForgotten || failure != nil else {
      return .none(revision: revision)
    }
    // That something is the bank's word now is worth telling only if it was not when it was shown,
    // and not while a newer word is on its way.
    let isRenewed = known.isFresh && shown.asOf != nil && !isReading
    if copy.value != shown.value || known.trouble != shown.trouble || isRenewed {
      return .known(known)
    }
    return .none(revision: revision)
  }
}
