/// Putting questions and taking answers.
extension Engine {
  /// What is to be done when a screen asks.
  enum Asking: Hashable {
    /// The journal has an answer: read it, and say how it fits.
    case recorded(JournalEntry)
    /// It has none.
    case put(Put)
  }

  /// How a question is put that has no answer.
  enum Put: Hashable {
    /// The question waits for its answer. The draft is what was answered here before going back.
    case asked(WaitID, draft: JSONValue?)
    /// The same, and an answer was given for it beforehand.
    indirect case offered(WaitID, draft: JSONValue?, GivenAnswers.Entry)
    /// Ask again with the wait's turn.
    case wait(WaitID)
    case denied(Denial)
  }

  /// A screen asks its question.
  ///
  /// - Parameters:
  ///   - frame: the flow that asks.
  ///   - outline: what a script compares.
  ///   - isSensitive: whether the journal has a mark in place of the answer.
  ///   - isSpent: whether the mark will do.
  /// - Returns: what is to be done.
  mutating func asked(
    in frame: FrameID, _ outline: PromptOutline, isSensitive: Bool, isSpent: Bool = false
  ) -> Asking {
    if let denial = denial(for: frame) { return .put(.denied(denial)) }
    let branch = frame.branch
    let index = tree[branch].frames.count - 1
    tree[branch].frames[index].isLeaf = true
    if replay.isAtEnd { return .put(put(outline, isSensitive, in: branch)) }
    let step = tree[branch].frames[index].step
    let parent = recordedParent(of: index, in: branch)
    if tree.isForked {
      // Also if no input is left: the others first come as far as the journal has them.
      if !scheduling.hasTurn(branch) {
        return .put(.wait(waitForTurn(.answer, step, in: parent, nil, branch)))
      }
    } else if let reason = takeRecordedCancel(in: branch) {
      return .put(.denied(.leave(reason)))
    }
    if let entry = takeTurned(in: branch) ?? replay.take(.answer, for: step, in: parent) {
      if entry.payload.isMark, !isSpent { return .put(put(outline, isSensitive, in: branch)) }
      return .recorded(entry)
    }
    if let answer = replay.takeInserted(step, in: parent) {
      return .recorded(JournalEntry(.answer, step, in: parent, .json(answer)))
    }
    endReplay(wanting: "answer \(step)", in: branch)
    return .put(put(outline, isSensitive, in: branch))
  }

  /// The flow that runs a frame, in the journal that is being replayed.
  func recordedParent(of index: Int, in branch: BranchID) -> FrameRef {
    if index > 0 { return tree[branch].frames[index - 1].recordedRef }
    return branch == .trunk ? .root : tree[tree[branch].parent].frames.last?.recordedRef ?? .unknown
  }

  /// The recorded answer was read and stands.
  mutating func recordedAnswerStands(
    _ recorded: consuming JournalEntry, in branch: BranchID, _ outline: PromptOutline,
    isSkippedByBack: Bool
  ) {
    recorded.frame = tree.parentOfInnermost(in: branch)
    recorded.outline = outline
    recorded.isSkippedByBack = isSkippedByBack
    recordAnswer(recorded, in: branch)
    carryOver()
  }

  /// The recorded answer is refused now: the flow has changed.
  mutating func recordedAnswerRefused(
    _ recorded: JournalEntry, _ code: Refusal.Code, in branch: BranchID, _ outline: PromptOutline
  ) -> Put {
    let step = tree[branch].frames.last?.step ?? journal.head.flow
    diverge(
      at: replay.lastTaken.flatMap { replay.line(of: $0) },
      recorded: "answer \(step) \(recorded.payload.json?.text ?? "")",
      wanting: "an answer that is not \(code.rawValue)", refused: code, in: branch)
    return put(outline, false, in: branch, draft: recorded.payload.json)
  }

  /// Puts the question to the person.
  private mutating func put(
    _ outline: PromptOutline, _ isSensitive: Bool, in branch: BranchID, draft: JSONValue? = nil
  ) -> Put {
    let wait = nextWait(in: branch)
    tree.set(
      .asking(
        Asked(
          wait: wait, presentation: nextPresentation(in: branch),
          pending: PendingEntry(
            id: tree[branch].frames[tree[branch].frames.count - 1].step,
            frame: tree.parentOfInnermost(in: branch), outline: outline),
          isSensitive: isSensitive)), of: branch)
    if isObserved { tellAsked(in: branch) }
    let path = setAside.drafts.isEmpty && given.isEmpty ? nil : tree.path(of: branch)
    let draft = draft ?? path.flatMap { setAside.drafts[$0]?.first }
    // Among children at once what was given waits until nothing else can run, as any answer does.
    if !tree.isForked, !given.isEmpty, let path,
      let entry = takeGiven(at: path, isSensitive: isSensitive)
    {
      return .offered(wait, draft: draft, entry)
    }
    return .asked(wait, draft: draft)
  }

  // MARK: - Answers

  /// What a screen read in an answer.
  struct Reading: Hashable {
    /// The recorded form; nil if the screen refused the answer.
    var recorded: JSONValue?
    /// The answer as it came, if it is refused or checked; the mark if the screen is sensitive.
    var typed = JSONValue.null
    /// Why the screen refused it.
    var refusal: Refusal.Code?
    /// What the screen asks back about it.
    var warning: Refusal.Code?
    var isSkippedByBack = false
    /// The number of what was typed, if the screen is sensitive, in the shell's table.
    var secret: Int?
    /// Whether the answer is checked outside before it is taken.
    var isChecked = false
  }

