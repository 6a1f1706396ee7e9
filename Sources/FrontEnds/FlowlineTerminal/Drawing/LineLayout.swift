import CLibEditShims
import Glibc

/// Where libedit puts the characters of a prompt and a line on the screen.
struct LineLayout: Equatable {
  /// The most columns one character takes: libedit spells out what cannot be printed.
  static let widest = 8

  /// The row the cursor stands in, counted from the one where the prompt begins.
  private(set) var cursorRow = 0

  /// The column the cursor stands in.
  private(set) var cursorColumn = 0

  /// The last row.
  private(set) var lastRow = 0

  /// The column behind the last character.
  private(set) var lastColumn = 0

  /// Lays out `before`, prompt included, then the cursor, then `after`.
  init(before: String, after: String = "", columns: Int) {
    var place = Place(columns: max(columns, 2))
    for scalar in before.unicodeScalars { place.put(scalar) }
    (cursorRow, cursorColumn) = (place.row, place.column)
    for scalar in after.unicodeScalars { place.put(scalar) }
    (lastRow, lastColumn) = (place.row, place.column)
  }

  private struct Place {
    let columns: Int
    var row = 0
    var column = 0

    mutating func put(_ scalar: Unicode.Scalar) {
      switch scalar.value {
      case 0x0A: (row, column) = (row + 1, 0)
      case 0x09: repeat { advance(by: 1) } while column % 8 != 0
      // Drawn as ^X.
      case 0..<0x20, 0x7F: spell(2)
      case 0x20..<0x7F: advance(by: 1)
      default:
        let width = Int(flowline_wcwidth(wchar_t(scalar.value)))
        // What is not printed libedit spells out as \U+XXXX.
        if width < 0 { spell(scalar.value > 0xFFFF ? 8 : 7) } else { advance(by: width) }
      }
    }

    private mutating func spell(_ letters: Int) {
      for _ in 0..<letters { advance(by: 1) }
    }

    private mutating func advance(by width: Int) {
      if column + width > columns { (row, column) = (row + 1, 0) }
      column += width
      if column >= columns { (row, column) = (row + 1, 0) }
    }
  }
}
