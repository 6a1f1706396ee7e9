/// What stands beside the line: the ghost behind it, and the rows of a menu or a search below.
extension LineEditor {
  /// What is drawn now.
  struct Beside {
    var ghost: LineGhost?
    var rows = 0

    var isEmpty: Bool { ghost == nil && rows == 0 }
  }

  /// How many rows the menu may have; `nil` if there is none, or it is not drawn.
  var menuRoom: Int? {
    guard let menu = reading?.request.menu, !screen.onlyAppends else { return nil }
    return screen.rowsBelow - menu.rowsAbove
  }

  /// Draws what belongs beside the line as it is now, if anything has changed.
  func drawBeside() {
    guard let reading, reading.isBesideOld, reading.hasBeside || reading.search != nil else {
      return
    }
    self.reading?.isBesideOld = false
    guard !screen.onlyAppends else { return }
    let rows = rowsBelow()
    let ghost = ghost()
    guard ghost != nil || !rows.isEmpty || !reading.beside.isEmpty else { return }
    let isDrawn = screen.drawBeside(
      ghost: ghost, isLineEmpty: screen.isLineEmpty, rows: rows, before: reading.beside)
    self.reading?.beside = Beside(ghost: isDrawn ? ghost : nil, rows: rows.count)
  }

  /// Takes it off the screen, before the line changes in a way that it would be in.
  func takeAwayBeside() {
    guard let beside = reading?.beside, !beside.isEmpty else { return }
    screen.takeAwayBeside(beside)
    reading?.beside = Beside()
    reading?.isBesideOld = true
  }

  /// Notes that everything from the prompt on was drawn anew.
  func lookAgain() {
    reading?.beside = Beside()
    reading?.isBesideOld = true
  }

  private func rowsBelow() -> [String] {
    if let search = reading?.search {
      return screen.rowsBelow > 0
        ? [OneLine.text((reading?.request.searchLabel ?? "") + search.pattern)] : []
    }
    guard let room = menuRoom, room > 0 else { return [] }
    reading?.menu?.type(typedText)
    return reading?.menu?.rows(columns: columns - 1, rows: room) ?? []
  }

  /// What belongs behind the line as it is now.
  func ghost() -> LineGhost? {
    guard let request = reading?.request, reading?.search == nil, reading?.menu?.cursor == nil,
      screen.isCursorAtEnd
    else { return nil }
    if let ghost = request.ghost?(typedText), !ghost.text.isEmpty { return ghost }
    return screen.isLineEmpty && !request.hint.isEmpty ? .remark(request.hint) : nil
  }
}

extension LineGhost {
  var text: String {
    switch self {
    case .completion(let text), .remark(let text): text
    }
  }
}
