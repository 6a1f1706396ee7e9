/// What is seen while a line is read.
extension LineEditor {
  /// The columns of the terminal now.
  var columns: Int { screen.size.columns }

  /// Draws the line as it is now, with what belongs to it.
  func draw() {
    guard let frame = frame() else { return }
    screen.show(frame)
  }

  /// Leaves the line as it is, or as it was accepted: a question in its place, to be drawn over, and what is
  /// no question for good.
  func endLine(_ scalars: [Unicode.Scalar]? = nil) {
    let typed = line.line
    let scalars = scalars ?? typed.scalars
    guard let frame = lineFrame(EditLine.Line(scalars: scalars, cursor: scalars.count)) else {
      return
    }
    guard let reading, reading.request.above != nil, !screen.onlyAppends else {
      return screen.leave(frame)
    }
    screen.show(frame)
  }

  /// The question and the prompt with what is typed, and nothing else.
  func lineFrame(_ typed: EditLine.Line) -> LineFrame? {
    let size = screen.size
    reading?.layOut(typed.scalars, columns: size.columns)
    guard let reading else { return nil }
    var frame = LineFrame(
      reading.prompt, reading.cells, cursor: reading.cells.place(before: typed.cursor),
      columns: size.columns, rows: screen.canMove ? size.rows : .max)
    if !screen.onlyAppends { frame.above = self.reading?.above(columns: size.columns) ?? [] }
    return frame
  }

  private func frame() -> LineFrame? {
    guard var frame = lineFrame(line.line), !screen.onlyAppends, let reading else {
      return lineFrame(line.line)
    }
    if let ghost = ghost() {
      var text = OneLine.text(ghost.text)
      let style = reading.request.ghostStyle
      if case .remark = ghost, !isLineEmpty {
        text = "  " + text
      } else if style.isEmpty {
        text = "[\(text)]"
      }
      frame.addGhost(text, style: style)
    }
    frame.below = rowsBelow(frame).map { fit($0, columns: frame.columns - 1) }
    return frame
  }

  /// What stands below the line: why the last one was not taken, what there is to choose, which keys count.
  private func rowsBelow(_ frame: LineFrame) -> [String] {
    let room = screen.size.rows - frame.rowsDrawn
    guard room > 0, let reading else { return [] }
    if let search = reading.search {
      return [OneLine.text(reading.request.searchLabel + search.pattern)]
    }
    let typed = typedText
    self.reading?.menu?.type(typed)
    var rows = notice(typed)
    if let menu = self.reading?.menu {
      rows += menu.rows(columns: columns - 1, rows: menuRoom(frame, beside: rows.count))
    } else if let candidates = reading.candidates, candidates.typed == typed {
      rows += candidates.rows
    }
    let footer = reading.request.footer?(columns - 1) ?? ""
    // Without the question it is for, a footer tells nothing.
    let hasFooter = !footer.isEmpty && room > Self.leastMenu
    return Array(rows.prefix(hasFooter ? room - 1 : room)) + (hasFooter ? [footer] : [])
  }

  private func notice(_ typed: String) -> [String] {
    guard let reading, typed == OneLine.typed(reading.request.initialText),
      reading.menu?.isTouched != true
    else { return [] }
    return reading.request.notice?(columns - 1) ?? []
  }

  /// A row that does not reach the edge, where the cursor would hang between two rows.
  private func fit(_ row: String, columns: Int) -> String {
    var scalars = row.unicodeScalars
    scalars.removeAll { $0 != "\u{1B}" && $0.properties.generalCategory == .control }
    let text = String(scalars).truncated(to: columns)
    return text.contains("\u{1B}") ? text + "\u{1B}[0m" : text
  }

  /// How many rows the menu may have; nil if there is none, or it is not drawn.
  var menuRoom: Int? {
    guard reading?.menu != nil, !screen.onlyAppends, let frame = lineFrame(line.line) else {
      return nil
    }
    return menuRoom(frame, beside: notice(typedText).count)
  }

  /// As many rows as are left, and not less than a few though the question goes off the top.
  private func menuRoom(_ frame: LineFrame, beside rows: Int) -> Int {
    let room = screen.size.rows - frame.rowsDrawn - rows
    let rest = reading?.request.footer == nil ? room : room - 1
    return max(rest - frame.above.count, min(Self.leastMenu, rest))
  }

  /// Fewer rows make a choice among many a groping in the dark.
  private static var leastMenu: Int { 5 }

  /// What belongs behind the line as it is now.
  func ghost() -> LineGhost? {
    guard let request = reading?.request, !screen.onlyAppends, reading?.search == nil,
      reading?.menu?.isMoved != true, isCursorAtEnd
    else { return nil }
    if let ghost = request.ghost?(typedText), !ghost.text.isEmpty { return ghost }
    return isLineEmpty && !request.hint.isEmpty ? .remark(request.hint) : nil
  }

  private var isCursorAtEnd: Bool {
    let line = line.line
    return line.cursor == line.scalars.count
  }

  private var isLineEmpty: Bool { line.line.scalars.isEmpty }
}

extension LineGhost {
  var text: String {
    switch self {
    case .completion(let text), .remark(let text): text
    }
  }
}
