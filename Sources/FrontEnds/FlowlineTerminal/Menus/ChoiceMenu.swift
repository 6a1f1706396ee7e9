import Flowline

/// The choices of a question as rows below the line, to be walked by the arrow keys.
struct ChoiceMenu {
  private let look: Look
  private let words: Words
  private let choices: [Choice]
  private let takesSeveral: Bool
  /// The row that leaves the question without an answer; nil if it must have one.
  private let leaveOut: LineMenu.Item?
  private let filter: ChoiceFilter
  private let answers: [String]
  /// The place of each choice by what answers with it.
  private let places: [String: Int]
  /// The columns of the widest label and of the widest detail.
  private let widest: (label: Int, detail: Int)

  /// The most rows that a long list takes.
  private static let longest = 12

  /// - Parameter isOptional: whether the question may be left without an answer: of one choice, by a row
  ///   of its own.
  init(of kind: PromptKind, isOptional: Bool = false, look: Look, words: Words) {
    self.look = look
    self.words = words
    choices = kind.choices
    let takesSeveral = if case .choices = kind { true } else { false }
    self.takesSeveral = takesSeveral
    leaveOut = isOptional && !takesSeveral ? .leaveOut(words) : nil
    filter = ChoiceFilter(choices)
    let answers = choices.indices.map(filter.answer)
    self.answers = answers
    places = Dictionary(
      zip(answers, answers.indices), uniquingKeysWith: { first, _ in first })
    let details = choices.compactMap { $0.detail.map { DisplayWidth.of($0.line) } }
    widest = (choices.map { DisplayWidth.of($0.label.line) }.max() ?? 0, details.max() ?? 0)
  }

  /// The menu for a line.
  ///
  /// - Parameter answer: what is selected or marked at first, as it would be typed; nil for the first row
  ///   alone.
  /// - Returns: the menu; nil if `answer` names something else than choices.
  func menu(selecting answer: String?) -> LineMenu? {
    let named = answer.map { takesSeveral ? $0.split(separator: ",").map(String.init) : [$0] } ?? []
    let selected = named.compactMap(filter.place).map { answers[$0] }
    guard selected.count == named.count else { return nil }
    var isCommand = false
    var menu = LineMenu(
      items: { typed in
        isCommand = typed.trimmingSpaces.hasPrefix(":")
        return isCommand ? [] : items(fitting: typed)
      },
      takesSeveral: takesSeveral, selected: selected.first, marked: takesSeveral ? selected : [],
      draw: { items, cursor, marked, columns, rows in
        // Beside a command nothing is to be chosen.
        isCommand ? [] : draw(items, cursor, marked, columns, rows)
      })
    menu.keepsItems = true
    return menu
  }

  /// What fits the text that is typed: where several may be taken, the part behind the last comma.
  ///
  /// No text fits the row that leaves the question without an answer.
  func items(fitting typed: String) -> [LineMenu.Item] {
    let part =
      takesSeveral
      ? typed.split(separator: ",", omittingEmptySubsequences: false).last.map(String.init) ?? ""
      : typed
    let fitting = filter.fitting(part).map { index in
      LineMenu.Item(answers[index], display: choices[index].label.line.isolated)
    }
    guard let leaveOut, typed.trimmingSpaces.isEmpty else { return fitting }
    return [leaveOut] + fitting
  }

  /// The rows; of a long list those around the cursor, and how many more there are.
  func draw(
    _ items: [LineMenu.Item], _ cursor: Int?, _ marked: Set<String>, _ columns: Int, _ rows: Int
  ) -> [String] {
    guard !items.isEmpty else {
      return [look.paint(look.cut("    " + words("menu.none"), to: columns), .dim)]
    }
    // Of a long list a part is enough: what stood above is not pushed away for it.
    let rows = items.count > ChoiceFilter.glance ? min(rows, Self.longest) : rows
    let window = MenuWindow(of: items.count, cursor: cursor, rows: rows)
    var lines = window.range.map { place in
      let isMarked = marked.contains(items[place].text)
      return row(items[place], isAtCursor: place == cursor, isMarked: isMarked, columns)
    }
    let more = window.before + window.after
    if more > 0, rows > 1 {
      // This row is below the others, wherever the rest is.
      let key = window.after == 0 ? "menu.more.above" : "menu.more"
      let text = "    " + words(key, .integer(more))
      lines.append(look.paint(look.cut(text, to: columns), .dim))
    }
    return lines
  }

  /// The choices of which a row does not have all in so many columns.
  func cutChoices(at columns: Int) -> [Int] {
    let mark = takesSeveral ? 4 : 0
    let gutter = String(repeating: " ", count: 4 + mark + String(choices.count).count)
    let column = labelWidth(columns, behind: gutter)
    return choices.indices.filter { index in
      let label = DisplayWidth.of(look.spelled(choices[index].label.line.isolated))
      let detail = choices[index].detail.map { DisplayWidth.of(look.spelled($0.line)) } ?? 0
      let width = detail > 0 ? max(label, column) + 2 + detail : label
      return gutter.count + width > columns
    }
  }

  private func row(
    _ item: LineMenu.Item, isAtCursor: Bool, isMarked: Bool, _ columns: Int
  ) -> String {
    let place = places[item.text]
    let number = place.map { String($0 + 1) } ?? ""
    let indent = String(repeating: " ", count: String(choices.count).count - number.count)
    let pointer = isAtCursor ? look.pointer : " "
    let mark = takesSeveral ? (isMarked ? "[x] " : "[ ] ") : ""
    let gutter = "\(pointer) \(mark)\(indent)\(number)  "
    let line = gutter + item.display
    let role: Look.Role = isAtCursor ? .accent : .plain
    guard let detail = place.flatMap({ choices[$0].detail?.line }), !detail.isEmpty else {
      return look.paint(look.cut(line, to: columns), role)
    }
    let label = line.padded(to: DisplayWidth.of(gutter) + labelWidth(columns, behind: gutter))
    let room = columns - DisplayWidth.of(label) - 2
    guard room >= DisplayWidth.of(look.ellipsis) else {
      return look.paint(look.cut(label + "  " + detail, to: columns), role)
    }
    let shown = look.cutToPart(detail, to: room).isolated
    return look.paint(label, role) + "  " + look.paint(shown, .dim)
  }

  /// How wide the labels' column is: as the widest label, unless that leaves the details less than
  /// they need and less than two fifths of the row.
  ///
  /// A wider label moves its own detail.
  private func labelWidth(_ columns: Int, behind gutter: String) -> Int {
    let room = columns - DisplayWidth.of(gutter)
    return min(widest.label, max(room - 2 - min(widest.detail, room * 2 / 5), 0))
  }
}
