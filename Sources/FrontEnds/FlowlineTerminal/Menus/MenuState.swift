/// What a person has done in a menu: a value without a terminal.
struct MenuState {
  /// The items that match what is typed.
  private(set) var items: [LineMenu.Item]

  /// The index of the item under the cursor, if it shows.
  private(set) var cursor: Int?

  /// The texts of the items that are marked, in the order of marking.
  private(set) var marked: [String] = []

  /// The text the items match.
  private(set) var typed: String

  private let menu: LineMenu

  init(_ menu: LineMenu, typed: String = "") {
    self.menu = menu
    self.typed = typed
    items = menu.items(typed)
  }

  /// Takes over what is typed now.
  mutating func type(_ text: String) {
    guard text != typed else { return }
    typed = text
    cursor = nil
    items = menu.items(text)
  }

  /// Moves the cursor by one item, over the ends; false if there is none to move to.
  mutating func move(_ direction: Direction) -> Bool {
    guard !items.isEmpty else { return false }
    switch (direction, cursor) {
    case (.down, let place?): cursor = (place + 1) % items.count
    case (.down, nil): cursor = 0
    case (.up, let place?): cursor = (place + items.count - 1) % items.count
    case (.up, nil): cursor = items.count - 1
    }
    return true
  }

  /// Moves the cursor by `rows` items, to the ends at the most.
  mutating func turn(_ direction: Direction, by rows: Int) -> Bool {
    guard !items.isEmpty else { return false }
    let place = cursor ?? 0
    cursor = min(max(place + (direction == .down ? rows : -rows), 0), items.count - 1)
    return true
  }

  /// Which way the cursor goes.
  enum Direction {
    case up
    case down
  }

  /// Marks the item under the cursor, or no longer; false where that is not how it answers.
  mutating func mark() -> Bool {
    guard menu.takesSeveral, let cursor, items.indices.contains(cursor) else { return false }
    let text = items[cursor].text
    if let place = marked.firstIndex(of: text) {
      marked.remove(at: place)
    } else {
      marked.append(text)
    }
    return true
  }

  /// Takes the cursor away, and the marks with it; false if there was neither.
  mutating func close() -> Bool {
    guard cursor != nil || !marked.isEmpty else { return false }
    cursor = nil
    marked = []
    return true
  }

  /// What Enter answers with; `nil` if that is the line as it is typed.
  var answer: String? {
    if !marked.isEmpty, cursor != nil || typed.isEmpty {
      let all = menu.items("").map(\.text)
      let known = all.filter(marked.contains)
      return (known + marked.filter { !known.contains($0) }).joined(separator: ", ")
    }
    return cursor.flatMap { items.indices.contains($0) ? items[$0].text : nil }
  }

  /// The rows to draw, as many as fit and as wide as fits.
  func rows(columns: Int, rows: Int) -> [String] {
    guard rows > 0, !items.isEmpty else { return [] }
    return Array(menu.draw(items, cursor, Set(marked), columns, rows).prefix(rows))
  }
}
