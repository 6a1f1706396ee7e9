import Glibc

/// Prints rows in columns as they come.
struct Table {
  private static let widths = [60, 22, 14, 14, 22]

  init() {
    Self.printLine(["what / bare operation", "budget", "subject", "bare", "ratio", "within"])
  }

  func add(_ row: Row) {
    Self.printLine([
      row.what, row.budget, row.subject, row.bare, row.ratio, row.isWithinBudget ? "yes" : "NO",
    ])
  }

  private static func printLine(_ cells: [String]) {
    var line = ""
    for (index, cell) in cells.enumerated() {
      let width = index < widths.count ? widths[index] : 0
      line += cell + String(repeating: " ", count: max(1, width - cell.count))
    }
    print(line)
    fflush(nil)
  }
}
