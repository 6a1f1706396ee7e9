/// A text as the characters that a person counts, each with the place where it is drawn.
///
/// Kept up to date with little work as the text changes: what is before the change is not looked
/// at again.
struct TextCells {
  /// One character of the text.
  struct Cell: Equatable {
    /// The first of its scalars, and how many they are.
    var scalars: Range<Int>
    /// The columns it takes.
    var width: Int
    /// Where it is drawn.
    var place: ScreenPlace
    /// Behind its last column.
    var end: ScreenPlace { ScreenPlace(row: place.row, column: place.column + width) }
  }

  /// The text.
  private(set) var scalars: [Unicode.Scalar] = []
  /// Its characters in order.
  private(set) var cells: [Cell] = []
  /// Where the next character would be drawn.
  var end: ScreenPlace { flow.place }

  /// What is behind the text goes on here.
  private(set) var flow: CellFlow
  private let start: CellFlow

  /// - Parameter start: what is before the text.
  init(after start: CellFlow) {
    self.start = start
    flow = start
  }

  /// Makes the cells of a text.
  init(_ text: some StringProtocol, after start: CellFlow) {
    self.init(after: start)
    update(to: Array(text.unicodeScalars))
  }

  /// Takes over a text that was changed.
  mutating func update(to new: [Unicode.Scalar]) {
    let count = min(scalars.count, new.count)
    var same = 0
    while same < count, scalars[same] == new[same] { same += 1 }
    if same == scalars.count, same == new.count { return }
    // What comes now may join the character before it.
    while let last = cells.last, last.scalars.upperBound >= same { cells.removeLast() }
    scalars = new
    flow = start
    if let last = cells.last {
      flow.place = last.place
      _ = put(last.scalars, last.width)
    }
    append(from: cells.last?.scalars.upperBound ?? 0)
  }

  private mutating func put(_ range: Range<Int>, _ width: Int) -> ScreenPlace {
    scalars[range.lowerBound] == "\n" ? flow.breakLine() : flow.put(width)
  }

  private mutating func append(from first: Int) {
    var index = first
    while index < scalars.count {
      let next = Self.isSimple(scalars, index) ? index + 1 : Self.end(of: scalars, index)
      let width = Self.width(scalars[index..<next])
      let place = put(index..<next, width)
      cells.append(Cell(scalars: index..<next, width: width, place: place))
      index = next
    }
  }

  /// The characters' texts between two of them.
  func text(_ range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[range])
    return String(view)
  }

  /// How many characters there are before a scalar; one in the middle of a character counts as at
  /// its beginning.
  func count(before scalar: Int) -> Int {
    var (low, high) = (0, cells.count)
    while low < high {
      let middle = (low + high) / 2
      if cells[middle].scalars.upperBound <= scalar { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The scalars of the character in whose middle a place is; nil if it is between two.
  func cell(around scalar: Int) -> Range<Int>? {
    let index = count(before: scalar)
    guard index < cells.count, cells[index].scalars.lowerBound < scalar else { return nil }
    return cells[index].scalars
  }

  /// The characters before a scalar, and those behind it.
  func texts(around scalar: Int) -> (before: [String], after: [String]) {
    let index = count(before: scalar)
    let texts = cells.map { text($0.scalars) }
    return (Array(texts[..<index]), Array(texts[index...]))
  }

  /// The first character in a row, or behind it if it has none.
  func firstCell(inRow row: Int) -> Int {
    var (low, high) = (0, cells.count)
    while low < high {
      let middle = (low + high) / 2
      if cells[middle].place.row < row { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether a character is a line break.
  func isBreak(_ cell: Cell) -> Bool { scalars[cell.scalars.lowerBound] == "\n" }

  /// Where the cursor is before a scalar.
  func place(before scalar: Int) -> ScreenPlace {
    let index = count(before: scalar)
    return index < cells.count ? cells[index].place : end
  }
}

extension TextCells {
  /// The most scalars one character may have; what has more is several.
  static let longest = 32

  /// Whether a character begins and ends with this scalar, as it plainly does in most texts.
  private static func isSimple(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    isAlone(scalars[index]) && (index + 1 == scalars.count || isAlone(scalars[index + 1]))
  }

  /// Letters and signs of which none joins another: Latin, Greek, Cyrillic, kana, ideographs.
  private static func isAlone(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA1...0xA8, 0xAA...0xAC, 0xAF...0x2FF, 0x370...0x482, 0x48A...0x52F,
      0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF:
      true
    default: scalar == "\n"
    }
  }

  private static func end(of scalars: [Unicode.Scalar], _ start: Int) -> Int {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[start...].prefix(longest))
    return start + (String(view).first?.unicodeScalars.count ?? 1)
  }

  private static func width(_ scalars: ArraySlice<Unicode.Scalar>) -> Int {
    guard let first = scalars.first else { return 0 }
    if scalars.count == 1, isAlone(first), first.value < 0x530 { return first == "\n" ? 0 : 1 }
    return max(DisplayWidth.of(character(of: scalars)), 1)
  }

  private static func character(of scalars: ArraySlice<Unicode.Scalar>) -> Character {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view).first ?? " "
  }

  /// What is drawn for a character: itself, or something to be seen in the place of what cannot be.
  func drawn(_ cell: Cell, columns: Int) -> String {
    if cell.width > columns { return "\u{FFFD}" }
    let text = text(cell.scalars)
    guard let character = text.first, DisplayWidth.of(character) == 0 else { return text }
    // A mark without a letter is shown under a circle; what else cannot be seen, as something unknown.
    let isMark = scalars[cell.scalars].allSatisfy {
      $0.properties.isGraphemeExtend && $0.value > 0x2FF
    }
    return isMark ? "\u{25CC}" + text : "\u{FFFD}"
  }
}

/// A place on the screen, counted from where a prompt begins.
struct ScreenPlace: Equatable, Comparable {
  var row = 0
  var column = 0

  /// The same place, counted from a row further down.
  func above(_ rows: Int) -> ScreenPlace { ScreenPlace(row: row - rows, column: column) }

  static func < (left: ScreenPlace, right: ScreenPlace) -> Bool {
    (left.row, left.column) < (right.row, right.column)
  }
}

/// Puts characters one after the other into rows of so many columns.
///
/// A character that does not fit its row is at the beginning of the next; behind one that fills
/// its row the cursor is at the beginning of the next.
struct CellFlow {
  let columns: Int
  var place = ScreenPlace()

  init(columns: Int) { self.columns = max(columns, 2) }

  /// Puts a character; gives its place.
  mutating func put(_ width: Int) -> ScreenPlace {
    let width = width > columns ? 1 : width
    if place.column + width > columns { place = ScreenPlace(row: place.row + 1, column: 0) }
    defer {
      place.column += width
      if place.column >= columns { place = ScreenPlace(row: place.row + 1, column: 0) }
    }
    return place
  }

  /// Goes to the next row; gives the place that is left.
  mutating func breakLine() -> ScreenPlace {
    defer { place = ScreenPlace(row: place.row + 1, column: 0) }
    return place
  }
}
