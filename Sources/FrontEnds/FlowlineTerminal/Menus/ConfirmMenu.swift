import Flowline

/// Yes and no in a row below the line, to be chosen by the arrow keys or typed.
///
/// Nothing is selected that the question does not take by default: Enter alone orders nothing.
struct ConfirmMenu {
  let look: Look
  let words: Words
  /// Whether the question may be left without an answer, by an item of its own.
  var isOptional = false

  /// The menu for a line.
  ///
  /// - Parameter answer: what is selected at first; nil for neither, which leaves an optional question
  ///   without an answer.
  func menu(selecting answer: Bool?) -> LineMenu {
    var menu = LineMenu(
      items: items, selected: answer.map { item($0).text },
      draw: { items, cursor, _, columns, _ in
        items.isEmpty ? [] : [row(items, cursor, columns)]
      })
    menu.isInline = true
    menu.keepsItems = true
    menu.isUnselected = answer == nil && !isOptional
    if answer == nil, isOptional { menu.selected = LineMenu.Item.leaveOut(words).text }
    return menu
  }

  private func item(_ answer: Bool) -> LineMenu.Item {
    let word = words(answer ? "value.yes" : "value.no")
    return LineMenu.Item(word, display: word.asBeginning)
  }

  /// What fits the text that is typed: a word for yes or no in any language, or the beginning of one.
  private func items(fitting typed: String) -> [LineMenu.Item] {
    if let answer = words.yesOrNo(typed) { return [item(answer)] }
    let fitting = [item(true), item(false)].filter {
      $0.text.lowercased().hasPrefix(typed.lowercased())
    }
    return isOptional && typed.isEmpty ? fitting + [.leaveOut(words)] : fitting
  }

  private func row(_ items: [LineMenu.Item], _ cursor: Int?, _ columns: Int) -> String {
    let row = items.enumerated().map { index, item in
      "\(index == cursor ? look.pointer : " ") \(item.display)"
    }
    guard DisplayWidth.of(row.joined(separator: "   ")) <= columns else {
      return look.cut(cursor.map { row[$0] } ?? row[0], to: columns)
    }
    return row.enumerated().map { index, text in
      look.paint(text, index == cursor ? .accent : .plain)
    }
    .joined(separator: "   ")
  }
}
