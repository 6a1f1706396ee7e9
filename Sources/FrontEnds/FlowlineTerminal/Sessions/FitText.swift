import Flowline

/// Tells how a session fitted its flow, if the flow was changed or the session's record is damaged.
struct FitText {
  let renderer: PromptRenderer

  private var words: Words { renderer.words }

  func lines(for fit: JournalFit) -> [String] {
    let kept = fit.items.count { $0.fate == .kept }
    let cause =
      fit.isOtherVersion
      ? words("fit.versions", .string(String(fit.recorded)), .string(String(fit.version)))
      : words("fit.same-version")
    let count = words("fit.kept", .integer(kept), .string(String(fit.items.count)))
    return renderer.note("\(cause) \(count)")
      + fit.items.compactMap(text).flatMap {
        renderer.look.lines("  " + $0, columns: renderer.columns)
      }
      + (fit.isWhole ? [] : renderer.note(words("fit.set-aside")))
  }

  private func text(of item: JournalFit.Item) -> String? {
    let (key, reason): (String, JournalFit.Reason)
    switch item.fate {
    case .kept: return nil
    case .asked(let because): (key, reason) = ("fit.asked", because)
    case .dropped(let because): (key, reason) = ("fit.dropped", because)
    }
    let text = words(key, .string(item.path.description), .string(words(self.key(of: reason))))
    guard let line = item.line else { return text }
    return words("fit.line", .string(String(line)), .string(text))
  }

  private func key(of reason: JournalFit.Reason) -> String {
    switch reason {
    case .refused: "fit.reason.refused"
    case .behindChange: "fit.reason.behind-change"
    case .notReached: "fit.reason.not-reached"
    case .readAgain: "fit.reason.read-again"
    case .awaitedAgain: "fit.reason.awaited-again"
    case .writtenBefore: "fit.reason.written-before"
    case .migrated: "fit.reason.migrated"
    }
  }
}
