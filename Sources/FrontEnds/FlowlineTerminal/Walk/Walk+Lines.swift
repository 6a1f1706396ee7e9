import Flowline

/// Doing what a line asks for.
extension Walk {
  func take(_ event: LineEvent, at prompt: Prompt) {
    if case .line(let typed) = event, !prompt.isSensitive { echo(typed, at: prompt) }
    switch context(at: prompt).meaning(of: event) {
    case .answer(let text): take(answer: text, typed: event.typed, at: prompt)
    case .confirmation(let understood):
      submit(understood.answer, typed: understood.typed, at: prompt)
    case .secretToRepeat(let secret): askAgain(for: secret, at: prompt)
    case .path(let path, let size): take(path: path, atMost: size, typed: event.typed, at: prompt)
    case .command(let call): perform(call, at: prompt)
    case .fault(let fault, let typed):
      let refusal = words.refusal(of: fault, typed: typed)
      line.refuse(typed, for: refusal, at: prompt)
      refuse(refusal, typed: typed, at: prompt, isCommand: fault.isCommand)
    case .back(let typed):
      if goBack(from: prompt) {
        line.leave(typed, at: prompt)
      } else {
        line.keep(typed, at: prompt)
      }
    case .clear:
      line.clear()
      display.say(.note(words("interrupt.cleared")))
    case .acknowledgement: submit(.json(true), typed: "", at: prompt)
    case .pause: session.unload(for: .paused)
    case .cancel: cancelLevel(at: prompt)
    case .leave(let end): leave(WalkEnd(end, at: prompt))
    case .nothing: break
    }
  }

  /// What is known of a question's line.
  func context(at prompt: Prompt) -> LineContext {
    LineContext(
      prompt: prompt, line: line, isAttended: mode.isAttended, isKept: session.record != nil,
      isGone: feed.isGone)
  }

  /// Shows a line behind its question if nobody typed it at a keyboard, where it would be seen.
  func echo(_ typed: String, at prompt: Prompt, behind input: PromptText? = nil) {
    guard !mode.isAttended, mode.showsPrompts else { return }
    surface.message((input ?? renderer.input(for: prompt)).plainText + OneLine.text(typed))
  }

  private func take(answer text: String, typed: String, at prompt: Prompt) {
    let answer = Answer.text(text)
    if narrows(text, at: prompt) || asksBack(about: answer, typed: typed, at: prompt) { return }
    submit(answer, typed: typed, at: prompt)
  }

  /// Sends an answer to the flow.
  ///
  /// - Parameters:
  ///   - answer: the answer.
  ///   - typed: the line it came from.
  ///   - prompt: the question it is for.
  ///   - isAcknowledged: whether what there was to warn of has been seen.
  ///   - isGiven: whether it was given before its question was asked.
  func submit(
    _ answer: Answer, typed: String, at prompt: Prompt, acknowledging isAcknowledged: Bool = false,
    isGiven: Bool = false
  ) {
    if prompt.hold != nil { return resolve(answer, typed: typed, at: prompt) }
    line.submit()
    let before = controller.inspection.answers
    let isAcknowledged = isAcknowledged || mode.acceptsWarnings
    switch controller.answer(answer, to: prompt.presentation, acknowledging: isAcknowledged) {
    case .accepted, .queued: note(sent: answer, typed: typed, at: prompt, before: before)
    // The flow has it; the session is held, and asks what to do.
    case .refused(let refusal) where refusal.code == .notKept:
      note(sent: answer, typed: typed, at: prompt, before: before)
    case .refused(let refusal) where refusal.isWarning:
      warn(of: refusal, answer, typed: typed, at: prompt, isGiven: isGiven)
    case .refused(let refusal) where refusal.code == .stale:
      take(answer, typed: typed, toNewerThan: prompt, orFor: refusal)
    case .refused(let refusal): refuse(refusal, typed: typed, at: prompt)
    }
  }

  private func note(sent answer: Answer, typed: String, at prompt: Prompt, before: Int) {
    var isRecalled = false
    if answer.isTyped || prompt.kind.isPath, mode.isAttended, !feed.isFromFile {
      isRecalled = !typed.contains("\n")
    }
    line.send(
      SentLine(
        prompt: prompt, typed: prompt.isSensitive ? "" : typed, before: before,
        isRecalled: isRecalled))
  }

