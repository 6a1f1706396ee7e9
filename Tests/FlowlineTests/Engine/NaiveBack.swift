@testable import Flowline

/// What going back leads to, by the plain definition: the journal is scanned from its end.
struct NaiveBack {
  let entries: [JournalEntry]

  func target(asking asked: (StepID, FrameRef)?) -> BackStops.Target {
    target(before: entries.count, asking: asked)
  }

  /// The answers that going back again and again leads to, the nearest first.
  func targets(asking asked: (StepID, FrameRef)?) -> [Int] {
    var targets: [Int] = []
    var next = target(asking: asked)
    while case .found(let index) = next {
      targets.append(index)
      next = target(before: index, asking: (entries[index].id, entries[index].frame))
    }
    return targets
  }

  private func target(before end: Int, asking asked: (StepID, FrameRef)?) -> BackStops.Target {
    var index = end - 1
    var hasPassedLeftFlow = false
    while index >= 0 {
      let entry = entries[index]
      if !entry.isUndone {
        switch entry.verb {
        case .commit, .done: return .committed
        case .cancel:
          hasPassedLeftFlow = true
          let start = entry.frame.index ?? index
          // What a flow wrote outside before it was left was written all the same.
          let isWritten = entries[start..<index].contains {
            ($0.verb == .commit || $0.verb == .done) && !$0.isUndone
          }
          if isWritten { return .committed }
          index = start
        case .answer where entry.isSkippedByBack: break
        case .answer where hasPassedLeftFlow && isAsked(entry, asked): hasPassedLeftFlow = false
        case .answer: return .found(index)
        default: break
        }
      }
      index -= 1
    }
    return .none
  }

  private func isAsked(_ entry: JournalEntry, _ asked: (StepID, FrameRef)?) -> Bool {
    asked.map { $0 == (entry.id, entry.frame) } ?? false
  }

  /// The index behind the last write, and how many answers stand since.
  var sinceWrite: (index: Int, answers: Int) {
    let last = entries.lastIndex { ($0.verb == .commit || $0.verb == .done) && !$0.isUndone }
    let start = last.map { $0 + 1 } ?? 0
    return (start, entries[start...].count(where: \.isStandingAnswer))
  }
}
