/// Where the entries of a journal are, so that one that does not come next is found at once.
struct ReplayIndex: Hashable, Sendable {
  private struct Key: Hashable {
    let verb: JournalEntry.Verb
    let id: StepID
    let frame: FrameRef
  }

  /// Indices in their order, and how many of them are known to be taken.
  private struct Queue: Hashable {
    var indices: [Int] = []
    var first = 0
  }

  private var queues: [Key: Queue] = [:]
  /// The flows that entries of a script name by the branch alone.
  private var looseFrames: Set<FrameRef> = []

  init(_ entries: [JournalEntry], from cursor: Int) {
    for index in entries.indices[cursor...] where !entries[index].isUndone {
      let entry = entries[index]
      let key = Key(verb: entry.verb, id: entry.id, frame: entry.frame)
      queues[key, default: Queue()].indices.append(index)
      if let at = entry.frame.index, at < entries.count, entries[at].verb == .at {
        looseFrames.insert(entry.frame)
      }
    }
  }

  /// The first entry that is not taken and is of a flow, or may be.
  mutating func first(
    _ verb: JournalEntry.Verb, _ id: StepID, in frame: FrameRef, isTaken: (Int) -> Bool
  ) -> Int? {
    func key(_ frame: FrameRef) -> Key { Key(verb: verb, id: id, frame: frame) }
    var found = first(key(frame), isTaken)
    if frame != .unknown { found = min(found, first(key(.unknown), isTaken)) }
    for loose in looseFrames where loose != frame {
      found = min(found, first(key(loose), isTaken))
    }
    return found < .max ? found : nil
  }

  /// The first entry with a key that is not taken; the largest number there is if there is none.
  private mutating func first(_ key: Key, _ isTaken: (Int) -> Bool) -> Int {
    guard let place = queues.index(forKey: key) else { return .max }
    let indices = queues.values[place].indices
    var first = queues.values[place].first
    while first < indices.count, isTaken(indices[first]) { first += 1 }
    queues.values[place].first = first
    return first < indices.count ? indices[first] : .max
  }
}
