/// What is seen while a line is read.
extension LineEditor {
  /// The columns of the terminal now.
  var columns: Int { screen.size.columns }

  /// Draws the line as it is now, with what belongs beside it.
  func draw() {
    guard let frame = frame() else { return }
    screen.show(frame)
  }

  /// Leaves the line as it is, or as it was accepted, and goes on below.
  func leave(_ scalars: [Unicode.Scalar]? = nil) {
    let typed = line.line
    let scalars = scalars ?? typed.scalars
    guard let frame = lineFrame(EditLine.Line(scalars: scalars, cursor: scalars.count)) else {
      return
    }
    reading?.rows = frame.rows
    screen.leave(frame)
  }

  /// The prompt with what is typed, and nothing beside it.
  func lineFrame(_ typed: EditLine.Line) -> LineFrame? {
    let size = screen.size
    reading?.layOut(typed.scalars, columns: size.columns)
    return reading.map { reading in
      LineFrame(
        reading.prompt, reading.cells, cursor: reading.cells.place(before: typed.cursor),
        columns: size.columns, rows: screen.canMove ? size.rows : .max)
    }
  }

  private func frame() -> LineFrame? {
    guard var frame = lineFrame(line.line), !screen.onlyAppends else {
      return lineFrame(line.line)
    }
    let room = screen.size.rows - frame.rows
    if let ghost = ghost() {
      var text = OneLine.text(ghost.text)
      if case .remark = ghost, !isLineEmpty { text = "  " + text }
      frame.addGhost(text)
    }
    frame.below = rowsBelow(room).map { fit($0, columns: frame.columns - 1) }
    return frame
  }

  private func rowsBelow(_ room: Int) -> [String] {
    if let search = reading?.search {
      let label = reading?.request.searchLabel ?? ""
      return room > 0 ? [OneLine.text(label + search.pattern)] : []
    }
    guard let menu = reading?.request.menu, room > menu.rowsAbove else { return [] }
    reading?.menu?.type(typedText)
    return reading?.menu?.rows(columns: columns - 1, rows: room - menu.rowsAbove) ?? []
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
    guard let menu = reading?.request.menu, !screen.onlyAppends,
      let frame = lineFrame(line.line)
    else { return nil }
    return screen.size.rows - frame.rows - menu.rowsAbove
  }

  /// What belongs behind the line as it is now.
  func ghost() -> LineGhost? {
    guard let request = reading?.request, !screen.onlyAppends, reading?.search == nil,
      reading?.menu?.cursor == nil, isCursorAtEnd
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
