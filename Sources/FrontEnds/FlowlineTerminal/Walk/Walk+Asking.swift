import Flowline
import Glibc

/// Asking a question: showing it, and reading what comes of it.
extension Walk {
  func ask(_ prompt: Prompt) {
    let isNew = question.presentation != prompt.presentation
    let givenBack = isNew ? lineGivenBack(at: prompt) : nil
    if isNew, givenBack == nil { settle() }
    if leadsOn() { return }
    if isNew {
      // Where the line comes back, the question's words still stand on the screen.
      if let givenBack { adopt(prompt, with: givenBack) } else { show(prompt) }
      if let refused = prompt.refused { return tell(refused, typed: givenBack?.typed, at: prompt) }
    }
    if submitGivenSecret(at: prompt) || submitGivenFile(at: prompt) { return }
    if case .longText = prompt.kind, !prompt.isSensitive { return askForText(prompt) }
    if let event = read(request(for: prompt), isHidden: prompt.isSensitive, at: prompt) {
      take(event, at: prompt)
    }
  }

  /// Shows a question below what is there.
  func show(_ prompt: Prompt) {
    let isFirst = question.presentation == nil
    adopt(prompt)
    cast.marked(prompt)
    tellPlace(of: prompt)
    if !tally.isEmpty { question.leaveStanding() }
    tally.begin()
    guard manner.showsPrompts else { return }
    let lines = renderer.lines(
      for: prompt, usesMenu: usesMenu(at: prompt), isAttended: manner.isAttended)
    surface.show((isFirst || surface.look.isPlain ? [] : [""]) + lines)
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

  /// Reads a line, and counts its rows.
  ///
  /// Nothing where the time was up, which leaves the flow.
  ///
  /// A question that is put anew meanwhile ends the reading; what was typed is carried there.
  func read(_ request: LineRequest, isHidden: Bool = false, at prompt: Prompt) -> LineEvent? {
    var request = request
    let alarm = surface.settings.timeout(from: manner).map { Alarm(after: $0, wake: wake) }
    defer { alarm?.cancel() }
    presenter.await(true)
    defer { presenter.await(false) }
    while true {
      guard isAsked(prompt) else {
        if !request.initialText.isEmpty { line.carry(request.initialText, from: prompt) }
        return .woken(text: request.initialText)
      }
      let event = isHidden ? feed.readHiddenLine(request) : feed.readLine(request)
      count(event, of: request, isHidden: isHidden)
      guard case .woken(let text) = event else { return event }
      if alarm?.hasRung == true {
        leave(.timedOut(prompt))
        return nil
      }
      request.initialText = text
    }
  }

  /// Whether a prompt still waits for its answer.
  private func isAsked(_ prompt: Prompt) -> Bool {
    controller.prompts.contains { $0.presentation == prompt.presentation }
  }

  private func count(_ event: LineEvent, of request: LineRequest, isHidden: Bool) {
    let before = request.prompt.plainText
    let columns = max(surface.columns(), 1)
    switch event {
    // The editor asks again in the same place.
    case .woken: break
    case .line(let text) where isHidden:
      let mask = String(repeating: "*", count: request.isPlain ? 0 : text.count)
      tally.read(before + mask, columns: columns)
    case .line(let text): tally.read(before + text, columns: columns)
    // How much of it was typed is not known.
    case _ where isHidden: tally.read(nil, columns: columns)
    case .interrupted(let text), .back(let text), .terminated(_, let text), .tooLong(_, let text):
      tally.read(before + text, columns: columns)
    case .endOfInput, .invalidInput: tally.read(before, columns: columns)
    }
  }
}

extension Walk {
  /// Whether the choices of a question stand in a menu below the line.
  func usesMenu(at prompt: Prompt) -> Bool {
    feed.drawsMenus && !surface.look.isPlain && !prompt.isSensitive
      && !prompt.kind.choices.isEmpty && surface.columns() >= 16
  }

  /// Where what was shown since the question leaves no room for a menu, it stays where it is, so
  /// that the menu may move it up: with the menu alone all choices would be gone.
  private func makeRoom(for choices: Int) {
    let rows = TerminalFacts.size(of: STDERR_FILENO)?.rows ?? 24
    guard tally.total + 1 + min(choices, Self.menuRows) > rows - 1 else { return }
    question.leaveStanding()
    tally.begin()
  }

  /// Fewer rows make a choice among many a groping in the dark.
  private static var menuRows: Int { 5 }

  func request(for prompt: Prompt) -> LineRequest {
    let look = surface.look
    var request = LineRequest(prompt: renderer.input(for: prompt))
    request.isPlain = look.isPlain
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
    request.completion = { [tally, surface] before, _ in
      let result = complete(before)
      if result.insertion == nil, result.candidates.count > 1 {
        let lines = CompletionList.lines(
          result.candidates.map(\.display), columns: surface.columns() - 1,
          isPlain: surface.look.isPlain)
        tally.lists(lines.count)
      }
      return result
    }
    guard !look.isPlain else { return request }
    if prompt.kind != .review, let standard = prompt.defaultText { request.hint = standard }
    let reading = LiveReading(controller: controller, kind: prompt.kind, complete: complete)
    request.ghost = { reading.ghost(behind: $0) }
    if usesMenu(at: prompt) {
      makeRoom(for: prompt.kind.choices.count)
      request.menu = ChoiceMenu(of: prompt.kind, look: look, words: words)
        .menu(initial: OneLine.typed(request.initialText), rowsAbove: tally.total)
    }
    return filmed(request)
  }
}
