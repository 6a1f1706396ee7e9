import FoundationEssentials

/// A number from the environment; the usual one if it names none.
package func number(_ variable: String, or usual: Int) -> Int {
  ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? usual
}

/// Whether tests that take minutes run as well: `FLOWLINE_LONG=1`, set by `make test-long`.
package let runsLongTests = ProcessInfo.processInfo.environment["FLOWLINE_LONG"] == "1"
