import Flowline
import FoundationEssentials

/// How a walk ended and what is kept of it, in the language that its session spoke last.
///
/// That may not be the prompt's own: the words about a walk are those of the walk's report.
extension Repl {
  /// Tells how a walk ended and what is kept of it; returns the program's end if it was that, too.
  ///
  /// - Parameters:
  ///   - report: how the walk ended.
  ///   - name: what people call the flow, in a language.
  func end(_ report: WalkReport, of name: (Words) -> String) -> End? {
    let title = name(report.words)
    completeFailure(of: report, titled: title)
    let end = programEnd(after: report)
    // The program tells it.
    if case .stopped? = end { return end }
    tell(report, of: title, returnsToShell: end != nil)
    return end
  }

  /// The end of the program that a walk's end is; nil if the prompt comes next.
  private func programEnd(after report: WalkReport) -> End? {
    switch report.end {
    case .missing, .refused, .refusedCommand, .held, .waiting, .timedOut: .stopped(report)
    case .quit: .left
    case .signalled(let signal): .signalled(signal)
    case .gone: .gone
    case .interrupted: mode.isAttended ? nil : .interrupted
    case .ended, .paused, .undelivered, .notStarted, .recordFailed: nil
    }
  }

  private func tell(_ report: WalkReport, of title: String, returnsToShell: Bool) {
    let words = report.words
    let isKept = library?.keeps(report) ?? false
    var wasTold = true
    switch (report.end, report.outcome) {
    case (.notStarted(let refusal), _):
      surface.show(renderer(words).lines(for: refusal))
      stop(for: .usage)
    case (_, .failed(let failure)?):
      tell(.failed(failure), of: title, in: words)
      stop(for: .failed)
    case (.ended, let outcome?): wasTold = tell(outcome, report.resultText, of: title, in: words)
    // What is kept is not over.
    case (_, let outcome) where !isKept:
      tell(outcome?.asLeft ?? .cancelled(.dismissed), of: title, in: words)
    default: break
    }
    guard let session = report.session else { return }
    if isKept {
      tellOfKept(
        session, title, isWhole: !report.hasUnsaved, inShell: returnsToShell, in: words)
    } else if wasTold {
      library?.removeReported(session)
    } else {
      tellOfKeptResult(of: session, in: words)
    }
  }

  /// Shows how a flow ended.
  ///
  /// - Parameters:
  ///   - outcome: how it ended.
  ///   - result: what its result means to a person; nil if the flow does not say.
  ///   - title: what people call the flow.
  ///   - words: the language.
  /// - Returns: whether its result could be written.
  @discardableResult
  func tell(
    _ outcome: Outcome<JSONValue>, _ result: String? = nil, of title: String, in words: Words
  ) -> Bool {
    let texts = OutcomeText(renderer: renderer(words))
    surface.show(texts.lines(for: outcome, of: title))
    guard let result = result ?? texts.summary(of: outcome) else { return true }
    do throws(OutputFailure) {
      try surface.tellResult(result)
      return true
    } catch {
      let reason = words.reason(of: error.code)
      surface.show(renderer(words).error(words("outcome.not-written", .string(reason))))
      stop(for: .failed)
      return false
    }
  }

  /// Tells what is saved of a session that was left, and how it is resumed.
  private func tellOfKept(
    _ session: UUID, _ title: String, isWhole: Bool, inShell: Bool, in words: Words
  ) {
    let key = isWhole ? "session.kept" : "session.kept-partly"
    let state = words(key, .string(title))
    let command = resumeCommand(of: session, inShell: inShell, in: words)
    let next = words("session.to-resume", .string(command))
    // A command of the shell's is copied from here: it is not broken if it can have a line of its own.
    let notes = inShell ? [state, next] : ["\(state) \(next)"]
    surface.show(notes.flatMap(renderer(words).note))
  }

  /// Says how a result is seen that could not be written.
  private func tellOfKeptResult(of session: UUID, in words: Words) {
    guard library != nil else { return }
    // A line that was not done ends the program if nobody is at a terminal.
    let command = resumeCommand(of: session, inShell: !mode.isAttended, in: words)
    surface.show(renderer(words).note(words("session.result-kept", .string(command))))
  }

  /// What is typed to resume a session.
  ///
  /// - Parameters:
  ///   - session: the session.
  ///   - inShell: whether it is typed in the shell, since the program is about to end.
  ///   - words: the language.
  /// - Returns: the command; the prompt's own without an id if it resumes this session by itself.
  private func resumeCommand(of session: UUID, inShell: Bool, in words: Words) -> String {
    let id = library?.shortID(of: session) ?? ""
    guard !inShell else { return shellCommand(id) }
    let word = PromptCommand.of(.resume)?.name(in: words.environment.language) ?? ""
    return library?.lastUnfinished(in: world)?.id == session ? word : "\(word) \(id)"
  }
}

extension Outcome {
  /// A stop as what it was to the person: the flow was left.
  fileprivate var asLeft: Outcome {
    if case .cancelled(.terminated) = self { .cancelled(.dismissed) } else { self }
  }
}
