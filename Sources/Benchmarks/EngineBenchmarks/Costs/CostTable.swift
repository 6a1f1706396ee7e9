import Glibc

/// Prints the exponents of costs as they are measured.
struct CostTable {
  init() {
    Self.printLine(["cost", "exponent", "budget", "sizes", "milliseconds", "within"])
  }

  func add(_ cost: Cost) {
    let measured = CostMeasurement(cost)
    let sizes = [measured.points.first, measured.points.last].compactMap { $0 }
    Self.printLine([
      "\(cost.name): \(cost.what)", "\(measured.exponent.rounded(to: 2))",
      "\(CostMeasurement.budget)", sizes.map { "\($0.size)" }.joined(separator: " to "),
      sizes.map { "\(($0.time / 1e6).rounded(to: 3))" }.joined(separator: " to "),
      measured.isWithinBudget ? "yes" : "NO",
    ])
  }

  private static func printLine(_ cells: [String]) {
    let widths = [72, 10, 8, 16, 22, 6]
    print(
      zip(cells, widths).map { cell, width in
        cell + String(repeating: " ", count: max(1, width - cell.count))
      }.joined())
    fflush(nil)
  }
}
