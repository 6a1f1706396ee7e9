import Flowline
import FlowlineWeb

/// What a person reads above a form: why the answer before was not taken, what is shown, what is asked.
///
/// What comes from data is on one line and of bounded length, see ``DataText``.
struct PromptMessage {
  private let prompt: Prompt
  private let form: FormPrompt?
  private let refusal: Refusal?
  private let words: MCPWords

  /// How many rows of a page are told at the most.
  private static let mostRows = 60

  init(_ prompt: Prompt, form: FormPrompt? = nil, refusal: Refusal? = nil, words: MCPWords) {
    (self.prompt, self.form, self.refusal, self.words) = (prompt, form, refusal, words)
  }

  /// The whole message.
  var text: String {
    var blocks = refusals
    if !page.isEmpty { blocks.append(page.joined(separator: "\n")) }
    blocks.append(DataText.line(form?.title.text ?? prompt.question.text).asBeginning)
    if let hold = prompt.hold { blocks += told(hold) }
    return blocks.joined(separator: "\n\n")
  }

  /// Why the answer before was not taken: of each field of a page, or of the one question.
  private var refusals: [String] {
    if let refusal {
      let lines = [line(refusal)] + fieldLines(refusal)
      return [lines.joined(separator: "\n")]
    }
    guard let refused = prompt.refused else { return [] }
    return [words("form.not-taken", .string(DataText.line(refused.message.text)))]
  }

  private func line(_ refusal: Refusal) -> String {
    let text = DataText.line(refusal.message.resolved(in: words.environment).text)
    return words(refusal.isWarning ? "form.asked-back" : "form.not-taken", .string(text))
  }

  private func fieldLines(_ refusal: Refusal) -> [String] {
    (form?.fields ?? []).compactMap { field in
      refusal.fields[field.id].map {
        let text = DataText.line($0.message.resolved(in: words.environment).text)
        return "\(DataText.line(field.question.text)): \(text)"
      }
    }
  }

  /// The rows of the page, a line each.
  var page: [String] {
    var lines: [String] = []
    for section in prompt.page {
      if let heading = section.heading?.text, !heading.isEmpty {
        lines.append("\(DataText.line(heading)):")
      }
      lines += section.rows.map(told)
    }
    guard lines.count > Self.mostRows else { return lines }
    let more = lines.count - Self.mostRows
    return lines.prefix(Self.mostRows) + [words("form.more-rows", .integer(more))]
  }

  private func told(_ row: PageRow) -> String {
    let percentage = row.percentage.map { "\($0)%" }
    let value = [row.value.map { DataText.line($0.text) }, percentage].compactMap { $0 }
      .filter { !$0.isEmpty }.joined(separator: ", ")
    let label = DataText.line(row.label.text)
    return [label, value].filter { !$0.isEmpty }.joined(separator: ": ")
  }

  private func told(_ hold: PromptHold) -> [String] {
    var lines: [String] = []
    if let text = hold.text { lines.append(DataText.line(text)) }
    if hold.mayHaveBeenDone { lines.append(words("form.may-have-been-done")) }
    return lines
  }
}
