import Flowline

/// Lines from files, at a question, and the film of what is shown and typed.
extension Walk {
  /// Takes over the lines, and goes on in the language the program speaks by now.
  func takeOver() {
    feed.secrets = []
    var reader = LineFeed.Reader()
    reader.stopped = { [unowned self] in tell(of: $0) }
    reader.gaveLine = { [unowned self] prompt, line in
      // Without anybody at the keyboard each line is shown where it is taken.
      guard mode.isAttended, mode.showsPrompts else { return }
      surface.message(prompt.plainText + (line.map(OneLine.text) ?? words("word.hidden")))
    }
    if mode.isAttended, !feed.isFilmed { film(&reader) }
    feed.reader = reader
    followLanguage()
  }

  /// Returns the lines to the reader that had them.
  func handBack(to reader: LineFeed.Reader, after report: WalkReport) {
    feed.reader = reader
    feed.film = nil
    if case .failed(let failure)? = report.outcome {
      surface.settings.program.failure = FailureReport(
        failure, of: report.journal.head.flow.rawValue, session: report.session,
        journal: report.journal, secrets: feed.secrets, words: words)
    }
    feed.secrets = []
  }

  private func film(_ reader: inout LineFeed.Reader) {
    reader.asks = { [unowned self] in cast.asked($0, isColored: surface.look.usesColor) }
    reader.heard = { [unowned self] event, isHidden in
      switch event {
      case .line(let text): cast.typed(isHidden ? nil : OneLine.text(text))
      // The same line is asked for once more.
      case .woken, .unlocked: break
      default: cast.leftLine()
      }
    }
  }

  /// Reads lines from a file before what is typed; the question they begin with stays above them.
  func source(_ path: String, at prompt: Prompt) {
    let wasDrawn = display.draws
    do throws(LineFile.Fault) {
      try feed.open(path)
      if wasDrawn, !display.draws, mode.showsPrompts { display.append(prompt, isFirst: false) }
    } catch {
      refuse(command: words(error), at: prompt)
    }
  }

  /// Reads no more from files, because something was not taken.
  func stopFeed() {
    if let stop = feed.stop() { tell(of: stop) }
  }

  private func tell(of stop: LineFile.Stop) {
    display.show(FeedTexts(renderer: renderer).lines(for: stop))
  }
}

/// What holds for the program's run, changed at a question.
extension Walk {
  private var editor: SettingsEditor {
    SettingsEditor(surface: surface, words: words, mode: mode, isInside: true)
  }

  /// Lists the settings, tells about one, or changes it.
  func set(_ arguments: [String], at prompt: Prompt) {
    guard let name = arguments.first else { return display.show(editor.list) }
    do throws(SettingsEditor.Refused) {
      let setting = try editor.setting(named: name)
      guard arguments.count > 1 else { return display.show(editor.description(of: setting)) }
      let value = try editor.value(arguments[1], for: setting)
      if setting == .lang { return speak(value, at: prompt) }
      editor.set(setting, to: value)
      display.show(editor.currentValue(of: setting))
      // What was drawn can be drawn over no more: the question is said anew, in sentences.
      if setting == .plain { question.showAgain() }
    } catch {
      refuse(command: error.message, at: prompt)
    }
  }

  /// Continues in a language, or tells which there are.
  func change(language name: String?, at prompt: Prompt) {
    set(["lang"] + (name.map { [$0] } ?? []), at: prompt)
  }

  private func speak(_ language: String, at prompt: Prompt) {
    if case .refused(let refusal) = controller.speak(language) {
      return refuse(command: refusal, at: prompt)
    }
    editor.set(.lang, to: language)
    tell(in: language)
    display.show(editor.currentValue(of: .lang))
    // The question is to be read in the new language.
    question.showAgain()
  }

  /// Has the program's words in the flow's language, and the flow in the one that was asked for.
  ///
  /// The flow's may change by itself: a session that is rebuilt learns it behind the secrets that it asks
  /// for again.
  func followLanguage() {
    if session.leaving == nil, let asked = surface.settings.program.language,
      controller.language != asked
    {
      _ = controller.speak(asked)
    }
    if words.environment.language != controller.language { tell(in: controller.language) }
  }

  /// Has the words in a language, and the questions that were asked: answers are told by them.
  private func tell(in language: String) {
    display.words = words.speaking(language)
    if !asked.isEmpty { asked.translate(controller.answeredQuestions) }
  }

  /// Shows the lines that were typed at prompts of this kind.
  func showHistory(_ count: Int?, at prompt: Prompt) {
    let texts = HistoryText(renderer: renderer)
    let history = histories.history(for: prompt)
    display.show(history.map { texts.lines(of: $0, count: count) } ?? texts.noHistory(for: prompt))
  }
}
