import Bank
import ServiceBasics

extension DataSet {
  /// Whether whoever wants to read does so, or waits for the one who does already.
  enum Seat {
    case reader(Read)
    case waiting(forRead: Int)
  }

  /// A file has been looked into.
  mutating func looked(_ found: Shelf<Value>.Found?) {
    guard !hasLooked else { return }
    hasLooked = true
    guard let found, copy == nil else { return }
    revision += 1
    copy = Copy(
      value: found.value, readAt: found.readAt, number: 0,
      generation: found.isStale ? generation - 1 : generation, holder: found.holder)
  }

  /// Somebody wants the bank's answer.
  mutating func wanted(
    isSilent: Bool, isForgetting: Bool, at time: Timestamp, for holder: String?
  ) -> Seat {
    if isForgetting || !isSilent || !isReading { revision += 1 }
    isForgotten = isForgetting
    if let reading, isReading {
      self.isSilent = self.isSilent && isSilent
      return .waiting(forRead: reading.number)
    }
    lastNumber += 1
    let read = Read(number: lastNumber, generation: generation, beganAt: time, holder: holder)
    reading = read
    self.isSilent = isSilent
    return .reader(read)
  }

  /// Somebody takes the copy as it is.
  mutating func copyTaken() {
    guard isForgotten else { return }
    isForgotten = false
    revision += 1
  }

  /// A read has ended, well or not. Returns whether what came may be used at all.
  mutating func ended(_ read: Read, _ result: Result<Value, any Error>?) -> Bool {
    revision += 1
    if reading?.number == read.number { reading = nil }
    guard read.generation >= firstOfHolder else { return false }
    switch result {
    case .success(let value):
      if copy.map({ $0.number < read.number }) ?? true {
        copy = Copy(
          value: value, readAt: read.beganAt, number: read.number, generation: read.generation,
          holder: read.holder)
        isForgotten = false
      }
      if let failure, failure.number < read.number { self.failure = nil }
    case .failure(let cause):
      // Of a read that was overtaken it says nothing: another one is to be made.
      guard read.generation == generation else { break }
      failure = Failure(
        cause: cause, error: BankError(cause), number: read.number, generation: generation)
    // The reader gave up: whoever waits reads.
    case nil: break
    }
    return true
  }

  /// The bank has something else by now.
  mutating func becameStale() {
    revision += 1
    generation += 1
  }

  /// The bank is another customer's by now.
  mutating func holderChanged() {
    becameStale()
    firstOfHolder = generation
    copy = nil
    failure = nil
    isForgotten = false
  }
}
