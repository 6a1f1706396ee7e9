// An asynchronous function keeps all its temporaries in its frame, and a suspended flow keeps its
// frames. So what need not wait is done by functions of its own, which are never inlined.

extension Session {
  /// Asks a screen's question, unless the journal has the answer.
  @inline(__always)
  nonisolated(nonsending) func ask<Asked: Screen>(
    _ screen: Asked, _ frame: FrameID,
    checking check: TypedQuestion<Asked>.Check? = nil
  ) async throws -> Asked.Output {
    let posed = pose(screen, frame, check)
    if case .output(let output) = posed { return output }
    return try await withUnsafeThrowingContinuation { posed.wait($0) }
  }

  enum Posed<Asked: Screen> {
    /// The journal, or somebody beforehand, has the answer.
    case output(Asked.Output)
    case waits(TypedQuestion<Asked>)
    case denied(Denial)
    /// The question is wrong in itself: nothing is asked.
    case faulty(any Error)

    /// A body waits, or unwinds.
    @inline(never)
    func wait(_ body: UnsafeContinuation<Asked.Output, any Error>) {
      switch self {
      case .output(let output): body.resume(returning: output)
      case .waits(let question): question.body = body
      case .denied(let denial): body.resume(with: denial)
      case .faulty(let fault): body.resume(throwing: fault)
      }
    }
  }

  @inline(never)
  private func pose<Asked: Screen>(
    _ screen: Asked, _ frame: FrameID, _ check: TypedQuestion<Asked>.Check?
  ) -> Posed<Asked> {
    if screen.question.id.rawValue.isEmpty {
      return engine.denial(for: frame).map { .denied($0) } ?? .faulty(FlowMisuse.emptyID)
    }
    let environment = environment
    let outline = screen.outline(in: environment)
    if let fault = screen.fault(in: environment), engine.failsFlow(asking: outline, in: frame) {
      return .faulty(fault)
    }
    let isSensitive = screen.question.isSensitive
    return pose(screen, frame, outline, isSensitive: isSensitive) {
      TypedQuestion(
        screen, frame, outline, isSensitive: isSensitive,
        at: engine.tree.placeOfInnermost(in: frame.branch), check)
    }
  }

  /// Notes what is odd about a question that is put, for the author of its flow.
  @inline(never)
  private func noteOddities<Asked: Screen>(
    of screen: Asked, _ outline: PromptOutline, in branch: BranchID
  ) {
    guard survey == nil else { return }
    let environment = environment
    if let fault = screen.fault(in: environment) {
      let message = "\(fault) It is asked all the same, so that nothing that was answered is lost."
      note(ScreenOddity(code: .unanswerable, message: message), in: branch)
    }
    if outline.choices?.contains("") ?? false {
      let message = "an option has an empty key, by which nothing can choose it: give it a key"
      note(ScreenOddity(code: .emptyOption, message: message), in: branch)
    }
    let question = screen.question
    // What follows is an author's code, or encodes values: once for each step is enough.
    guard question.oddity != nil || question.defaultAnswer != nil || screen.defaultAnswer != nil,
      examined.insert(question.id).inserted
    else { return }
    if let oddity = question.oddity?() { note(oddity, in: branch) }
    // What a form refuses may be what its fields are together.
    guard let standard = screen.defaultAnswer, !(screen is any FormField),
      case .failure(let refusal) = screen.read(.json(standard), in: environment)
    else { return }
    let message =
      "the question refuses its own default (\(refusal.code.rawValue)), so Enter does not answer it: "
      + "offer a default that it takes, or none"
    note(ScreenOddity(code: .refusedDefault, message: message), in: branch)
  }

  @inline(never)
  private func note(_ oddity: ScreenOddity, in branch: BranchID) {
    engine.noteOnce(oddity.code, at: engine.tree.path(of: branch), oddity.message)
  }

