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
    var found: Int?
    for frame in looseFrames.union([frame, .unknown]) {
      let key = Key(verb: verb, id: id, frame: frame)
      guard var queue = queues[key] else { continue }
      while queue.first < queue.indices.count, isTaken(queue.indices[queue.first]) {
        queue.first += 1
      }
      queues[key] = queue
      if queue.first < queue.indices.count {
        found = min(found ?? .max, queue.indices[queue.first])
      }
    }
    return found
  }
}
