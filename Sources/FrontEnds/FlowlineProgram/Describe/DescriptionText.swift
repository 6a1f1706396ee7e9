import Flowline
import FlowlineTerminal

/// A description for people: each question with the flag that answers it.
struct DescriptionText {
  let entry: FlowCatalogEntry
  let description: Description
  let words: Words

  var lines: [String] {
    var lines = ["\(entry.id.rawValue): \(words(entry.summary))", ""]
    for question in description.questions {
      let prompt = question.prompt
      let missing = MissingText(prompt, words)
      lines.append("\(prompt.path): \(OneLine.text(prompt.question.text))")
      lines.append("  \(OneLine.text(prompt.accepts.text))")
      lines += Self.table(of: prompt.kind.choices)
      if question.isAnswered {
        let answer = question.answer?.text ?? words("describe.hidden")
        lines.append("  " + words("describe.answered", .string(answer)))
      } else {
        lines.append("  " + (missing.example ?? missing.flag("VALUE")))
      }
      lines.append("")
    }
    return lines + [comment]
  }

  /// The choices below each other: their keys, their labels, what is said of them.
  private static func table(of choices: [Choice]) -> [String] {
    let rows = choices.map { choice in
      [choice.key] + [choice.label, choice.detail].map { OneLine.text($0?.text ?? "") }
    }
    let widths = (0..<2).map { column in rows.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
    return rows.map { row in
      let last = row.lastIndex { !$0.isEmpty } ?? 0
      let cells = row[...last].enumerated().map { index, cell in
        index < last ? cell.padded(to: widths[index]) : cell
      }
      return "    " + cells.joined(separator: "  ")
    }
  }

  /// What is to come.
  var comment: String {
    switch description.standing {
    case .asks(let prompt):
      return words("describe.more", .string(prompt.id.rawValue))
    case .refuses(let prompt, let refusal):
      return words("run.refused", .string(prompt.id.rawValue), .string(words(refusal.message)))
    case .writes(let path): return words("describe.commit", .string(path.description))
    case .waits(let waits):
      let sentences = waits.map { Words(words.environment)($0) }
      return words("describe.waits", .string(sentences.joined(separator: " ")))
    case .held(let prompt, let hold): return Words(words.environment)(hold, at: prompt)
    case .ended(.finished): return words("describe.finished")
    case .ended(.cancelled): return words("run.left")
    case .ended(.failed(let failure)):
      return "\(failure.path): \(Words(words.environment)(failure))"
    case .notStarted(let refusal): return words(refusal.message)
    case .endless: return words("describe.endless")
    case .stuck(let place): return place.text(words)
    }
  }
}