  /// Takes a line to its question if that has been put anew meanwhile.
  ///
  /// A person sees what it is about now first, with the line offered; a line that nobody has typed
  /// is sent there.
  private func take(
    _ answer: Answer, typed: String, toNewerThan prompt: Prompt, orFor refusal: Refusal
  ) {
    guard let newer = controller.prompt, newer.path == prompt.path,
      newer.presentation != prompt.presentation
    else { return refuse(refusal, typed: typed, at: prompt) }
    if mode.isAttended {
      line.carry(typed, from: prompt)
    } else {
      submit(answer, typed: typed, at: newer)
    }
  }

  /// Tells that a line was not taken, and keeps it for editing.
  ///
  /// Without anybody to ask again it is the end.
  ///
  /// - Parameters:
  ///   - refusal: why not.
  ///   - typed: the line.
  ///   - prompt: the question.
  ///   - isCommand: whether the line was a command rather than an answer.
  func refuse(_ refusal: Refusal, typed: String, at prompt: Prompt, isCommand: Bool = false) {
    defer { stopFeed() }
    guard mode.isAttended else {
      return leave(isCommand ? .refusedCommand(prompt, refusal) : .refused(prompt, refusal))
    }
    line.keep(typed, at: prompt)
    // The mark is under the answer, which a doubled colon has moved.
    let shift = typed.drop { $0 == " " || $0 == "\t" }.hasPrefix("::") ? 1 : 0
    var input: PromptText? = renderer.input(for: prompt)
    // Its end is right above, not its beginning.
    if case .longText = prompt.kind { input = nil }
    var refusal = refusal.shifted(by: shift)
    if !prompt.isSensitive, case .success(let call) = PromptCommand.read(typed, inside: true) {
      let name = PromptCommand.of(call.id)?.name(in: words.environment.language) ?? ""
      refusal = refusal.followed(by: words("command.meant", .string(":" + name)), words)
    }
    display.say(.refusal(refusal, typed: prompt.isSensitive ? "" : typed, input: input))
  }

  /// One back for the key and the command; false if it is refused.
  @discardableResult
  func goBack(from prompt: Prompt) -> Bool {
    guard case .refused(let refusal) = controller.back() else { return true }
    refuse(command: refusal, at: prompt)
    return false
  }

  /// Cancels the innermost flow.
  func cancelLevel(at prompt: Prompt) {
    let name = prompt.trail.dropLast().last ?? prompt.trail.last
    if case .refused(let refusal) = controller.cancel() {
      refuse(command: refusal, at: prompt)
    } else if mode.showsPrompts, prompt.trail.count > 2, session.outcome == nil {
      // The end of the root flow, which may have ended with this one, is told after the walk.
      display.note(words("level.left", .string(name?.line ?? "")))
    }
  }

  /// Cancels an open flow with all inside it.
  ///
  /// - Parameters:
  ///   - name: what it is called; of several flows of this name the innermost is meant.
  ///   - prompt: the question.
  func cancel(_ name: String, at prompt: Prompt) {
    let open = OpenFlows(controller.inspection)
    guard let flow = open.find(name) else {
      let names = open.names.joined(separator: ", ")
      let message = words("cancel.unknown", .string(OneLine.excerpt(name)), .string(names))
      let sentences = [message, words.suggestion(Nearest.word(to: name, among: open.names))]
      let text = sentences.compactMap { $0 }.joined(separator: " ")
      return refuse(command: Refusal("no-such-flow", Text(verbatim: text)), at: prompt)
    }
    if case .refused(let refusal) = controller.end(flow.number) {
      refuse(command: refusal, at: prompt)
    } else if mode.showsPrompts, flow.parent != nil, session.outcome == nil {
      display.note(words("level.left", .string(flow.title.line)))
    }
  }
}

extension LineEvent {
  /// The line that was typed; empty if none was.
  fileprivate var typed: String { if case .line(let text) = self { text } else { "" } }
}

extension Refusal {
  /// The same refusal about a text that has some characters more in front.
  fileprivate func shifted(by count: Int) -> Refusal {
    guard count > 0, let range else { return self }
    return Refusal(
      code, message, arguments: arguments,
      range: range.lowerBound + count..<range.upperBound + count, isWarning: isWarning)
  }
}
