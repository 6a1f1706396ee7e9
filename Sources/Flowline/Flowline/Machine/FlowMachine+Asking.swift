/// Asking questions and taking answers.
extension FlowMachine {
  /// What is to be done when a screen asks.
  enum Asking: Equatable {
    /// The journal has an answer: read it, and say how it fits.
    case recorded(JSONValue)
    /// Show the prompt. The draft is what was answered here before going back.
    case present(Int, draft: JSONValue?)
    /// Ask again when it is the strand's turn.
    case wait
    case hindered(Hindrance)
  }

  /// A screen asks its question.
  mutating func asked(by id: Frame.ID, _ outline: PromptOutline) -> Asking {
    if let hindrance = hindrance(for: id) { return .hindered(hindrance) }
    let index = frames.count - 1
    frames[index].isScreen = true
    if isMany, waitsForTurn(frames[index].step, at: max(0, index - 1)) { return .wait }
    if !isMany, let reason = takeRecordedCancel() { return .hindered(.leave(reason)) }
    let parent = frames[max(0, index - 1)].recordedRef
    let turned = isMany ? takeTurned() : nil
    if let entry = (turned ?? tape.take(.answer, for: frames[index].step, in: parent))?.entry {
      guard let answer = entry.payload.json, answer != Self.redacted else {
        return present(outline)
      }
      recordedAnswer = entry
      return .recorded(answer)
    }
    let step = frames[index].step
    if let answer = tape.takeInserted(step, in: parent) {
      recordedAnswer = JournalEntry(.answer, step, in: parent, .json(answer))
      return .recorded(answer)
    }
    endReplay(wanting: "answer \(step)")
    return present(outline)
  }

  /// The recorded answer was read and stands.
  mutating func recordedAnswerStands(_ outline: PromptOutline, isSkippedByBack: Bool) {
    guard var entry = recordedAnswer else { return }
    recordedAnswer = nil
    entry.frame = parentRef
    entry.outline = outline
    entry.isSkippedByBack = isSkippedByBack
    record(entry)
    answersStanding += 1
    carryOver()
  }

  /// The recorded answer is refused now: the flow has changed.
  mutating func recordedAnswerRefused(_ refusal: Refusal, _ outline: PromptOutline) -> Asking {
    let recorded = recordedAnswer?.payload.json
    recordedAnswer = nil
    let step = frames.last?.step ?? journal.head.flow
    diverge(
      at: tape.lastTaken.flatMap { tape.line(of: $0) },
      recorded: "answer \(step) \(recorded?.text ?? "")",
      wanting: "an answer that is not \(refusal.code.rawValue)", refused: refusal.code)
    return present(outline, draft: recorded)
  }

  mutating func present(_ outline: PromptOutline, draft: JSONValue? = nil) -> Asking {
    let presentation = presentationCount
    presentationCount += 1
    self.shown.insert(presentation)
    if isMany { presented(presentation) }
    state = .asking(presentation: presentation)
    if let step = frames.last?.step {
      journal.pending = PendingEntry(id: step, frame: parentRef, outline: outline)
    }
    tellAsked(presentation, outline)
    let draft = draft ?? (asides.drafts.isEmpty ? nil : asides.drafts[currentPath]?.first)
    return .present(presentation, draft: draft)
  }

  /// An answer was accepted.
  mutating func answered(_ recorded: JSONValue, isSkippedByBack: Bool) {
    guard case .asking(let presentation) = state, let pending = journal.pending.take() else {
      return
    }
    record(
      JournalEntry(
        .answer, pending.id, in: pending.frame, .json(recorded), outline: pending.outline,
        presentation: presentation, isSkippedByBack: isSkippedByBack))
    answersStanding += 1
    tellAnswered(recorded)
    if !asides.drafts.isEmpty {
      let path = currentPath
      asides.dropDraft(at: path)
    }
    carryOver()
    if isMany { forgetAsker(in: state) }
    state = .running
  }

