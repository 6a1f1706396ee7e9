import Flowline

/// Writing the script of the walk, or a film of it, to files.
extension Walk {
  /// Better to know now than after the last answer.
  func begin(_ recorder: Recorder) {
    if recorder.isCast { cast.begin() }
    do throws(PrivateFile.Failure) {
      for path in recorder.paths {
        try Recorder.write(controller.journal, or: cast, to: path)
      }
    } catch {
      show(error)
      self.recorder = nil
      leave(.recordFailed(error))
    }
  }

  /// Records from now on in one more file: a script of the whole walk, or a film from this question on.
  func record(to path: String, at prompt: Prompt) {
    do throws(PrivateFile.Failure) {
      if Recorder.isCast(path), !cast.isRolling {
        cast.begin()
        cast.marked(prompt)
        cast.shown(
          renderer.lines(
            for: prompt, usesMenu: usesMenu(at: prompt), isAttended: manner.isAttended
          ).joined(separator: "\n"))
      }
      try Recorder.write(controller.journal, or: cast, to: path)
      if recorder == nil { recorder = Recorder(path: path) } else { recorder?.add(path) }
      surface.show(
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
      do throws(PrivateFile.Failure) {
        try Recorder.write(report.journal, or: cast, to: path)
        if manner.showsPrompts { surface.show(renderer.note(words("record.end", .string(path)))) }
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

  func show(_ failure: PrivateFile.Failure) {
    surface.show(
      renderer.error(words("record.failed", .string(failure.path), .string(failure.reason))))
    stopFeed()
  }
}

extension Walk {
  /// A request whose line is filmed while it is typed, with what stands behind it and below.
  ///
  /// The editor asks for both after each change.
  func filmed(_ request: LineRequest) -> LineRequest {
    guard cast.isRolling, manner.isAttended, !request.isPlain else { return request }
    var request = request
    var first = CastLine.Beside(ghost: request.initialText.isEmpty ? request.hint : "")
    let ghost = request.ghost
    request.ghost = { [cast, hint = request.hint] typed in
      let drawn = ghost?(typed)
      cast.changed { line in
        line.text = OneLine.text(typed)
        line.beside.ghost = drawn.map { Self.words(of: $0, behind: typed) } ?? ""
        if typed.isEmpty, line.beside.ghost.isEmpty { line.beside.ghost = hint }
      }
      return drawn
    }
    if let menu = request.menu {
      request.menu?.draw = { [cast] items, cursor, marked, columns, rows in
        let drawn = menu.draw(items, cursor, marked, columns, rows)
        cast.changed { line in
          line.beside.rows = drawn
          if cursor != nil { line.beside.ghost = "" }
        }
        return drawn
      }
      let room = max(1, CastLog.rows() - 1 - menu.rowsAbove)
      first.rows = MenuState(menu, typed: request.initialText)
        .rows(columns: surface.columns() - 1, rows: room)
    }
    cast.expects(first)
    return request
  }

  private static func words(of ghost: LineGhost, behind typed: String) -> String {
    if case .remark = ghost, !typed.isEmpty { return "  " + OneLine.text(ghost.text) }
    return OneLine.text(ghost.text)
  }
}
