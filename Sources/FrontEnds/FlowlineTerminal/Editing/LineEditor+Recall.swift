/// The arrows through the lines given before. libedit's own forget what is typed when there is no
/// newer line to go to.
extension LineEditor {
  /// Up: the next older line; the one that is typed is kept.
  func recallOlder() -> EditLine.KeyOutcome {
    guard let entries = reading?.request.history?.entries else { return .refused }
    let place = reading?.recalled ?? entries.count
    guard place > 0, place <= entries.count else { return .refused }
    if reading?.recalled == nil { reading?.unrecalled = typedText }
    reading?.recalled = place - 1
    return replace(with: entries[place - 1])
  }

  /// Down: the next newer line, and after the newest the one that was typed.
  func recallNewer() -> EditLine.KeyOutcome {
    guard let entries = reading?.request.history?.entries, let place = reading?.recalled else {
      return .refused
    }
    let isLast = place + 1 >= entries.count
    reading?.recalled = isLast ? nil : place + 1
    return replace(with: isLast ? reading?.unrecalled ?? "" : entries[place + 1])
  }

  /// Puts another line in the place of this one, the cursor behind it.
  func replace(with text: String) -> EditLine.KeyOutcome {
    let typed = line.line
    line.moveCursor(by: typed.scalars.count - typed.cursor)
    line.delete(typed.scalars.count)
    return line.insert(OneLine.typed(text)) ? .done : .refused
  }
}
