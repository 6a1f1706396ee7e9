import Flowline

/// What a command does.
extension Walk {
  func perform(_ call: PromptCommand.Call, at prompt: Prompt) {
    line.release()
    switch call.id {
    case .back: goBack(from: prompt)
    case .cancel:
      if let flow = call.argument { cancel(flow, at: prompt) } else { cancelLevel(at: prompt) }
    case .help:
      display.show(reports.help(for: prompt, controller.legalInputs, about: call.argument))
    case .why:
      display.show(
        reports.why(
          prompt, controller.inspection, controller.legalInputs, refusedLine: line.refused))
    case .more: showPage(of: prompt)
    case .undo: undo(.undo, at: prompt)
    case .redo: undo(.redo, at: prompt)
    case .goto: if let step = call.argument { go(to: step, at: prompt) }
    case .draft: showDrafts(at: prompt)
    case .review: if let number = call.number { change(number, at: prompt) } else { review() }
    case .state: display.show(reports.state(controller.inspection))
    case .record: if let path = call.argument { record(to: path, at: prompt) }
    case .source: if let path = call.argument { source(path, at: prompt) }
    case .save: saveFiles(at: call.argument, of: prompt)
    case .set: set(call.arguments, at: prompt)
    case .lang: change(language: call.argument, at: prompt)
    case .history: showHistory(call.number, at: prompt)
    case .errors: display.show(reports.failure(surface.settings.program.failure))
    case .report: if let path = call.argument { writeReport(to: path) }
    case .lock:
      let command = LockCommand(lock: surface.settings.program.lock, words: words)
      if let fault = command.fault(call.argument) { show(error: fault) }
    case .quit: leave(.quit)
    // They hold where no flow is running, which the reading of the line has told.
    case .list, .sessions, .resume, .forget: break
    }
  }

  /// Shows the whole page, of which the question has the first rows, and the choices that the menu has no
  /// room for.
  private func showPage(of prompt: Prompt) {
    let page = PageRenderer(look: surface.look, words: words, columns: surface.columns())
    let choices = renderer.list(prompt.kind.choices, cutChoices(of: prompt))
    guard !prompt.page.isEmpty || !choices.isEmpty else { return show(error: words("page.none")) }
    display.show((prompt.page.isEmpty ? [] : page.lines(for: prompt.page)) + choices)
  }

  private func cutChoices(of prompt: Prompt) -> [Int] {
    guard display.usesMenu(at: prompt) else { return [] }
    let menu = ChoiceMenu(
      of: prompt.kind, isOptional: prompt.isOptional, look: surface.look, words: words)
    return menu.cutChoices(at: surface.columns())
  }

  private func review() {
    let answers = controller.journal.answers
    recallQuestions(of: answers)
    display.show(
      reports.review(
        answers, asked: asked,
        changeable: Set(controller.legalInputs.changeable.map(\.number))))
  }

  /// Goes to the question of an answer, to change it.
  private func change(_ number: Int, at prompt: Prompt) {
    let answers = controller.journal.answers
    guard answers.indices.contains(number - 1) else {
      let message =
        answers.isEmpty
        ? words("review.none") : words("review.unknown", .integer(answers.count))
      return refuse(command: message, at: prompt)
    }
    go(to: answers[number - 1], at: prompt)
  }

  private func writeReport(to path: String) {
    do throws(FailureFile.Fault) {
      display.show(
        renderer.note(
          try FailureFile(reports: reports).write(surface.settings.program.failure, to: path)))
    } catch {
      show(error: error.message)
      line.keep(command: ":report \(path)")
    }
  }

  private var reports: WalkReports { WalkReports(renderer: renderer) }
}
