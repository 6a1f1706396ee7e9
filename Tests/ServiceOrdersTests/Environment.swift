import FoundationEssentials

/// A number from the environment.
func number(_ name: String, or fallback: Int) -> Int {
  ProcessInfo.processInfo.environment[name].flatMap(Int.init) ?? fallback
}
