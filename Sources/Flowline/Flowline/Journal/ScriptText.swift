/// A script as its text has it: each line with what the reader made of it.
///
/// For changing a script without changing what nobody wants to change: comments, spaces, line ends.
package struct ScriptText: Sendable {
  /// A line.
  package struct Line: Sendable {
    /// The line without its end.
    package let contents: [UInt8]
    /// Its end: a newline, one with a carriage return before it, or nothing.
    package let end: [UInt8]
    fileprivate let reading: Reading

    /// The line without its end, as text.
    package var text: String { String(decoding: contents, as: UTF8.self) }

    /// The word of a line of the head; nil for another line.
    package var headWord: String? { if case .head(let word) = reading { word } else { nil } }

    /// Whether it says nothing: a comment, or an empty line.
    package var isRemark: Bool { if case .remark = reading { true } else { false } }

    /// Whether it has no end, and was dropped.
    package var isDropped: Bool { if case .dropped = reading { true } else { false } }

    fileprivate var entry: JournalEntry? {
      if case .entry(let entry) = reading { entry } else { nil }
    }

    /// Whether another line says the same, however either is written.
    ///
    /// A question without the keys of what can be chosen says the same as one with any.
    package func tells(_ other: Line) -> Bool {
      guard let entry, let other = other.entry, entry.verb == other.verb else { return false }
      return entry.tells(other) || entry.verb == .show && other.tells(entry)
    }
  }

  fileprivate typealias Reading = ScriptReader.Reading

  /// What was read.
  package let script: Script
  /// The byte-order mark, if the text begins with one.
  package let mark: [UInt8]
  /// The lines, in order.
  package let lines: [Line]

  /// The verbs that a replay compares.
  private let compared: Set<JournalEntry.Verb>

  /// Reads a script from a file.
  ///
  /// - Parameter bytes: the script.
  /// - Throws: ``UnreadableScript``.
  package init(parsing bytes: [UInt8]) throws(UnreadableScript) {
    var lines: [Line] = []
    script = try ScriptReader.read(bytes, from: .file) { place, reading in
      lines.append(
        Line(
          contents: Array(bytes[place.contents]), end: Array(bytes[place.end]), reading: reading))
    }
    self.lines = lines
    mark = Array(bytes.prefix(bytes.lengthOfMark))
    compared = script.comparedVerbs
  }

  /// Reads a journal as the script that it is written as.
  ///
  /// - Parameter journal: the journal.
  /// - Throws: ``UnreadableScript``.
  package init(of journal: Journal) throws(UnreadableScript) {
    try self.init(parsing: Array(journal.text.utf8))
  }

  /// Whether a replay of this script compares what a line of it, or of the replay, says.
  package func compares(_ line: Line) -> Bool {
    line.entry.map { compared.contains($0.verb) } ?? false
  }

  /// A line of another script as it may be shown.
  ///
  /// What it says of a step that this script has the mark of a secret for is replaced by that mark.
  package func shown(_ line: Line) -> String {
    guard let entry = line.entry, entry.verb == .answer || entry.verb == .refuse,
      lines.contains(where: { $0.entry?.id == entry.id && $0.entry?.payload.containsMark == true })
    else { return line.text }
    return entry.textWithoutValue
  }
}
