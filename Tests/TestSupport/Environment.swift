import FoundationEssentials

/// A number from the environment; the usual one if it names none.
package func number(_ variable: String, or usual: Int) -> Int {
  ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? usual
}
