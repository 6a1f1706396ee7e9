import Flowline

/// Asking a question: showing it, and reading what comes of it.
extension Walk {
  func ask(_ prompt: Prompt) {
    let isNew = question.presentation != prompt.presentation
    let givenBack = isNew ? lineGivenBack(at: prompt) : nil
    if isNew { question.release() }
    if isNew, givenBack == nil { settle() }
    if leadsOn(at: prompt) { return }
    if isNew {
      // If the line comes back, the question's words are still on the screen.
      if let givenBack { adopt(prompt, with: givenBack) } else { show(prompt) }
      if let refused = prompt.refused { return tell(refused, typed: givenBack?.typed, at: prompt) }
    }
    if submitGivenSecret(at: prompt) || submitGivenFile(at: prompt) { return }
    if case .longText = prompt.kind, !prompt.isSensitive { return askForText(prompt) }
    if let event = read(request(for: prompt), isHidden: prompt.isSensitive, at: prompt) {
      take(event, at: prompt)
    }
  }

  /// Shows a question, and makes it the one that is asked.
  func show(_ prompt: Prompt) {
    let isFirst = question.presentation == nil
    adopt(prompt)
    cast.marked(prompt)
    tellPlaces(of: prompt)
    display.show(prompt, isFirst: isFirst)
  }

  /// Makes a prompt the one that is asked, with the line that was typed if that comes back.
  private func adopt(_ prompt: Prompt, with givenBack: SentLine? = nil) {
    question.show(prompt.presentation, answers: controller.journal.answers)
    if let givenBack {
      line.begin(at: prompt, with: givenBack)
    } else {
      line.begin(at: prompt)
    }
    asked.ask(prompt)
  }

  /// Reads a line.
  ///
  /// A question that is put anew meanwhile ends the reading; what was typed is carried there.
  ///
  /// - Returns: what came of it; nil if the time was up, which leaves the flow.
  func read(_ request: LineRequest, isHidden: Bool = false, at prompt: Prompt) -> LineEvent? {
    var request = request
    let alarm = surface.settings.timeout(from: mode).map { Alarm(after: $0, wake: wake) }
    defer { alarm?.cancel() }
    session.presenter.await(true)
    defer { session.presenter.await(false) }
    while true {
      guard isAsked(prompt) else {
        if !request.initialText.isEmpty { line.carry(request.initialText, from: prompt) }
        return .woken(text: request.initialText)
      }
      let event = isHidden ? feed.readHiddenLine(request) : feed.readLine(request)
      switch event {
      case .woken(let text): request.initialText = text
      case .unlocked(let text):
        request.initialText = text
        // What was not drawn with the line is gone from the window.
        if !display.draws { display.append(prompt, isFirst: false) }
      default:
        display.forgetNotice()
        return event
      }
      if alarm?.hasRung == true {
        leave(.timedOut(prompt))
        return nil
      }
    }
  }

  /// Whether a prompt still waits for its answer.
  private func isAsked(_ prompt: Prompt) -> Bool {
    controller.prompts.contains { $0.presentation == prompt.presentation }
  }
}

extension Walk {
  /// A request for the line that answers a question.
  func request(for prompt: Prompt) -> LineRequest {
    var request = display.request(at: prompt)
    request.searchLabel = words("search.label")
    guard !prompt.isSensitive else { return request }
    request.initialText = line.offered(at: prompt)
    request.history = prompt.hold == nil ? histories.history(for: prompt) : nil
    let legal = controller.legalInputs
    let completion = PromptCompletion(legal: legal, words: words, values: values(legal))
    let isPath = prompt.kind.isPath
    let complete = { (before: String) in
      isPath && !before.hasPrefix(":")
        ? FileCompletion.complete(before) : completion.complete(before)
    }
    request.completion = { before, _ in complete(before) }
    guard !request.isPlain else { return request }
    request.hint = renderer.hint(for: prompt)
    let reading = LiveReading(controller: controller, kind: prompt.kind, complete: complete)
    request.ghost = { reading.ghost(behind: $0) }
    if display.usesMenu(at: prompt) {
      addMenu(to: &request, at: prompt)
    } else if display.draws, prompt.kind == .confirm {
      addYesOrNo(to: &request, at: prompt)
    }
    return request
  }

  /// What was said here before is selected, else what is taken by default, else neither.
  private func addYesOrNo(to request: inout LineRequest, at prompt: Prompt) {
    let menu = ConfirmMenu(look: surface.look, words: words, isOptional: prompt.isOptional)
    let isOffering = line.isOffering(at: prompt)
    let answer = isOffering ? nil : words.yesOrNo(prompt.draft ?? prompt.defaultText ?? "")
    request.menu = menu.menu(selecting: answer)
    if answer != nil { request.initialText = "" }
  }

  /// What was answered here before is selected, else what is taken by default; a line that is offered for
  /// editing stays in the line.
  private func addMenu(to request: inout LineRequest, at prompt: Prompt) {
    let menu = ChoiceMenu(
      of: prompt.kind, isOptional: prompt.isOptional, look: surface.look, words: words)
    request.hint = words("hint.find")
    if line.isOffering(at: prompt) {
      request.menu = menu.menu(selecting: nil)
    } else if let selecting = menu.menu(selecting: prompt.draft ?? prompt.defaultText) {
      request.menu = selecting
      request.initialText = ""
    } else {
      request.menu = menu.menu(selecting: nil)
    }
  }
}
