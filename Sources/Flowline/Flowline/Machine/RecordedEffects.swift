/// Loads and commits answered from a script, each kept under its step's id.
struct RecordedEffects: Sendable {
  private var replies: [StepID: [JournalEntry]] = [:]

  init(_ entries: [JournalEntry]) {
    // What was gone back from is read again when the answers are given again.
    for entry in entries {
      if [.load, .done, .fail].contains(entry.verb) {
        replies[entry.id, default: []].append(entry)
      }
    }
  }

  var isEmpty: Bool { replies.isEmpty }

  func has(_ id: StepID) -> Bool { !(replies[id]?.isEmpty ?? true) }

  /// The next reply for a step.
  mutating func take(_ id: StepID) -> JournalEntry? {
    guard let first = replies[id]?.first else { return nil }
    replies[id]?.removeFirst()
    return first
  }
}
