/// A line of a film while it is typed: the prompt, the text, and what stands beside it.
struct CastLine: Equatable {
  /// What is drawn behind a line and below it.
  struct Beside: Equatable {
    /// Dim words behind the text.
    var ghost = ""
    /// The rows of a menu, with their styles.
    var rows: [String] = []
  }

  /// What stands before the text, without styles and with them.
  var prompt = ""
  var styled = ""
  var text = ""
  var beside = Beside()

  /// How many rows prompt and text take.
  func rows(columns: Int) -> Int {
    let columns = max(columns, 1)
    return max(1, (DisplayWidth.of(prompt + text) + columns - 1) / columns)
  }

  /// Goes from the end of the text to the start of the prompt, and clears all from there.
  func start(columns: Int) -> String {
    let up = rows(columns: columns) - 1
    return (up > 0 ? "\r\u{1B}[\(up)A" : "\r") + "\u{1B}[J"
  }

  /// Draws the line from its start; the cursor stands at the end of the text then.
  func drawing(columns: Int) -> String { styled + text + drawing(beside, columns: columns) }

  /// Draws what stands beside the text, from its end and back there.
  func drawing(_ beside: Beside, columns: Int) -> String {
    guard beside != Beside() else { return "" }
    let count = beside.rows.count
    // Rows that are not there yet scroll in. Then nothing moves any more, and the place can be
    // remembered.
    var output =
      count > 0 ? String(repeating: "\u{1B}D", count: count) + "\u{1B}[\(count)A" : ""
    output += "\u{1B}7"
    let room = columns - DisplayWidth.of(prompt + text) % max(columns, 1) - 1
    let ghost = room > 0 ? beside.ghost.truncated(to: room) : ""
    if !ghost.isEmpty { output += "\u{1B}[2m\(ghost)\u{1B}[0m" }
    for row in beside.rows { output += "\r\n\(row)\u{1B}[0m" }
    return output + "\u{1B}8"
  }
}
