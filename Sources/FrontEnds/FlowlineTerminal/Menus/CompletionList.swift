/// The candidates of a completion as lines for the screen.
enum CompletionList {
  /// The most that are shown; the rest is counted.
  static let limit = 100

  /// The lines, filled column by column, each at most `columns` wide; one a line if `isPlain`.
  static func lines(_ displays: [String], columns: Int, isPlain: Bool) -> [String] {
    let shown = displays.prefix(limit).map { OneLine.text($0) }
    let more = displays.count > limit ? ["... +\(displays.count - limit)"] : []
    let widths = shown.map { DisplayWidth.of($0) }
    let cell = (widths.max() ?? 0) + 2
    let perLine = isPlain ? 1 : max(1, (columns + 1) / cell)
    let rows = (shown.count + perLine - 1) / perLine
    let lines = (0..<rows).map { row in
      let line = stride(from: row, to: shown.count, by: rows).map { shown[$0].padded(to: cell) }
      return line.joined().trimmingSpacesAtEnd().truncated(to: columns)
    }
    return lines + more
  }
}

extension String {
  fileprivate func trimmingSpacesAtEnd() -> String {
    var text = self
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }
}
