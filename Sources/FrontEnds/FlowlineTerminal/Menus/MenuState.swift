/// What a person has done in a menu: a value without a terminal.
struct MenuState {
  /// The items that match what is typed.
  private(set) var items: [LineMenu.Item]

  /// The index of the selected item; nil if there are none, or none is selected yet.
  private(set) var cursor: Int?

  /// Whether the selection was moved since something was typed.
  private(set) var isMoved = false

  /// The texts of the items that are marked, in the order of marking.
  private(set) var marked: [String]

  /// The text the items match.
  private(set) var typed: String

  /// Whether the items are all there are, because the text was offered and matches none.
  private var isUnmatched = false

  private let menu: LineMenu
  /// What the line had from the start.
  private let offered: String
  /// What was selected when each shorter beginning of the text was typed, the shortest first.
  private var earlier: [Selection] = []

  init(_ menu: LineMenu, typed: String = "") {
    self.menu = menu
    self.typed = typed
    offered = menu.key(typed)
    marked = menu.marked
    items = []
    findItems()
  }

  /// Whether anything was done but typing.
  var isTouched: Bool { isMoved || marked != menu.marked }

  /// Takes over what is typed now.
  ///
  /// Typing selects the first item that matches. Taking back what was typed selects what was selected
  /// before it was typed. Spaces at either end change nothing, unless they count.
  mutating func type(_ text: String) {
    guard menu.key(text) != menu.key(typed) else {
      typed = text
      return
    }
    if let selection { earlier.append(selection) }
    typed = text
    findItems()
    restore(menu.key(text))
  }

  /// Finds what matches the text, and selects the first.
  private mutating func findItems() {
    items = menu.items(menu.key(typed))
    // Beside a command nothing is to be chosen.
    isUnmatched =
      menu.keepsItems && items.isEmpty && menu.key(typed) == offered && !offered.hasPrefix(":")
    // An empty line would be no answer to a text that is typed.
    if isUnmatched { items = menu.items("").filter { !$0.text.isEmpty } }
    cursor = first
  }

  /// Selects what was selected at this text if it was taken back to it, else the first item.
  private mutating func restore(_ text: String) {
    earlier.removeAll { !text.hasPrefix($0.typed) }
    isMoved = false
    cursor = first
    guard let last = earlier.last, last.typed == text else { return }
    earlier.removeLast()
    guard let place = items.firstIndex(where: { $0.text == last.item }) else { return }
    cursor = place
    isMoved = last.isMoved
  }

  /// What is selected while a text is typed.
  private struct Selection {
    let typed: String
    let item: String
    let isMoved: Bool
  }

  private var selection: Selection? {
    cursor.map {
      Selection(typed: menu.key(typed), item: items[$0].text, isMoved: isMoved)
    }
  }

  /// The item that is selected as long as nobody moves the selection.
  private var first: Int? {
    guard !items.isEmpty, !isUnmatched else { return nil }
    guard isUntyped else { return 0 }
    return items.firstIndex { $0.text == menu.selected } ?? (menu.isUnselected ? nil : 0)
  }

  private var isUntyped: Bool { typed.trimmingSpaces.isEmpty }

  /// Whether a Space would begin the text: it is no part of any item, so it is not typed.
  var ignoresSpace: Bool { isUntyped && !menu.takesSeveral && !items.isEmpty }

  /// Moves the selection by one item, over the ends; false if there is none to move to.
  mutating func move(_ direction: Direction) -> Bool {
    guard !items.isEmpty else { return false }
    let place = cursor ?? (direction == .down ? -1 : items.count)
    cursor = (place + (direction == .down ? 1 : items.count - 1)) % items.count
    isMoved = true
    return true
  }

  /// Whether Left and Right move the selection: the cursor has nowhere to go.
  var takesSideways: Bool { menu.isInline && typed.isEmpty }

  /// Moves the selection by `rows` items, to the ends at the most.
  mutating func turn(_ direction: Direction, by rows: Int) -> Bool {
    guard let place = cursor else { return false }
    cursor = min(max(place + (direction == .down ? rows : -rows), 0), items.count - 1)
    isMoved = true
    return true
  }

  /// Which way the selection goes.
  enum Direction {
    case up
    case down
  }

  /// Marks the selected item, or no longer; false where that is not how it answers.
  mutating func mark() -> Bool {
    guard menu.takesSeveral, let cursor, isUntyped || isMoved else { return false }
    let text = items[cursor].text
    if let place = marked.firstIndex(of: text) {
      marked.remove(at: place)
    } else {
      marked.append(text)
    }
    isMoved = true
    return true
  }

  /// Selects and marks what was at first; false if nothing else was.
  mutating func close() -> Bool {
    guard isTouched else { return false }
    marked = menu.marked
    isMoved = false
    earlier = []
    cursor = first
    return true
  }

  /// What Enter answers with; nil if that is the line as it is typed.
  var answer: String? {
    guard menu.takesSeveral else { return cursor.map { items[$0].text } }
    // Who types names them all; who marks has done so already.
    guard isUntyped || isMoved else { return nil }
    guard !marked.isEmpty else { return isMoved ? cursor.map { items[$0].text } : nil }
    let all = menu.items("").map(\.text)
    let known = all.filter(marked.contains)
    return (known + marked.filter { !known.contains($0) }).joined(separator: ", ")
  }

  /// The rows to draw, as many as fit and as wide as fits.
  func rows(columns: Int, rows: Int) -> [String] {
    guard rows > 0 else { return [] }
    return Array(menu.draw(items, cursor, Set(marked), columns, rows).prefix(rows))
  }
}

extension LineMenu {
  /// What of a text decides which items match.
  fileprivate func key(_ text: String) -> String { countsSpaces ? text : text.trimmingSpaces }
}
