/// A search backwards through the lines given before: a value without a terminal.
struct HistorySearch {
  /// What is looked for.
  private(set) var pattern = ""

  /// The line as it was when the search began.
  let original: String

  /// The line that was found, or the original.
  var text: String { place.map { entries[$0] } ?? original }

  private let entries: [String]
  private var place: Int?

  /// Creates a search in `entries`, oldest first.
  init(in entries: [String], from original: String) {
    self.entries = entries
    self.original = original
  }

  /// Looks for more letters, from the line found last on; false if nothing has them.
  mutating func add(_ letters: String) -> Bool {
    pattern += letters
    return find(from: place ?? entries.count - 1, by: -1, other: nil)
  }

  /// Looks for one character less, from the newest line on.
  mutating func erase() -> Bool {
    guard !pattern.isEmpty else { return false }
    pattern.removeLast()
    place = nil
    return pattern.isEmpty || find(from: entries.count - 1, by: -1, other: nil)
  }

  /// The next older line, other than the one that is shown.
  mutating func goOlder() -> Bool {
    find(from: (place ?? entries.count) - 1, by: -1, other: text)
  }

  /// The next newer line.
  mutating func goNewer() -> Bool {
    guard let place else { return false }
    return find(from: place + 1, by: 1, other: text)
  }

  /// Goes on with `pattern`, as a search without a row for it does.
  mutating func look(for pattern: String) { self.pattern = pattern }

  private mutating func find(from start: Int, by step: Int, other shown: String?) -> Bool {
    guard !pattern.isEmpty else { return false }
    let wanted = pattern.lowercased()
    var index = start
    while entries.indices.contains(index) {
      if entries[index] != shown, entries[index].lowercased().contains(wanted) {
        place = index
        return true
      }
      index += step
    }
    return false
  }
}