  /// A question was answered before anybody was shown it.
  mutating func wasNeverShown(_ presentation: Int) {
    _ = shown.remove(presentation..<presentation + 1)
  }

  /// An answer was refused; the question stands.
  mutating func refused(_ text: JSONValue, _ code: Refusal.Code) {
    guard case .asking = state, let pending = journal.pending else { return }
    record(
      JournalEntry(
        .refuse, pending.id, in: pending.frame, .json([text, .string(code.rawValue)]),
        outline: pending.outline))
  }

  /// The page of a form was refused; the question stands.
  mutating func refusedPage(of form: FlowID, _ answers: JSONValue, _ code: Refusal.Code) {
    guard case .asking = state, let pending = journal.pending else { return }
    // The question that stands is told before what was tried with its form.
    if journal.entries.last?.verb != .refuse || journal.entries.last?.outline != nil {
      record(pending.entry)
    }
    record(
      JournalEntry(.refuse, form, in: pending.frame, .json([answers, .string(code.rawValue)])))
  }

  /// Whether an answer may be taken now; `presentation` is the prompt it is meant for.
  mutating func answerRefusal(for presentation: Int?) -> Refusal.Code? {
    if isMany { return turn(toAsker: presentation) ? nil : askingRefusal(presentation) }
    return switch state {
    case .asking(let current): presentation == nil || presentation == current ? nil : .stale
    case .working(let effect) where effect.kind == .check: .checking
    case .running, .working, .gathering, .waiting: .nothingAsked
    case .idle, .ended: .notRunning
    }
  }

  /// What a sensitive answer is in a journal.
  static let redacted: JSONValue = ["redacted": true]

  /// The flow that the innermost screen is asked by.
  private var parentRef: FrameRef {
    frames.count > 1 ? frames[frames.count - 2].ref : .root
  }
}

/// Where a replay ends.
extension FlowMachine {
  /// The flow wants something the journal does not have: from here on, it is live.
  mutating func endReplay(wanting wanted: @autoclosure () -> String) {
    guard !tape.isAtEnd else { return }
    if let (index, entry) = tape.nextInput {
      diverge(
        at: tape.line(of: index), recorded: "\(entry.verb.rawValue) \(entry.id)",
        wanting: wanted())
    } else {
      leaveTape()
    }
  }

  /// What is left of the journal feeds nothing any more.
  private mutating func leaveTape() {
    carry(tape.remarksLeft)
    change(tape: Tape())
  }

  /// The journal does not fit: what is left of it becomes drafts.
  mutating func diverge(
    at line: Int?, recorded: String, wanting wanted: String, refused: Refusal.Code? = nil
  ) {
    tellFit(tape.fates(below: journal.head.flow, refused: refused))
    if divergence == nil {
      divergence = Divergence(
        line: line, recorded: recorded, wanted: wanted, path: currentPath,
        kept: journal.entries.count { $0.verb == .answer && !$0.isUndone }, left: tape.inputsLeft)
      tellDiverged()
    }
    let told = asides.take(tape.left, of: journal.head.flow)
    carry(tape.remarksLeft + told)
    change(tape: Tape())
  }

  /// Says what became of what was recorded.
  mutating func tellFit(_ items: [JournalFit.Item]) {
    fit = JournalFit(
      flow: journal.head.flow, recorded: recordedVersion ?? journal.head.version,
      version: journal.head.version, items: items)
  }

  /// A recorded leaving that is next, carried out.
  mutating func takeRecordedCancel() -> CancelReason? {
    guard let (index, entry) = tape.nextInput, entry.verb == .cancel,
      let target = frames.lastIndex(where: {
        $0.step == entry.id && (entry.frame == .unknown || entry.frame == $0.recordedRef)
      })
    else { return nil }
    tape.take(at: index)
    let reason = entry.payload.json?.string.flatMap(CancelReason.init) ?? .user
    close(from: target, .cancelled(reason))
    recordCancel(of: target, reason)
    return reason
  }
}
