import Flowline
import FlowlineTerminal

/// What a shell is offered that only a run of the program knows: flows, sessions, steps, choices.
///
/// Each takes the words of the command line, the index of the one that is being typed, and what
/// is before the cursor.
enum Completions {
  static func flows(_ words: [String], _ index: Int, _ begun: String) -> [String] {
    Suggestion.flowIDs(for: words)
  }

  /// The sessions that can be resumed, and the word for the last one.
  static func sessions(_ words: [String], _ index: Int, _ begun: String) -> [String] {
    let unfinished = ((try? Program.current.library.store.sessions()) ?? []).filter(\.isUnfinished)
    let ids = ShortIDs(unfinished.map(\.id))
    return (unfinished.isEmpty ? [] : ["last"]) + unfinished.map { ids[$0.id] }
  }

  /// How long somebody at a shell may wait for what a flow asks.
  private static let patience = Deadline.seconds(2)

  /// The step that the flow asks next, or what may be chosen there.
  static func answers(_ words: [String], _ index: Int, _ begun: String) -> [String] {
    guard let world = Program.current.suggestedWorld(words),
      let entry = words.lazy.compactMap({ world.catalog[FlowID($0)] }).first
    else { return [] }
    let last = words.last ?? ""
    var prepared = PreparedAnswers()
    for answer in given(in: words) where answer != last || !last.contains("=") {
      let parts = answer.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { prepared.add(.text(String(parts[1])), for: String(parts[0])) }
    }
    guard
      let description = try? Description(
        of: entry, in: world.environment, answers: prepared, within: patience),
      case .asks(let prompt) = description.standing
    else { return [] }
    let values =
      prompt.kind == .confirm ? ["yes", "no"] : prompt.kind.choices.map(\.key)
    let step = prompt.id.rawValue
    return values.isEmpty ? ["\(step)="] : values.map { "\(step)=\($0)" }
  }

  /// What is behind each `--answer`.
  private static func given(in words: [String]) -> [String] {
    zip(words, words.dropFirst()).compactMap { $0 == "--answer" ? $1 : nil }
  }
}
