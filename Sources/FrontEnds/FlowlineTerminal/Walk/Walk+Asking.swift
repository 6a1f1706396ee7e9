import Flowline
import Glibc

/// Asking a question: showing it, and reading what comes of it.
extension Walk {
  func ask(_ prompt: Prompt) {
    let isNew = question.presentation != prompt.presentation
    let givenBack = isNew ? lineGivenBack(at: prompt) : nil
    if isNew { held = nil }
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

  /// Shows a question in the place of the one before, or below it where nothing can be drawn over.
  func show(_ prompt: Prompt) {
    let isFirst = question.presentation == nil
    adopt(prompt)
    cast.marked(prompt)
    tellPlace(of: prompt)
    guard manner.showsPrompts else { return }
    screen.put { [unowned self] columns in
      renderer(columns).lines(for: prompt, beside: sides(of: prompt))
    }
    if !screen.draws { append(prompt, isFirst: isFirst) }
  }

  /// Shows a question below what is there.
  func append(_ prompt: Prompt, isFirst: Bool) {
    let lines = renderer.lines(for: prompt, isAttended: manner.isAttended)
    surface.show((isFirst || surface.look.isPlain ? [] : [""]) + lines)
  }

  /// What of a question is drawn beside its line.
  func sides(of prompt: Prompt) -> PromptRenderer.Sides {
    guard screen.draws else { return [] }
    return usesMenu(at: prompt) ? [.keys, .menu] : .keys
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
      guard case .woken(let text) = event else {
        notice = nil
        return event
      }
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
}

extension Walk {
  /// Whether the choices of a question are in a menu below the line.
  func usesMenu(at prompt: Prompt) -> Bool {
    screen.draws && !prompt.isSensitive && !prompt.kind.choices.isEmpty && surface.columns() >= 16
  }

  func request(for prompt: Prompt) -> LineRequest {
    let look = surface.look
    var request = LineRequest(prompt: renderer.input(for: prompt))
    request.isPlain = look.isPlain
    request.searchLabel = words("search.label")
    request.ghostStyle = look.style(.dim)
    surround(&request, at: prompt)
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
    guard !look.isPlain else { return request }
    request.hint = renderer.hint(for: prompt)
    let reading = LiveReading(controller: controller, kind: prompt.kind, complete: complete)
    request.ghost = { reading.ghost(behind: $0) }
    if usesMenu(at: prompt) { addMenu(to: &request, at: prompt) }
    return request
  }

  /// What belongs to the question: its rows above the line, what is said below it, the keys.
  func surround(_ request: inout LineRequest, at prompt: Prompt) {
    guard screen.draws, manner.showsPrompts else { return }
    request.above = screen.rows
    if let notice {
      request.notice = { [unowned self] in notice.lines(renderer($0)) }
    }
    let sides = sides(of: prompt)
    let canGoBack = prompt.backRefusal == nil
    request.footer = { [unowned self] in
      renderer($0).footer(for: prompt, beside: sides, canGoBack: canGoBack)
    }
  }

  /// What was answered here before is selected, else what is taken by default; a line that is offered for
  /// editing stays in the line.
  private func addMenu(to request: inout LineRequest, at prompt: Prompt) {
    let menu = ChoiceMenu(of: prompt.kind, look: surface.look, words: words)
    request.hint = ""
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

/// What is said below a line until something else is typed: one thing at a time.
enum Notice {
  /// Why a line was not taken, and the line.
  case refusal(Refusal, typed: String, input: PromptText?)
  /// That something that was asked for is not done.
  case error(String)
  /// Something to know.
  case note(String)

  func lines(_ renderer: PromptRenderer) -> [String] {
    switch self {
    case .refusal(let refusal, let typed, let input):
      renderer.lines(for: refusal, typed: typed, under: input)
    case .error(let message): renderer.error(message)
    case .note(let message): renderer.note(message)
    }
  }
}
