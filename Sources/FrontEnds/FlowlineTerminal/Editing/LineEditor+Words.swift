/// The keys that go by characters and by words, as a person counts them, and what they take away.
/// libedit's own go by code points.
extension LineEditor {
  func goLeft() -> EditLine.KeyOutcome { move(by: -1) }

  func goRight() -> EditLine.KeyOutcome { move(by: 1) }

  func goToStart() -> EditLine.KeyOutcome {
    line.moveCursor(by: -line.line.cursor)
    return .done
  }

  func goToEnd() -> EditLine.KeyOutcome {
    let typed = line.line
    line.moveCursor(by: typed.scalars.count - typed.cursor)
    return .done
  }

  func goWordLeft() -> EditLine.KeyOutcome {
    move(by: -WordPlace.countBefore(characters.before, .letters))
  }

  func goWordRight() -> EditLine.KeyOutcome {
    move(by: WordPlace.countAfter(characters.after, .letters))
  }

  func deleteLeft() -> EditLine.KeyOutcome { delete(before: 1, isKept: false) }

  func deleteRight() -> EditLine.KeyOutcome { delete(after: 1, isKept: false) }

  func deleteWordLeft(_ kind: WordPlace.Kind) -> EditLine.KeyOutcome {
    delete(before: WordPlace.countBefore(characters.before, kind))
  }

  func deleteWordRight() -> EditLine.KeyOutcome {
    delete(after: WordPlace.countAfter(characters.after, .letters))
  }

  func deleteToEnd() -> EditLine.KeyOutcome { delete(after: characters.after.count) }

  func deleteAll() -> EditLine.KeyOutcome {
    _ = goToEnd()
    return delete(before: characters.before.count)
  }

  /// Puts what was deleted last at the cursor.
  func putDeleted() -> EditLine.KeyOutcome {
    deleted.isEmpty || !line.insert(deleted) ? .refused : .done
  }

  /// The characters before the cursor and behind it.
  private var characters: (before: [String], after: [String]) {
    let typed = line.line
    reading?.layOut(typed.scalars, columns: columns)
    return reading?.cells.texts(around: typed.cursor) ?? ([], [])
  }

  private func move(by count: Int) -> EditLine.KeyOutcome {
    let (before, after) = characters
    let passed = count < 0 ? before.suffix(-count) : after.prefix(count)
    guard !passed.isEmpty else { return .refused }
    let scalars = passed.reduce(0) { $0 + $1.unicodeScalars.count }
    line.moveCursor(by: count < 0 ? -scalars : scalars)
    return .done
  }

  /// Deletes so many characters before the cursor.
  ///
  /// - Parameter isKept: whether they can be put back by Ctrl-Y.
  private func delete(before count: Int, isKept: Bool = true) -> EditLine.KeyOutcome {
    let text = characters.before.suffix(count).joined()
    guard !text.isEmpty else { return .refused }
    if isKept { deleted = text }
    line.delete(text.unicodeScalars.count)
    return .done
  }

  /// Deletes so many characters behind the cursor.
  private func delete(after count: Int, isKept: Bool = true) -> EditLine.KeyOutcome {
    let text = characters.after.prefix(count).joined()
    guard !text.isEmpty else { return .refused }
    line.moveCursor(by: text.unicodeScalars.count)
    if isKept { deleted = text }
    line.delete(text.unicodeScalars.count)
    return .done
  }
}