  /// Puts a question, unless there is an answer or its flow is to end.
  ///
  /// - Parameters:
  ///   - screen: what is asked.
  ///   - frame: the flow that asks.
  ///   - outline: what a script compares.
  ///   - isSensitive: whether the answer is kept out of the journal.
  ///   - waiting: makes what waits for the answer, if something must.
  /// - Returns: the answer if there is one, or the wait for it.
  @inline(__always)
  func pose<Asked: Screen>(
    _ screen: Asked, _ frame: FrameID, _ outline: PromptOutline, isSensitive: Bool,
    as waiting: () -> TypedQuestion<Asked>
  ) -> Posed<Asked> {
    let spent = isSensitive ? Asked.Output.self as? any SpentOutput.Type : nil
    switch engine.asked(
      in: frame, outline, isSensitive: isSensitive, isSpent: spent != nil)
    {
    case .put(let put): return posed(put, waiting)
    case .recorded(let entry):
      if entry.payload.isMark, let output = spent?.spent as? Asked.Output {
        engine.recordedAnswerStands(
          entry, in: frame.branch, outline, isSkippedByBack: screen.question.isSkippedByBack)
        return .output(output)
      }
      let recorded = forms.json(of: entry.payload) ?? .null
      switch screen.read(.json(recorded), in: environment) {
      case .success(let accepted):
        if recognition != nil { recognize(recorded, of: screen, in: frame) }
        let asked =
          survey == nil
          ? nil
          : surveyQuestion(screen, at: engine.tree[frame: frame]?.place, in: frame.branch)
        engine.recordedAnswerStands(
          entry, in: frame.branch, outline, isSkippedByBack: screen.question.isSkippedByBack)
        if let asked { note(asked, of: screen, .answer(.json(recorded)), accepted.value) }
        return .output(accepted.value)
      case .failure(let refusal):
        let put = engine.recordedAnswerRefused(entry, refusal.code, in: frame.branch, outline)
        tellRefused(recorded, refusal.code, by: screen, in: frame.branch)
        return posed(put, waiting)
      }
    }
  }

  /// Writes down that a question that nothing can answer by now refused its recorded answer, so that it is put
  /// as well when the session is rebuilt once more.
  @inline(never)
  private func tellRefused(
    _ recorded: JSONValue, _ code: Refusal.Code, by screen: some Screen, in branch: BranchID
  ) {
    guard screen.fault(in: environment) != nil, let asked = engine.tree[branch].asked else {
      return
    }
    engine.refused(asked, screen.question.hidesRefused ? .redactionMark : recorded, code)
  }

  /// Has a question wait that the journal has no answer for.
  @inline(__always)
  private func posed<Asked: Screen>(
    _ put: Engine.Put, _ waiting: () -> TypedQuestion<Asked>
  ) -> Posed<Asked> {
    switch put {
    case .asked(let wait, let draft):
      let question = waiting()
      install(question, wait, draft)
      noteOddities(of: question.asked, question.outline, in: wait.branch)
      return .waits(question)
    case .offered(let wait, let draft, let entry):
      let question = waiting()
      install(question, wait, draft)
      noteOddities(of: question.asked, question.outline, in: wait.branch)
      return takeOffered(entry, by: question, at: wait).map { .output($0) } ?? .waits(question)
    case .wait(let wait):
      let question = waiting()
      waits[wait] = question
      return .waits(question)
    case .denied(let denial): return .denied(denial)
    }
  }

  /// The value of an answer that was given beforehand, if it is taken at once.
  private func takeOffered<Asked: Screen>(
    _ entry: GivenAnswers.Entry, by question: TypedQuestion<Asked>, at wait: WaitID
  ) -> Asked.Output? {
    let asked = surveyQuestion(question.asked, at: question.place, in: wait.branch)
    guard offer(entry, to: question, at: wait), let value = question.takeValue() else { return nil }
    if let asked { note(asked, of: question.asked, entry.content, value) }
    return value
  }

  private func install(_ question: WaitingQuestion, _ wait: WaitID, _ draft: JSONValue?) {
    if let draft { question.history.draft = draft }
    waits[wait] = question
    if let presentation = engine.tree[wait.branch].asked?.presentation {
      shown.insert(presentation)
      if !places.isEmpty { note(presentation, in: wait.branch) }
    }
  }
}
