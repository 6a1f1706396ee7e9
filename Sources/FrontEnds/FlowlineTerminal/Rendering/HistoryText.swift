import Flowline

/// Draws the lines that were typed earlier at prompts of one kind.
struct HistoryText {
  let renderer: PromptRenderer

  /// How many lines are shown where nobody says how many.
  static let usual = 20

  /// The last lines, numbered, the newest last.
  func lines(of history: LineHistory, count: Int?) -> [String] {
    let words = renderer.words
    let entries = history.entries
    guard !entries.isEmpty else {
      return WalkReports(renderer: renderer).wrapped(words("history.empty"))
    }
    let digits = String(entries.count).count
    return entries.indices.suffix(count ?? Self.usual).flatMap { index in
      let number = String(index + 1)
      let line = OneLine.text(entries[index])
      guard !renderer.look.isPlain else {
        return words("history.line", .string(number), .string(line)).wrapped(to: renderer.columns)
      }
      let indent = String(repeating: " ", count: 2 + digits - number.count)
      return "\(indent)\(number)  \(line)".wrapped(to: renderer.columns)
    }
  }

  /// Why there is no history at a prompt.
  func noHistory(for prompt: Prompt) -> [String] {
    let reason =
      prompt.isSensitive
      ? "secret" : ["amount", "confirm", "review", "long-text"].first { $0 == prompt.kind.name }
    return WalkReports(renderer: renderer).wrapped(
      renderer.words("history.none.\(reason ?? "other")"))
  }
}
