extension StringProtocol {
  /// The text in lines of at most `columns` columns, broken at spaces where there are any.
  ///
  /// Line breaks of the text stay; a word wider than a line is cut. Spaces at a break are dropped,
  /// those that begin a line of the text are kept and repeated under it, so that lists stay lists.
  package func wrapped(to columns: Int) -> [String] {
    let columns = Swift.max(columns, 1)
    return split(separator: "\n", omittingEmptySubsequences: false).flatMap {
      LineWrapper.wrap($0, to: columns)
    }
  }

  /// The text with spaces behind it, up to `columns` columns.
  package func padded(to columns: Int) -> String {
    String(self) + String(repeating: " ", count: Swift.max(0, columns - DisplayWidth.of(self)))
  }

  /// The beginning of the text that fits `columns` columns.
  package func truncated(to columns: Int) -> String {
    var width = 0
    var escapes = EscapeSkipper()
    return String(
      prefix { character in
        if escapes.skips(character) { return true }
        width += DisplayWidth.of(character)
        return width <= columns
      })
  }
}

extension String {
  /// A row of a frame: without control characters but those of styles, and cut if it is too wide.
  func fitting(_ columns: Int) -> String {
    var scalars = unicodeScalars
    scalars.removeAll { $0 != "\u{1B}" && $0.properties.generalCategory == .control }
    let row = String(scalars)
    guard DisplayWidth.of(row) > columns else { return row }
    let text = row.truncated(to: columns)
    return text.contains("\u{1B}") ? text + "\u{1B}[0m" : text
  }
}

private struct LineWrapper {
  let columns: Int
  let indent: String
  var lines: [String] = []
  var line: String
  var isBlank = true

  static func wrap(_ text: some StringProtocol, to columns: Int) -> [String] {
    guard DisplayWidth.of(text) > columns else { return [String(text)] }
    var indent = String(text.prefix { $0 == " " })
    if indent.count * 2 > columns { indent = "" }
    var wrapper = LineWrapper(columns: columns, indent: indent, line: indent)
    for word in text.split(separator: " ") { wrapper.add(String(word)) }
    if !wrapper.isBlank { wrapper.lines.append(wrapper.line) }
    return wrapper.lines.isEmpty ? [""] : wrapper.lines
  }

  mutating func add(_ word: String) {
    let width = DisplayWidth.of(word)
    if isBlank, fits(width) {
      append(word)
    } else if fits(width + 1) {
      append(" " + word)
    } else {
      if !isBlank { breakLine() }
      cut(word)
    }
  }

  /// Whether `width` more columns fit this line.
  private func fits(_ width: Int) -> Bool { DisplayWidth.of(line) + width <= columns }

  private mutating func append(_ text: String) {
    line += text
    isBlank = false
  }

  private mutating func breakLine() {
    lines.append(line)
    line = indent
    isBlank = true
  }

  private mutating func cut(_ word: String) {
    var rest = Substring(word)
    while !fits(DisplayWidth.of(rest)) {
      let piece = rest.truncated(to: columns - DisplayWidth.of(line))
      // One character wider than the whole line still has to go somewhere.
      let count = Swift.max(piece.count, 1)
      append(String(rest.prefix(count)))
      rest = rest.dropFirst(count)
      if rest.isEmpty { return }
      breakLine()
    }
    append(String(rest))
  }
}
