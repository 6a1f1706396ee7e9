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

  init(_ prompt: Prompt, form: FormPrompt? = nil, refusal: Refusal? = nil, words: MCPWords) {
    (self.prompt, self.form, self.refusal, self.words) = (prompt, form, refusal, words)
  }

  /// The whole message.
  var text: String {
    var blocks = refusals
    // What the fields of a form show stands with them.
    let page = form == nil ? PageLines(prompt.page, words).text : ""
    if !page.isEmpty { blocks.append(page) }
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

  private func told(_ hold: PromptHold) -> [String] {
    var lines: [String] = []
    if let text = hold.text { lines.append(DataText.line(text)) }
    if hold.mayHaveBeenDone { lines.append(words("form.may-have-been-done")) }
    return lines
  }
}
