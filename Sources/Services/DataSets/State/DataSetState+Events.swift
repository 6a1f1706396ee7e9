import ServiceBasics

extension DataSetState {
  /// Whether the caller who wants an answer asks the service, or waits for one who asks already.
  enum Role {
    case reader(Read)
    case waiter(forRead: Int)
  }

  /// The present owner is known.
  ///
  /// Returns whether that is another than before.
  mutating func belongs(to present: UserDirectory.Owner) -> Bool {
    guard owner != present else { return false }
    defer { owner = present }
    guard let owner else { return true }
    // A user who becomes known may have copies in the store.
    if owner.user == nil, copy == nil { hasSearched = false }
    if owner.hasCredential(of: present) {
      if owner.user != nil, present.user != owner.user { discardOwner() }
    } else if owner.mayShare(with: present) {
      discardReads()
    } else {
      discardOwner()
    }
    return true
  }

  /// The store has been searched.
  mutating func searched(_ found: DataSetCopies<Value>.Found?, for user: String?) {
    guard !hasSearched, owner?.user == user else { return }
    hasSearched = true
    guard let found, copy == nil else { return }
    revision += 1
    copy = Copy(
      value: found.value, readAt: found.readAt, number: 0,
      generation: found.isStale ? generation - 1 : generation, ticket: found.ticket, isKept: true)
  }

  /// Another process has marked the data as stale.
  mutating func marked(at mark: Int64) {
    guard isCurrent, let ticket = copy?.ticket, ticket < mark else { return }
    becameStale()
  }

  /// Somebody wants the service's answer.
  mutating func wanted(
    isSilent: Bool, isDiscarding: Bool, at time: Timestamp, by owner: UserDirectory.Owner
  ) -> Role {
    if isDiscarding || !isSilent || !isReading { revision += 1 }
    isDiscarded = isDiscarding
    if let reading, isReading {
      self.isSilent = self.isSilent && isSilent
      return .waiter(forRead: reading.number)
    }
    lastNumber += 1
    let read = Read(number: lastNumber, generation: generation, beganAt: time, owner: owner)
    reading = read
    self.isSilent = isSilent
    return .reader(read)
  }

  /// Somebody takes the copy as it is.
  mutating func copyTaken() {
    guard isDiscarded else { return }
    isDiscarded = false
    revision += 1
  }

  /// A read has ended, well or not.
  ///
  /// Returns whether its answer may be used at all.
  mutating func ended(_ read: Read, _ result: Result<Value, any Error>?, ticket: Int64?) {
    revision += 1
    if reading?.number == read.number { reading = nil }
    guard read.generation >= firstUsable else { return }
    switch result {
    case .success(let value):
      if copy.map({ $0.number < read.number }) ?? true {
        copy = Copy(
          value: value, readAt: read.beganAt, number: read.number, generation: read.generation,
          ticket: ticket, isKept: ticket == nil)
        isDiscarded = false
      }
      if let failed, failed.number < read.number { self.failed = nil }
    case .failure(let cause):
      // The failure of a read that was overtaken says nothing: another read is to be made.
      guard read.generation == generation else { break }
      failed = FailedRead(
        cause: cause, failure: Failure(describing: cause), number: read.number,
        generation: generation)
    // The reader gave up: one of those who wait reads.
    case nil: break
    }
  }

  /// What is to be kept in the store, and for whom.
  ///
  /// It is returned once.
  mutating func takeUnkept() -> (Copy, user: String, credential: String?)? {
    guard let copy, !copy.isKept, let owner, let user = owner.user else { return nil }
    self.copy?.isKept = true
    return (copy, user, owner.credential)
  }

  /// The service has something else by now.
  mutating func becameStale() {
    revision += 1
    generation += 1
  }

  /// What the reads under way will bring may be another user's.
  mutating func discardReads() {
    becameStale()
    firstUsable = generation
  }

  /// What was read was another user's.
  mutating func discardOwner() {
    discardReads()
    copy = nil
    failed = nil
    isDiscarded = false
    hasSearched = false
  }
}
