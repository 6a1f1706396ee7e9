/// Answers to questions that are newer than the journal that is replayed: a migration has them.
struct InsertedAnswers: Hashable, Sendable {
  private struct Entry: Hashable {
    let step: StepID
    let frame: FrameRef
    let answer: JSONValue
  }

  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  mutating func add(_ answer: JSONValue, to step: StepID, in frame: FrameRef) {
    entries.append(Entry(step: step, frame: frame, answer: answer))
  }

  /// Whether there is one for a step of a flow; of any flow, if that is not known.
  func has(_ step: StepID, in frame: FrameRef) -> Bool { index(of: step, in: frame) != nil }

  /// Takes the first for a step of a flow; nil if there is none.
  mutating func take(_ step: StepID, in frame: FrameRef) -> JSONValue? {
    index(of: step, in: frame).map { entries.remove(at: $0).answer }
  }

  private func index(of step: StepID, in frame: FrameRef) -> Int? {
    entries.firstIndex { $0.step == step && ($0.frame == frame || frame == .unknown) }
  }
}
