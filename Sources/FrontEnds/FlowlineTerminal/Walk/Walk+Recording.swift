import Flowline

/// Writing the script of the walk, or a film of it, to files.
extension Walk {
  /// Better to know now than after the last answer.
  func begin(_ recorder: Recorder) {
    if recorder.isCast { film() }
    do throws(RecordedFile.Failure) {
      for path in recorder.paths {
        try Recorder.write(controller.journal, or: cast, to: path)
      }
    } catch {
      show(error)
      self.recorder = nil
      leave(.recordFailed(error))
    }
  }

  private func film() {
    cast.begin()
    feed.film = { [cast] in cast.wrote($0) }
  }

  /// Records from now on in one more file: a script of the whole walk, or a film from this question on.
  func record(to path: String, at prompt: Prompt) {
    do throws(RecordedFile.Failure) {
      if Recorder.isCast(path), !cast.isRolling {
        // What is drawn over is drawn anew, so that the film has the whole of it.
        if display.draws { display.screen.commit() }
        film()
        cast.marked(prompt)
        if !display.draws {
          cast.shown(display.lines(of: prompt).joined(separator: "\n"))
        }
      }
      try Recorder.write(controller.journal, or: cast, to: path)
      if recorder == nil { recorder = Recorder(path: path) } else { recorder?.add(path) }
      display.show(
        renderer.note(words(Recorder.isCast(path) ? "record.film" : "record.now", .string(path))))
    } catch {
      show(error)
      line.keep(command: ":record \(path)")
    }
  }

  /// Writes down all that has happened, with the result at the end of a film.
  func record(_ report: WalkReport) {
    guard let recorder else { return }
    if let result = resultText(of: report) { cast.shown(result) }
    for path in recorder.paths {
      do throws(RecordedFile.Failure) {
        try Recorder.write(report.journal, or: cast, to: path)
        if mode.showsPrompts { display.note(words("record.end", .string(path))) }
      } catch {
        show(error)
      }
    }
  }

  /// What a person is told at the end, after the walk.
  private func resultText(of report: WalkReport) -> String? {
    report.resultText
      ?? report.outcome.flatMap { OutcomeText(renderer: renderer).summary(of: $0) }
  }

  private func show(_ failure: RecordedFile.Failure) { show(error: words.message(of: failure)) }

  func show(_ failure: NamedFile.Failure) { show(RecordedFile.Failure.notWritten(failure)) }
}
