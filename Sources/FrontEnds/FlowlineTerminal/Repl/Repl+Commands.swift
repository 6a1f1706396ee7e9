import Flowline
import FoundationEssentials

/// What a command does where no flow is running.
extension Repl {
  /// Does it; returns the program's end if it was that.
  func perform(_ call: PromptCommand.Call) -> End? {
    switch call.id {
    case .help: surface.show(texts.help(name, catalog, about: call.argument))
    case .list: surface.show(texts.list(catalog))
    case .quit: return .left
    case .sessions: listSessions()
    case .resume: return resume(call.argument ?? SessionLibrary.last[0])
    case .forget: return call.argument.flatMap(forget)
    case .source: if let path = call.argument { source(path) }
    case .set: set(call.arguments)
    case .lang: set(["lang"] + call.arguments)
    case .lock:
      let command = LockCommand(lock: program.lock, words: words)
      if let fault = command.fault(call.argument) { show(error: fault) }
    case .history: showHistory(call.number)
    case .errors: surface.show(WalkReports(renderer: renderer).failure(program.failure))
    case .report: if let path = call.argument { writeReport(to: path) }
    // These work only at a question; reading the line has reported that already.
    case .back, .cancel, .undo, .redo, .goto, .review, .draft, .why, .more, .state, .record, .save:
      break
    }
    return nil
  }

  func complete(_ before: String) -> CompletionResult {
    ReplLine.complete(before, catalog: catalog, words: words) {
      [library, words, catalog] kind, before in
      switch kind {
      case .subject: catalog.offered.map(\.id.rawValue)
      case .session: library?.shortIDs ?? []
      case .pin: LockCommand.Word.names(in: words.environment.language)
      default: Setting.completions(of: kind, before)
      }
    }
  }

  private var editor: SettingsEditor {
    SettingsEditor(surface: surface, words: words, mode: mode, isInside: false)
  }

  /// Lists the settings, tells about one, or changes it.
  private func set(_ arguments: [String]) {
    let editor = editor
    guard let name = arguments.first else { return surface.show(editor.list) }
    do throws(SettingsEditor.Refused) {
      let setting = try editor.setting(named: name)
      guard arguments.count > 1 else { return surface.show(editor.description(of: setting)) }
      editor.set(setting, to: try editor.value(arguments[1], for: setting))
      // Another one: the language may have changed.
      surface.show(self.editor.currentValue(of: setting))
    } catch {
      show(error: error.message)
    }
  }

  private func writeReport(to path: String) {
    do throws(FailureFile.Fault) {
      let reports = WalkReports(renderer: renderer)
      surface.show(
        renderer.note(try FailureFile(reports: reports).write(program.failure, to: path)))
    } catch {
      show(error: error.message)
    }
  }

  private func showHistory(_ count: Int?) {
    let history = histories.history(of: "commands")
    surface.show(HistoryText(renderer: renderer).lines(of: history, count: count))
  }
}

/// Lines from files, and messages about failures.
extension Repl {
  /// Takes over the lines.
  func takeOver() {
    feed.reader.stopped = { [unowned self] in tell(of: $0) }
    feed.reader.gaveLine = { [unowned self] prompt, line in
      guard mode.isAttended, let line else { return }
      surface.message(prompt.plainText + OneLine.text(line))
    }
  }

  private func source(_ path: String) {
    do throws(LineFile.Fault) {
      try feed.open(path)
    } catch {
      show(error: words(error))
    }
  }

  /// Shows why what was asked for is not done, and reads no more from files.
  func show(error message: String, _ fault: Fault = .usage) {
    surface.show(renderer.error(message))
    stop(for: fault)
  }

  func tell(of stop: LineFile.Stop) {
    surface.show(FeedTexts(renderer: renderer).lines(for: stop))
  }

  /// Tells that something went wrong, and keeps it for a closer look.
  func fail(
    _ error: any Error, of title: String, _ session: UUID? = nil, _ message: String? = nil
  ) {
    var failure = FailureReport(error, of: title, session: session, words: words)
    failure.place = session.flatMap { library?.place(of: $0) }
    program.failure = failure
    show(error: message ?? words(cause: error), .failed)
  }

  /// Notes what a walk does not know of its failure: what the flow is called, and where its journal
  /// is kept.
  func completeFailure(of report: WalkReport, titled title: String) {
    switch (report.outcome, report.end) {
    case (.failed?, _), (nil, .held), (nil, .paused): break
    default: return
    }
    program.failure?.title = title
    program.failure?.place = report.session.flatMap { library?.place(of: $0) }
  }
}
