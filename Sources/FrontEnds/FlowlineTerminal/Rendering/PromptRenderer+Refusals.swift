package import Flowline

extension PromptRenderer {
  /// Why an answer was not taken, for the lines under the one that was typed.
  ///
  /// A mark points at the characters at fault, if the refusal names some. Colour is never all that
  /// shows an error: the line begins with the word.
  ///
  /// - Parameters:
  ///   - refusal: the reason.
  ///   - typed: the text that was typed.
  ///   - input: what was before the typed text; nil if no line was typed here.
  /// - Returns: the lines, from top to bottom.
  package func lines(
    for refusal: Refusal, typed: String = "", under input: PromptText? = nil
  ) -> [String] {
    // There is nothing to point at where nothing was typed.
    let fault = typed.isEmpty ? nil : refusal.range.flatMap { Fault(in: typed, at: $0) }
    var lines: [String] = []
    if !look.isPlain, let fault { lines = mark(fault, under: input) }
    lines += error(words(refusal.message))
    if look.isPlain, let fault, !fault.text.isEmpty {
      lines += look.lines(
        words("refusal.place", .string(fault.text), .string(String(fault.place))),
        columns: columns)
    }
    return lines
  }

  /// An error in words.
  package func error(_ message: String) -> [String] {
    look.lines("\(words("word.error")) \(message)", .error, columns: columns)
  }

  /// What has failed, in words: with its mark, or as an error in plain mode.
  package func failure(_ message: String) -> [String] {
    guard !look.isPlain else { return error(message) }
    let mark = look.mark(.failure)
    return look.lines("\(mark.text) \(message)", mark.role, columns: columns)
  }

  /// What there is to ask back about an answer.
  func warning(_ refusal: Refusal) -> [String] {
    let message = "\(words("word.warning")) \(words(refusal.message))"
    let manual = look.isPlain ? look.lines(words("confirm.manual"), columns: columns) : []
    return look.lines(message, .warning, columns: columns) + manual
  }

  /// A sentence of the conversation.
  func say(_ message: String) -> [String] { look.lines(message, columns: columns) }

  /// Something to know, in words.
  package func note(_ message: String) -> [String] {
    look.lines(message, .dim, columns: columns)
  }

  private func mark(_ fault: Fault, under input: PromptText?) -> [String] {
    let marks = String(repeating: "^", count: max(1, DisplayWidth.of(fault.text)))
    let offset = (input.map { DisplayWidth.of($0.plainText) } ?? 0) + DisplayWidth.of(fault.before)
    if input != nil, offset + marks.count < columns {
      return [look.paint(String(repeating: " ", count: offset) + marks, .error)]
    }
    // The line went over the edge, or was never shown: its part around the fault is shown again.
    let text = fault.text.truncated(to: max(columns - 6, 1))
    let before = String(fault.before.suffix(max(0, (columns - DisplayWidth.of(text)) / 2 - 4)))
    let excerpt = "  \(before)\(text)"
    guard DisplayWidth.of(excerpt) < columns else { return [] }
    let indent = String(repeating: " ", count: 2 + DisplayWidth.of(before))
    return [
      excerpt,
      look.paint(
        indent + String(repeating: "^", count: max(1, DisplayWidth.of(text))), .error),
    ]
  }
}

/// The characters of a typed text that are at fault, and what is before them.
struct Fault {
  let before: String
  let text: String
  /// The first of the characters, counted from 1.
  let place: Int

  init?(in typed: String, at range: Range<Int>) {
    let characters = Array(typed)
    let start = range.lowerBound
    guard start >= 0, start <= characters.count else { return nil }
    let end = min(max(range.upperBound, start), characters.count)
    before = OneLine.text(String(characters[..<start]))
    text = OneLine.text(String(characters[start..<end]))
    place = start + 1
  }
}
