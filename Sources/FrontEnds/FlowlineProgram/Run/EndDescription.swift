import Flowline
import FlowlineTerminal

/// A walk's end as an exit code, as words and as data.
struct EndDescription {
  let report: WalkReport
  let words: Words
  let takesInput: Bool
  /// Whether the session can be resumed.
  let isKept: Bool
  /// The page that was answered last, if it is not what was asked last in the walk.
  var recalledPage: Prompt?

  var status: ExitStatus {
    switch report.end {
    case .missing, .refused, .refusedCommand, .waiting: return .unanswered
    case .timedOut: return .timedOut
    case .interrupted: return .interrupted
    case .gone, .quit, .paused: return .cancelled
    case .recordFailed(let failure) where failure.isMisnamed: return .usage
    case .held, .signalled, .recordFailed, .notStarted, .undelivered: return .failed
    case .ended: break
    }
    return switch report.outcome {
    case .finished?: report.unusedAnswers.isEmpty ? .finished : .usage
    case .cancelled?, nil: .cancelled
    case .failed?: .failed
    }
  }

  /// What is wrong, in a sentence; nil if nothing is.
  private var message: String? {
    switch report.end {
    case .missing(let prompt):
      let missing = MissingText(prompt, words, takesInput: takesInput).text
      return [misspelling(of: prompt.id), leftToPeople(prompt), missing].compactMap { $0 }
        .joined(separator: " ")
    case .refused(let prompt, let refusal):
      if prompt.kind == .review, refusal.code == .notContinued {
        return words("run.refused.page", .string(prompt.id.rawValue))
      }
      let key = prompt.isSensitive ? "run.refused.secret" : "run.refused"
      return words(key, .string(prompt.id.rawValue), .string(words(refusal.message)))
    case .refusedCommand(let prompt, let refusal):
      return words(
        "run.refused.command", .string(prompt.id.rawValue), .string(words(refusal.message)))
    case .held(let prompt, let hold): return Words(words.environment)(hold, at: prompt)
    case .waiting:
      return report.waits.map { Words(words.environment)($0) }.joined(separator: " ")
    case .timedOut(let prompt): return words("run.timed-out", .string(prompt.id.rawValue))
    case .interrupted, .signalled: return words("run.interrupted")
    case .gone, .quit, .paused:
      guard isKept else { return words("run.left") }
      return words(report.hasUnsaved ? "run.paused-partly" : "run.paused")
    case .recordFailed: return nil
    case .notStarted(let refusal), .undelivered(let refusal): return words(refusal.message)
    case .ended: break
    }
    return switch report.outcome {
    case .finished?: nil
    case .failed(let failure)?: words.located(failure)
    case .cancelled(.declined)?: words("run.declined")
    case .cancelled?, nil: words("run.left")
    }
  }

  /// Why the run ended as it did; nil if there is no page that says it.
  private var reason: EndReason? {
    switch (report.end, report.outcome) {
    case (.ended, .cancelled(.declined)?):
      EndReason(behind: report.lastPage ?? recalledPage, isDeclined: true)
    case (.ended, .finished?): EndReason(behind: report.lastPage, isDeclined: false)
    // What was refused is often asked again.
    case (.missing, _), (.refused, _), (.refusedCommand, _):
      EndReason(behind: recalledPage, isDeclined: false)
    default: nil
    }
  }

  var messages: [String] {
    // A person who was asked has seen the page.
    let unseen = takesInput ? [] : [reason?.text].compactMap { $0 }
    var isError = status != .cancelled && status != .interrupted
    // That a flow waits is no fault of anybody's.
    if case .waiting = report.end { isError = false }
    return unseen
      + ([message].compactMap { $0 } + unused).map { isError ? words.error($0) : $0 }
  }

  var error: JSONValue {
    let told = (message ?? recordMessage).map { [$0] } ?? unused
    let sentences = [reason?.text].compactMap { $0 } + told
    guard !sentences.isEmpty else { return .null }
    let sentence = sentences.joined(separator: " ")
    var members: [String: JSONValue] = ["code": .string(code), "message": .string(sentence)]
    switch report.end {
    case .held(let prompt, _): members["step"] = .string(prompt.path.description)
    case .missing(let prompt), .refused(let prompt, _), .refusedCommand(let prompt, _),
      .timedOut(let prompt):
      members["step"] = .string(prompt.path.description)
      if prompt.hold != nil { break }
      members["flag"] = .string(MissingText(prompt, words).flag("VALUE"))
      members["accepts"] = .string(prompt.accepts.text)
      members["choices"] = .array(prompt.kind.choices.map { .string($0.key) })
    case .ended: members["step"] = reason.map { .string($0.step.description) }
    default: break
    }
    return .object(members)
  }

  /// That the recording could not be written; the walk has reported it already.
  private var recordMessage: String? {
    guard case .recordFailed(let failure) = report.end else { return nil }
    return Words(words.environment).message(of: failure)
  }

  private var code: String {
    switch report.end {
    case .missing: return "missing-answer"
    case .waiting: return "waiting"
    case .refused(_, let refusal), .refusedCommand(_, let refusal): return refusal.code.rawValue
    case .held(_, let hold): return hold.code
    case .timedOut: return "timed-out"
    case .interrupted, .signalled: return "interrupted"
    case .gone: return "dismissed"
    case .quit, .paused: return "user"
    case .recordFailed: return "record"
    case .notStarted(let refusal), .undelivered(let refusal): return refusal.code.rawValue
    case .ended: break
    }
    return switch report.outcome {
    case .finished?: unused.isEmpty ? EndReason.notDone : "unused-answer"
    case .failed?: "failed"
    case .cancelled(let reason)?: reason.rawValue
    case nil: "user"
    }
  }

  /// The answers that were never asked for; none unless the flow finished, since what ended it earlier
  /// may be the reason.
  private var unused: [String] {
    guard case .ended = report.end, status == .usage else { return [] }
    let asked = report.askedSteps.map(\.rawValue)
    let answers = report.journal.answers
    return report.unusedAnswers.map { step in
      let wasAsked = asked.contains(step) || answers.contains { $0.isAnswer(to: step) }
      return wasAsked ? words.notAskedAgain(step) : words.neverAsked(step, asked: asked)
    }
  }

  /// That the link has an answer which it cannot give; nil if it has none.
  private func leftToPeople(_ prompt: Prompt) -> String? {
    guard let refused = prompt.refused, refused.code == .leftToPeople else { return nil }
    return OneLine.text(refused.message.text)
  }

  /// That an answer was given under a name much like that of the step without one; nil if none was.
  private func misspelling(of step: StepID) -> String? {
    let given = report.unusedAnswers.first {
      $0 != step.rawValue && Nearest.word(to: $0, among: [step.rawValue]) != nil
    }
    return given.map { words("run.misspelt", .string($0), .string(step.rawValue)) }
  }
}

extension PromptHold {
  /// What is held, in a word.
  fileprivate var code: String {
    if isStore { return "not-kept" }
    guard isCommit else { return "not-loaded" }
    if wasDone { return "done-unrecorded" }
    return mayHaveBeenDone ? "outcome-unknown" : "not-sent"
  }
}
