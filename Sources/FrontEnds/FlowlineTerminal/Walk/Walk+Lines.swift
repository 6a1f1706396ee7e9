import Flowline

/// What becomes of a line.
extension Walk {
  func take(_ event: LineEvent, at prompt: Prompt) {
    switch event {
    case .line(let text): take(line: text, at: prompt)
    case .back(let text):
      if goBack(from: prompt) {
        line.leave(text, at: prompt)
      } else {
        line.keep(text, at: prompt)
      }
    case .interrupted(let text): interrupt(text)
    case .endOfInput: endOfInput(at: prompt)
    case .terminated(let signal, _): leave(.signalled(signal))
    case .invalidInput(let line, let offset):
      let message = words("input.not-utf8", .string(String(line)), .string(String(offset)))
      refuse(line: Refusal("not-utf8", Text(verbatim: message)), typed: "", at: prompt)
    case .tooLong(let limit, let text):
      let message = words("input.too-long", .integer(limit))
      refuse(line: Refusal(.tooLong, Text(verbatim: message)), typed: text, at: prompt)
    case .woken: break
    }
  }

  private func take(line typed: String, at prompt: Prompt) {
    if !manner.isAttended, manner.showsPrompts, !prompt.isSensitive {
      surface.message(renderer.input(for: prompt).plainText + OneLine.text(typed))
    }
    if let command = commandBehindOffer(in: typed, at: prompt) {
      return refuse(
        command: words("command.behind", .string(command)), typed: typed, at: prompt)
    }
    switch PromptLine(typed) {
    case .answer(let text): take(answer: text, typed: typed, at: prompt)
    case .command(let call): perform(call, at: prompt)
    // A secret that looks like a wrong command must not be shown as one.
    case .faulty where prompt.isSensitive: take(answer: typed, typed: typed, at: prompt)
    case .faulty(.unknown(let name, let nearest)):
      let escape = words("command.escape", .string(":" + typed.trimmingSpaces.prefix(20)))
      let message = words(PromptCommand.Fault.unknown(name, nearest: nearest)) + " " + escape
      refuse(command: message, typed: typed, at: prompt)
    case .faulty(let fault): refuse(command: words(fault), typed: typed, at: prompt)
    }
  }

  /// A command that was typed behind the text that was offered for editing: whoever is refused and
  /// types `:cancel` has it at the end of that text.
  ///
  /// It is neither done nor taken for an answer, unless the same line comes again.
  private func commandBehindOffer(in line: String, at prompt: Prompt) -> String? {
    guard manner.isAttended, !prompt.isSensitive, let offered = self.line.kept ?? prompt.draft,
      !offered.isEmpty, line.hasPrefix(offered)
    else { return nil }
    let rest = String(line.dropFirst(offered.count)).trimmingSpaces
    guard rest.hasPrefix(":"), case .command = PromptLine(rest) else { return nil }
    return rest
  }

  private func refuse(command message: String, typed: String, at prompt: Prompt) {
    refuse(line: Refusal("not-a-command", Text(verbatim: message)), typed: typed, at: prompt)
  }

  private func take(answer text: String, typed: String, at prompt: Prompt) {
    if prompt.isSensitive, asksTwice(at: prompt) {
      return takeSecret(text, at: prompt)
    }
    if case .file(_, let size) = prompt.kind, takesFile(at: text, size, typed: typed, at: prompt) {
      return
    }
    let answer = Answer.text(text)
    if let confirmed = line.takeConfirmed(by: text) {
      return submit(confirmed.answer, typed: confirmed.typed, at: prompt)
    }
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
    let isAcknowledged = isAcknowledged || manner.acceptsWarnings
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
    if answer.isTyped || prompt.kind.isPath, manner.isAttended, !feed.isFromFile {
      isRecalled = !typed.contains("\n")
    }
    line.send(
      SentLine(
        prompt: prompt, typed: prompt.isSensitive ? "" : typed, before: before,
        isRecalled: isRecalled))
  }

  /// Takes a line to its question where that has been put anew meanwhile.
  ///
  /// Somebody sees what it is about now first, with the line offered; a line that nobody has typed
  /// is sent there.
  private func take(
    _ answer: Answer, typed: String, toNewerThan prompt: Prompt, orFor refusal: Refusal
  ) {
    guard let newer = controller.prompt, newer.path == prompt.path,
      newer.presentation != prompt.presentation
    else { return refuse(refusal, typed: typed, at: prompt) }
    if manner.isAttended {
      line.carry(typed, from: prompt)
    } else {
      submit(answer, typed: typed, at: newer)
    }
  }

  /// Tells that a line was not taken that never came to the flow.
  private func refuse(line refusal: Refusal, typed: String, at prompt: Prompt) {
    line.refuse(typed, for: refusal, at: prompt)
    refuse(refusal, typed: typed, at: prompt)
  }

  /// Tells that a line was not taken, and keeps it for editing.
  ///
  /// Without anybody to ask again it is the end.
  func refuse(_ refusal: Refusal, typed: String, at prompt: Prompt) {
    defer { stopFeed() }
    guard manner.isAttended else { return leave(.refused(prompt, refusal)) }
    line.keep(typed, at: prompt)
    // The mark stands under the answer, which a doubled colon has moved.
    let shift = typed.drop { $0 == " " || $0 == "\t" }.hasPrefix("::") ? 1 : 0
    var input: PromptText? = renderer.input(for: prompt)
    // Its end stands right above, not its beginning.
    if case .longText = prompt.kind { input = nil }
    say(
      .refusal(
        refusal.shifted(by: shift), typed: prompt.isSensitive ? "" : typed, input: input))
  }

  /// Says something below the line until something else is typed, or where nothing is drawn over, in
  /// lines of its own.
  func say(_ notice: Notice) {
    if screen.draws {
      self.notice = notice
    } else {
      surface.show(notice.lines(renderer))
    }
  }

  /// One back for the key and the command; false if it is refused.
  @discardableResult
  func goBack(from prompt: Prompt) -> Bool {
    guard case .refused(let refusal) = controller.back() else { return true }
    if manner.isAttended {
      show(refusal: refusal)
    } else {
      leave(.refused(prompt, refusal))
    }
    return false
  }

  /// Leaves the innermost flow.
  func cancelLevel(at prompt: Prompt) {
    let name = prompt.trail.dropLast().last ?? prompt.trail.last
    if case .refused(let refusal) = controller.cancel() {
      show(refusal: refusal)
    } else if manner.showsPrompts, prompt.trail.count > 2 {
      // The end of the root flow is told by whoever runs the walk.
      surface.show(renderer.note(words("level.left", .string(name?.line ?? ""))))
    }
  }

  private func interrupt(_ text: String) {
    guard manner.isAttended else { return leave(.interrupted) }
    if text.isEmpty { return leave(.interrupted) }
    line.clear()
    say(.note(words("interrupt.cleared")))
  }

  private func endOfInput(at prompt: Prompt) {
    guard manner.isAttended else {
      // A page asks for nothing that could be missing.
      if prompt.kind == .review { return submit(.json(true), typed: "", at: prompt) }
      return leave(.missing(prompt))
    }
    if feed.isGone { return leave(.gone) }
    // What was answered is kept where it can be.
    if record != nil { return pause() }
    cancelLevel(at: prompt)
  }
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