  /// What became of an answer.
  enum Answered: Hashable {
    /// It stands: its body resumes with the typed value.
    case taken
    /// The screen's refusal, or its warning, counts; the question stands.
    case refused
    /// A script has it that a check refused it with this code: the question is put once more.
    case refusedByCheck(Refusal.Code)
    /// It is being checked.
    case checking(Effect)
    /// It cannot be taken now.
    case denied(Refusal.Code)
  }

  /// An answer was read.
  mutating func answered(_ wait: WaitID, _ reading: Reading, _ mode: AnswerMode) -> Answered {
    let branch = wait.branch
    guard case .asking(let asked) = tree[branch].state, asked.wait == wait else {
      return .denied(.stale)
    }
    let warning = reading.warning.flatMap { mode.passes($0) ? nil : $0 }
    if let code = reading.refusal ?? warning {
      refused(asked, reading.typed, code)
      return .refused
    }
    guard let recorded = reading.recorded else { return .denied(.wrongShape) }
    switch reading.isChecked ? verification(of: asked, mode) : .known {
    case .known:
      take(recorded, reading, for: asked)
      return .taken
    case .checking(let effect): return .checking(effect)
    case .refused(let code): return .refusedByCheck(code)
    }
  }

  /// An answer stands.
  mutating func take(_ recorded: JSONValue, _ reading: Reading, for asked: Asked) {
    let branch = asked.wait.branch
    let recorded = asked.isSensitive ? .redactionMark : recorded
    // A secret that is typed again stands where it stood.
    let isNew = replay.isAtEnd
    if let number = reading.secret {
      secrets.append(TypedSecret(path: tree.path(of: branch), number: number))
    }
    recordAnswer(
      JournalEntry(
        .answer, asked.pending.id, in: asked.pending.frame, .json(recorded),
        outline: asked.pending.outline, presentation: asked.presentation,
        isSkippedByBack: reading.isSkippedByBack), in: branch)
    if isObserved { tell(.answered(recorded), at: tree.path(of: branch)) }
    if isNew, !setAside.drafts.isEmpty { setAside.dropDraft(at: tree.path(of: branch)) }
    carryOver()
    tree.set(.running, of: branch)
  }

  /// Writes down that an answer was refused.
  mutating func refused(_ asked: Asked, _ typed: JSONValue, _ code: Refusal.Code) {
    let payload = refusal(of: typed, code)
    record(
      JournalEntry(
        .refuse, asked.pending.id, in: asked.pending.frame, payload,
        outline: asked.pending.outline), in: asked.wait.branch)
  }

  /// What the journal has of a refused answer; the room that is left for others shrinks by it.
  private mutating func refusal(of typed: JSONValue, _ code: Refusal.Code) -> Payload {
    let recorded = typed.recordedAsRefused(within: refusedRoom)
    refusedRoom -= recorded.writtenSize
    return .json([recorded, .string(code.rawValue)])
  }

  /// Writes down that the page of a form was refused; the question stands.
  mutating func refusedPage(
    of form: FlowID, _ answers: JSONValue, _ code: Refusal.Code, _ wait: WaitID
  ) {
    guard let asked = tree[wait.branch].asked else { return }
    // The question that stands is told before what was tried with its form.
    if journal.entries.last?.verb != .refuse || journal.entries.last?.outline != nil {
      append(asked.pending.entry)
    }
    let payload = refusal(of: answers, code)
    append(JournalEntry(.refuse, form, in: asked.pending.frame, payload))
  }

  /// Writes down that an answer was refused that the journal does not have: a secret, what a link said, or
  /// what a script has the mark for.
  mutating func refusedUnknown(_ wait: WaitID, _ code: Refusal.Code) {
    guard case .asking(let asked) = tree[wait.branch].state else { return }
    refused(asked, .redactionMark, code)
  }

  /// Which question an answer is for, or why it cannot be taken.
  ///
  /// - Parameter presentation: the prompt it is meant for; nil for the one that a person sees.
  /// - Returns: the question, or the code of the refusal.
  func asker(of presentation: Int?) -> Result<Asked, Refusal.Code> {
    if let code = phase.answerRefusal(isHeldBack: isHeldBack) { return .failure(code) }
    return tree.waitForAnswer(to: presentation).flatMap { wait in
      tree[wait.branch].asked.map { .success($0) } ?? .failure(.nothingAsked)
    }
  }
}

extension Engine.Phase {
  /// Why no answer can be taken now, whatever is asked.
  @inline(__always)
  func answerRefusal(isHeldBack: Bool) -> Refusal.Code? {
    isHeldBack ? .notKept : self != .running ? .notRunning : nil
  }
}

extension BranchTree {
  /// What waits for an answer that is given, or why it cannot be taken.
  @inline(__always)
  func waitForAnswer(to presentation: Int?) -> Result<WaitID, Refusal.Code> {
    isForked
      ? waitForAnswer(to: presentation, in: presentation.flatMap { askers[$0] } ?? foreground)
      : Self.waitForAnswer(to: presentation, trunk.state, isForked: false)
  }

  private func waitForAnswer(
    to presentation: Int?, in branch: BranchID
  ) -> Result<WaitID, Refusal.Code> {
    Self.waitForAnswer(to: presentation, self[branch].state, isForked: true)
  }

  private static func waitForAnswer(
    to presentation: Int?, _ state: Branch.State, isForked: Bool
  ) -> Result<WaitID, Refusal.Code> {
    switch state {
    case .asking(let asked):
      presentation == nil || presentation == asked.presentation
        ? .success(asked.wait) : .failure(.stale)
    case .checking(let asked, _):
      .failure(
        !isForked || presentation == nil || presentation == asked.presentation
          ? .checking : .nothingAsked)
    default: .failure(.nothingAsked)
    }
  }
}
