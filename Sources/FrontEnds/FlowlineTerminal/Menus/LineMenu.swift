/// Rows below a line that is being read: what can be answered, to be chosen by the arrow keys.
///
/// One item is selected from the start, unless the menu begins without a selection. Up and Down move the selection, wrapping at the ends; Page Up and
/// Page Down move it by as many as are seen. Enter answers with the text of what is selected. Where
/// several may be taken, Space marks an item unless a text is being typed, and Enter answers with all
/// that are marked, in the order of the items, joined by ", ". Where one is taken, a Space does not begin
/// a text. Typing asks for the items anew and selects the first; if none is left Enter answers with what
/// is typed. Taking back what was typed selects what was selected before. Tab completes what is typed,
/// or moves the selection down. Esc selects and marks what was at first.
package struct LineMenu {
  /// One thing to choose.
  package struct Item: Equatable, Sendable {
    /// What Enter answers with.
    package var text: String

    /// What is shown.
    package var display: String

    /// Creates an item that is shown as `display`, or as its text.
    package init(_ text: String, display: String? = nil) {
      self.text = text
      self.display = display ?? text
    }
  }

  /// The rows for the items.
  ///
  /// - Parameters:
  ///   - items: All that match what is typed.
  ///   - cursor: The index of the selected item; nil if there are no items.
  ///   - marked: The texts of those that are marked.
  ///   - columns: How wide a row may be; what is wider is cut.
  ///   - rows: How many there may be at the most, one at least. ``MenuWindow`` says which items fit.
  package typealias Drawing = (
    _ items: [Item], _ cursor: Int?, _ marked: Set<String>, _ columns: Int, _ rows: Int
  ) -> [String]

  /// What matches the text that is typed, without the spaces at its ends unless they count.
  package var items: (_ typed: String) -> [Item]

  /// Whether several may be taken.
  package var takesSeveral = false

  /// Whether a text that the line has from the start, and that nothing matches, leaves all items to
  /// be seen, none of them selected: a refused answer takes no choice away.
  var keepsItems = false

  /// Whether spaces at the ends of what is typed count.
  var countsSpaces = false

  /// Whether the items are in one row, so that Left and Right move the selection in an empty line.
  var isInline = false

  /// Whether nothing is selected until somebody types or moves, if ``selected`` is nil.
  var isUnselected = false

  /// The text of the item that is selected while nothing is typed; nil for the first.
  package var selected: String?

  /// The texts of the items that are marked at first.
  package var marked: [String] = []

  /// Draws the rows; called after each change.
  ///
  /// They may be styled by SGR sequences.
  package var draw: Drawing

  /// Creates a menu.
  package init(
    items: @escaping (_ typed: String) -> [Item], takesSeveral: Bool = false,
    selected: String? = nil, marked: [String] = [], draw: @escaping Drawing
  ) {
    self.items = items
    self.takesSeveral = takesSeveral
    self.selected = selected
    self.marked = marked
    self.draw = draw
  }
}

extension LineMenu.Item {
  /// What leaves a question without an answer: an empty line.
  static func leaveOut(_ words: Words) -> Self { Self("", display: words("menu.leave-out")) }
}

/// What is shown dim behind a line while the cursor is at its end.
package enum LineGhost: Equatable, Sendable {
  /// What would follow what is typed. Right, End and Ctrl-F put it into the line.
  case completion(String)

  /// Words about the line; they are two spaces away if something is typed.
  case remark(String)
}

extension LineGhost {
  var text: String {
    switch self {
    case .completion(let text), .remark(let text): text
    }
  }

  /// What is shown of it in so many columns; nil if nothing fits.
  ///
  /// Of a completion the beginning, of a remark all or what is before the words in brackets at its end.
  func fitting(_ columns: Int) -> String? {
    switch self {
    case .completion(let text):
      let beginning = OneLine.text(text).truncated(to: columns)
      return beginning.isEmpty ? nil : beginning
    case .remark(let text):
      let remark = OneLine.text(text)
      return [remark, remark.withoutBracketsAtEnd].first { DisplayWidth.of($0) <= columns }
    }
  }
}

extension String {
  /// The text without words in brackets that end it.
  fileprivate var withoutBracketsAtEnd: String {
    guard hasSuffix(")") else { return self }
    var depth = 0
    for index in indices.reversed() {
      if self[index] == ")" { depth += 1 }
      if self[index] == "(" { depth -= 1 }
      guard depth == 0 else { continue }
      let rest = self[..<index].trimmingSpaces
      return rest.isEmpty ? self : rest
    }
    return self
  }
}
