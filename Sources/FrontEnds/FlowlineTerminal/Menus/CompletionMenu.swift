/// The candidates of a completion as rows to choose from, with what each does.
final class CompletionMenu {
  /// What completes the text that was typed last.
  private(set) var result = CompletionResult(replacing: "", with: [])

  /// The most rows: what stood above is not pushed away for more.
  private static let longest = 12

  private let complete: (_ before: String, _ line: String) -> CompletionResult
  /// The codes of an SGR sequence for what a candidate does.
  private let style: String
  private let look: Look

  init(
    of complete: @escaping (_ before: String, _ line: String) -> CompletionResult, style: String,
    look: Look = TerminalFacts.glyphs
  ) {
    self.complete = complete
    self.style = style
    self.look = look
  }

  /// The menu; without items unless the completion is one.
  var menu: LineMenu {
    var menu = LineMenu(items: items, draw: draw)
    menu.countsSpaces = true
    return menu
  }

  private func items(_ typed: String) -> [LineMenu.Item] {
    result = complete(typed, typed)
    return result.isMenu ? result.candidates.map { .init($0.text, display: $0.display) } : []
  }

  private func draw(
    _ items: [LineMenu.Item], _ cursor: Int?, _ marked: Set<String>, _ columns: Int, _ rows: Int
  ) -> [String] {
    let window = MenuWindow(of: items.count, cursor: cursor, rows: min(rows, Self.longest))
    let width = items.map { DisplayWidth.of($0.display) }.max() ?? 0
    var lines = window.range.map { place in
      let name = "\(place == cursor ? look.pointer : " ") \(items[place].display)"
      let detail = OneLine.text(result.candidates[place].detail)
      let room = columns - width - 4
      guard !detail.isEmpty, room > 0 else { return look.cut(name, to: columns) }
      return name.padded(to: width + 4) + painted(look.cutToPart(detail, to: room))
    }
    let more = window.before + window.after
    if more > 0, rows > 1 {
      lines.append(painted(look.cut("  \(look.ellipsis) +\(more)", to: columns)))
    }
    return lines
  }

  /// The keys that count at what is typed, in one row; nil if the completion has none of its own.
  func keys(columns: Int) -> String? {
    guard var keys = result.keys else { return nil }
    while keys.count > 1, DisplayWidth.of(keys.joined(separator: look.dot)) > columns {
      keys.removeFirst()
    }
    return painted(keys.joined(separator: look.dot))
  }

  private func painted(_ text: String) -> String {
    let text = look.spelled(text)
    return style.isEmpty || text.isEmpty ? text : "\u{1B}[\(style)m\(text)\u{1B}[0m"
  }
}
