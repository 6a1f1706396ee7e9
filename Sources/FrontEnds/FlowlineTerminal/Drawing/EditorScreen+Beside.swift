import Glibc

/// Drawing behind the line and below it. libedit knows nothing of that, so the cursor always comes
/// back to where libedit left it.
extension EditorScreen {
  /// How many rows there are below the line at the most, without scrolling its beginning away.
  var rowsBelow: Int { max(0, windowRows - layout().lastRow - 1) }

  /// The rows of the window now; 24 if it does not say.
  var windowRows: Int { TerminalFacts.size(of: descriptor)?.rows ?? 24 }

  /// Draws a ghost behind the cursor, which stands at the end of the line, and rows below the line,
  /// in place of what was there before.
  ///
  /// - Returns: Whether there was room for the ghost.
  func drawBeside(
    ghost: LineGhost?, isLineEmpty: Bool, rows: [String], before: LineEditor.Beside
  ) -> Bool {
    let place = layout()
    let below = max(rows.count, before.rows)
    var output = ""
    if below > 0 {
      // Rows that are not there yet scroll in. Then nothing moves any more, and the place can be
      // remembered.
      let down = place.lastRow - place.cursorRow + rows.count
      if down > 0 { output += String(repeating: "\u{1B}D", count: down) + "\u{1B}[\(down)A" }
    }
    output += "\u{1B}7"
    let text = ghost.map {
      draw($0, isLineEmpty: isLineEmpty, room: columns - place.cursorColumn - 1)
    }
    if let text, !text.isEmpty {
      output += text + "\u{1B}[K"
    } else if below > 0 {
      output += goToEnd(of: place) + "\u{1B}[K"
    } else if before.ghost != nil {
      output += "\u{1B}[K"
    }
    for row in rows { output += "\r\n" + fit(row) + "\u{1B}[K" }
    if below > 0 { output += "\u{1B}[J" }
    write(output + "\u{1B}8")
    return text?.isEmpty == false
  }

  /// Takes away what was drawn.
  func takeAwayBeside(_ beside: LineEditor.Beside) {
    guard beside.rows > 0 else { return write("\u{1B}[K") }
    write("\u{1B}7" + goToEnd(of: layout()) + "\u{1B}[J\u{1B}8")
  }

  private func draw(_ ghost: LineGhost, isLineEmpty: Bool, room: Int) -> String {
    var text = OneLine.text(ghost.text)
    if case .remark = ghost, !isLineEmpty { text = "  " + text }
    text = room > 0 ? text.truncated(to: room) : ""
    return text.allSatisfy({ $0 == " " }) ? "" : "\u{1B}[2m\(text)\u{1B}[0m"
  }

  /// From the cursor to behind the last character, by libedit's reckoning.
  private func goToEnd(of place: LineLayout) -> String {
    let down = place.lastRow - place.cursorRow
    if down == 0, place.lastColumn == place.cursorColumn { return "" }
    return (down > 0 ? "\u{1B}[\(down)B" : "") + "\r"
      + (place.lastColumn > 0 ? "\u{1B}[\(place.lastColumn)C" : "")
  }

  /// A row that does not reach the edge, where the cursor would hang between two rows.
  private func fit(_ row: String) -> String {
    var scalars = row.unicodeScalars
    scalars.removeAll { $0 != "\u{1B}" && $0.properties.generalCategory == .control }
    let text = String(scalars).truncated(to: columns - 1)
    return text.contains("\u{1B}") ? text + "\u{1B}[0m" : text
  }
}
