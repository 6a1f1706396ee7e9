/// What is seen while a line is read.
extension LineEditor {
  /// The columns that a row may take now.
  var columns: Int { screen.room.columns }

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
    let columns = columns
    reading?.layOut(typed.scalars, columns: columns)
    guard let reading else { return nil }
    var frame = LineFrame(
      reading.prompt, reading.cells, cursor: reading.cells.place(before: typed.cursor),
      columns: columns, rows: longestLine, mark: glyphs.ellipsis)
    if !screen.onlyAppends { frame.above = self.reading?.above(columns: columns) ?? [] }
    return frame
  }

  /// The most rows that are seen of a line: of one that answers a question about a third of the window, so
  /// that the question, what is wrong and the keys keep their places.
  private var longestLine: Int {
    guard screen.canMove else { return .max }
    let rows = screen.size.rows
    guard reading?.request.above != nil, !screen.onlyAppends else { return rows }
    return min(max(rows / 3, 3), rows)
  }

  private func frame() -> LineFrame? {
    guard var frame = lineFrame(line.line), !screen.onlyAppends, let reading else {
      return lineFrame(line.line)
    }
    if let text = ghostText(in: frame) {
      frame.addGhost(text, style: reading.request.ghostStyle)
    }
    frame.below = rowsBelow(frame).map { $0.fitting(columns) }
    return frame
  }

  /// What is below the line: why the last one was not taken, what there is to choose, which keys count.
  private func rowsBelow(_ frame: LineFrame) -> [String] {
    let room = screen.size.rows - frame.rowsDrawn
    guard room > 0, let reading else { return [] }
    if let search = reading.search {
      return [OneLine.text(reading.request.searchLabel + search.pattern)]
    }
    let typed = typedText
    self.reading?.type(typed)
    var rows = notice(typed)
    if let menu = shownMenu {
      // That nothing fits is what an error says already.
      if menu.items.isEmpty, !rows.isEmpty { return rowsBelow(rows, in: room) }
      rows += menu.rows(columns: columns, rows: menuRoom(frame, beside: rows.count))
    } else if let candidates = reading.candidates, candidates.typed == typed {
      rows += candidates.rows
    }
    return rowsBelow(rows, in: room)
  }

  /// The rows that there is room for, and the keys below them.
  private func rowsBelow(_ rows: [String], in room: Int) -> [String] {
    let footer = footer
    // Without the question it is for, a footer tells nothing.
    let hasFooter = !footer.isEmpty && room > Self.leastMenu
    return Array(rows.prefix(hasFooter ? room - 1 : room)) + (hasFooter ? [footer] : [])
  }

  /// The menu that is shown.
  var shownMenu: MenuState? { reading.flatMap { $0[keyPath: $0.shownMenu] } }

  /// The keys that count at what is typed.
  private var footer: String {
    let columns = columns
    guard let footer = reading?.footer(columns: columns) else { return "" }
    return reading?.completionMenu?.keys(columns: columns) ?? footer
  }

  private func notice(_ typed: String) -> [String] {
    guard let reading, typed == OneLine.typed(reading.request.initialText),
      reading.menu?.isTouched != true
    else { return [] }
    return reading.request.notice?(columns) ?? []
  }

  /// How many rows the menu may have; nil if there is none, or it is not drawn.
  var menuRoom: Int? {
    guard shownMenu != nil, !screen.onlyAppends, let frame = lineFrame(line.line) else {
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

  /// The words behind the line, as far as they make sense in the room there is.
  private func ghostText(in frame: LineFrame) -> String? {
    guard let ghost = ghost(), let style = reading?.request.ghostStyle else { return nil }
    if case .remark = ghost, !isLineEmpty {
      return ghost.fitting(frame.roomBehindLine - 2).map { "  " + $0 }
    }
    let room = frame.roomBehindLine - (style.isEmpty ? 2 : 0)
    guard room > 0 else { return nil }
    let text = ghost.fitting(room) ?? glyphs.cut(OneLine.text(ghost.text), to: room)
    return style.isEmpty ? "[\(text)]" : text
  }

  /// What belongs behind the line as it is now.
  func ghost() -> LineGhost? {
    guard let request = reading?.request, !screen.onlyAppends, reading?.search == nil,
      shownMenu?.isMoved != true, isCursorAtEnd
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
