/// Texts that are wider than the room there is.
extension Look {
  /// The text cut to a width, with a mark where it was.
  func cut(_ text: String, to columns: Int) -> String {
    let text = spelled(text)
    guard DisplayWidth.of(text) > columns else { return text }
    let room = columns - DisplayWidth.of(ellipsis)
    return room > 0 ? text.truncated(to: room) + ellipsis : text.truncated(to: columns)
  }

  /// The text cut behind a word, with a mark; the mark alone if not even the first word fits.
  func cutToWord(_ text: String, to columns: Int) -> String {
    let text = spelled(text)
    guard DisplayWidth.of(text) > columns else { return text }
    // The character behind the room tells whether the last word is whole.
    let room = max(columns - DisplayWidth.of(ellipsis), 0)
    let beginning = text.truncated(to: room + 1)
    guard room > 0, let end = beginning.lastIndex(of: " ") else {
      return cut(ellipsis, to: columns)
    }
    return String(beginning[..<end]) + ellipsis
  }

  /// A text of parts with ` · ` between them, with as many as fit and a mark in the place of the
  /// others; cut behind a word if not even the first fits.
  func cutToPart(_ text: String, to columns: Int) -> String {
    guard DisplayWidth.of(spelled(text)) > columns else { return spelled(text) }
    let parts = text.split(separator: " · ").map { spelled(String($0)) }
    for count in (1..<max(parts.count, 1)).reversed() {
      let shown = (parts.prefix(count) + [ellipsis]).joined(separator: dot)
      if DisplayWidth.of(shown) <= columns { return shown }
    }
    return cutToWord(text, to: columns)
  }
}
