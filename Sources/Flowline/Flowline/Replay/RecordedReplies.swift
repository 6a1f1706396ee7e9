/// Loads and commits answered from a script, each under its step's id.
struct RecordedReplies: Hashable, Sendable {
  private struct Queue: Hashable {
    var replies: [JournalEntry] = []
    var first = 0
  }

  private var queues: [StepID: Queue] = [:]

  init(_ entries: [JournalEntry]) {
    // What was gone back from is read again when the answers are given again.
    for entry in entries where [.load, .done, .fail].contains(entry.verb) {
      queues[entry.id, default: Queue()].replies.append(entry)
    }
  }

  var isEmpty: Bool { queues.isEmpty }

  func has(_ id: StepID) -> Bool { queues[id].map { $0.first < $0.replies.count } ?? false }

  /// The next reply for a step.
  mutating func take(_ id: StepID) -> JournalEntry? {
    guard let queue = queues[id], queue.first < queue.replies.count else { return nil }
    queues[id]?.first += 1
    return queue.replies[queue.first]
  }
}
