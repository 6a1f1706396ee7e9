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

  /// Notes which of the answers that are looked for say what the journal has.
  @inline(never)
  private func recognize<Asked: Screen>(
    _ recorded: JSONValue, of screen: Asked, in frame: FrameID
  ) {
    let path = engine.tree.path(of: frame.branch).ids
    for given in recognition?.sought ?? []
    where !given.path.isEmpty && path.suffix(given.path.count) == given.path[...] {
      guard case .success(let read) = screen.read(screen.effective(given.answer), in: environment),
        forms.guarded(read.recorded) == recorded
      else { continue }
      recognition?.found.append(given)
    }
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

  // MARK: - Answers

  /// Answers the prompt that waits.
  func answer(
    _ answer: Answer, _ manner: Engine.Manner, to presentation: Int?
  ) -> FlowController.Reception {
    if let reception = answerHold(answer, to: presentation) { return reception }
    // Fields are looked at in place; a query of the engine's is called on a copy of the whole.
    if engine.keeping.isOn || engine.phase != .running, let code = engine.answerRefusal {
      return refuse(code, .answer(nil))
    }
    switch engine.tree.waitForAnswer(to: presentation) {
    case .failure(let code): return refuse(code, .answer(nil))
    case .success(let wait):
      guard let question = waits.question(wait) else {
        return refuse(.nothingAsked, .answer(nil))
      }
      return self.answer(question, at: wait, answer, manner)
    }
  }

  /// Reads an answer and has the engine decide what becomes of it.
  func answer(
    _ question: any OpenQuestion, at wait: WaitID, _ answer: Answer, _ manner: Engine.Manner
  ) -> FlowController.Reception {
    switch question.take(question, answer, manner, wait, self) {
    case .taken, .checking: return .accepted
    case .refused(let refusal):
      question.history.refused = WaitingQuestion.Refused(answer: answer, refusal: refusal)
      return tell(refusal, of: answer, to: question, at: wait.branch)
    case .refusedByCheck(let code):
      let refusal = Refusal(code, Text(verbatim: code.rawValue))
      let typed = typed(answer, at: question)
      refuse(question, at: wait, answer, typed, by: refusal)
      return .refused(refusal)
    case .denied(let code): return refuse(code, .answer(nil))
    }
  }

  /// The answer as it came, as a refusal records it; the mark if the question hides what it refuses.
  func typed(_ answer: Answer, at question: WaitingQuestion) -> JSONValue {
    question.hidesRefused ? .redactionMark : forms.guarded(answer.recordedText)
  }

  /// Tells observers that an answer was refused.
  @discardableResult
  func tell(
    _ refusal: Refusal, of answer: Answer, to question: any OpenQuestion, at branch: BranchID
  ) -> FlowController.Reception {
    if engine.isObserved {
      // Not by a conditional expression: `nil` would be JSON's null there.
      var told: JSONValue?
      if !question.hidesRefused { told = forms.guarded(answer.recordedText) }
      engine.tell(.refused(refusal, .answer(told)), at: engine.tree.path(of: branch))
    }
    return .refused(refusal)
  }

  /// Answers a question with what was given for it beforehand; a refusal stays with the question.
  ///
  /// Returns whether it was taken.
  private func offer(
    _ entry: GivenAnswers.Entry, to question: any OpenQuestion, at wait: WaitID
  ) -> Bool {
    guard entry.fits(fingerprint(of: question.screen, at: question.place)),
      let given = answer(of: entry)
    else {
      return false
    }
    if engine.isLeftOut(entry, at: engine.tree.path(of: wait.branch)) {
      leave(question, toPeopleAt: wait, given)
      return false
    }
    // A path, which a front end on the person's machine may read; nobody else knows what it means.
    if question.outline.isFile, case .text = given, !given.isNothing { return false }
    let presentation = engine.tree[wait.branch].asked?.presentation
    switch question.take(question, given, entry.manner, wait, self) {
    case .taken:
      wasNeverShown(presentation)
      return true
    case .refused(let refusal):
      question.history.refusedBefore = WaitingQuestion.Refused(answer: given, refusal: refusal)
      tell(refusal, of: given, to: question, at: wait.branch)
    case .checking: wasNeverShown(presentation)
    case .refusedByCheck, .denied: break
    }
    return false
  }

  /// A question is asked although an answer was given for it, which somebody else may have made.
  ///
  /// The journal has a mark in place of the answer: nobody gave it here.
  private func leave(_ question: any OpenQuestion, toPeopleAt wait: WaitID, _ given: Answer) {
    let refusal = Refusal.make(.leftToPeople)
    engine.refusedUnknown(wait, refusal.code)
    // What a link says is not offered: the person is to decide without it.
    question.history.refusedBefore = WaitingQuestion.Refused(answer: nil, refusal: refusal)
    tell(refusal, of: given, to: question, at: wait.branch)
  }

  /// A question was answered before anybody was shown it.
  private func wasNeverShown(_ presentation: Int?) {
    if let presentation { shown.remove(presentation..<presentation + 1) }
  }

  /// Offers a question that waits what was given for it.
  ///
  /// Returns whether it was taken.
  @discardableResult
  func offer(_ entry: GivenAnswers.Entry, at wait: WaitID) -> Bool {
    guard let question = waits.question(wait) else { return false }
    return offer(entry, to: question, at: wait)
  }

  /// The answer that was given, secrets from the table.
  private func answer(of entry: GivenAnswers.Entry) -> Answer? {
    switch entry.content {
    case .answer(let answer): answer
    case .secret(let number): forms.secret(number).map { .json($0) }
    case .nothing: nil
    }
  }

  /// Takes in answers given beforehand; the question that is asked now takes its own at once.
  func give(_ answers: [GivenAnswer]) -> FlowController.Reception {
    if let code = engine.gave(answers) { return refuse(code, .give) }
    guard !engine.tree.isForked, case .asking(let asked) = engine.tree.trunk.state,
      let entry = engine.takeGiven(for: asked.wait)
    else { return .accepted }
    if offer(entry, at: asked.wait) { return .accepted }
    let refused = waits.question(asked.wait)?.history.refused
    return refused.map { .refused($0.refusal) } ?? .accepted
  }

  // MARK: - Comparing questions

  /// What a question looks like to a person, as a number that holds for this process.
  ///
  /// What is said beside its options is not part of it: an amount that an option comes to follows from another
  /// answer, and the same option is meant.
  func fingerprint(of screen: any Screen, at place: TextPlace?) -> Int {
    // In whatever language it is put: it is the same question.
    let environment = engine.journal.head.environment.at(place)
    var hasher = Hasher()
    hasher.combine(screen.kind(in: environment).withoutDetails)
    hasher.combine(screen.question.text.resolved(in: environment))
    hasher.combine(screen.page(in: environment))
    hasher.combine(screen.defaultAnswer?.text)
    hasher.combine(screen.question.offeredAnswer?.text)
    return hasher.finalize()
  }
}

extension PromptKind {
  /// The kind without what is said beside its options, such as balances; of options with the same label that
  /// says which is which.
  fileprivate var withoutDetails: PromptKind {
    switch self {
    case .choice(let choices): .choice(choices.identities)
    case .choices(let choices, let count): .choices(choices.identities, count: count)
    default: self
    }
  }
}

extension [Choice] {
  /// What tells the options apart: without their details, unless labels are the same.
  fileprivate var identities: [Choice] {
    guard Set(map(\.label)).count == count else { return self }
    return map { Choice(key: $0.key, label: $0.label) }
  }
}

extension Screen {
  /// Nothing typed means the default, if there is one.
  func effective(_ answer: Answer) -> Answer {
    guard let standard = defaultAnswer, case .text(let text) = answer,
      text.allSatisfy(\.isWhitespace)
    else { return answer }
    return .json(standard)
  }
}

extension Answer {
  /// The answer as it is shown once more: text as typed, anything else as JSON.
  var shownText: String {
    switch self {
    case .text(let text): text
    case .json(let json): json.string ?? json.text
    }
  }

  /// The answer as a refusal records it: as it came.
  var recordedText: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .json(let json): json
    }
  }
}

extension Refusal {
  /// The refusal with its place counted in the text as it was typed: screens read a text without
  /// the spaces around it.
  func moved(into answer: Answer) -> Refusal {
    guard let range, case .text(let text) = answer else { return self }
    let margin = text.prefix { $0.isWhitespace }.count
    return Refusal(
      code, message, arguments: arguments,
      range: range.lowerBound + margin..<range.upperBound + margin, isWarning: isWarning)
  }
}
