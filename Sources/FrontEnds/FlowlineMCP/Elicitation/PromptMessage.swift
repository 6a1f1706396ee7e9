import Flowline
import FlowlineWeb

/// What a person reads above a form: why the answer before was not taken, in which place of its own one is,
/// what is shown, what is asked.
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
    if let place = prompt.place { blocks.append(DataText.line(place.title.text).asBeginning) }
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
    words(refusal.isWarning ? "form.asked-back" : "form.not-taken", .string(sentence(refusal)))
  }

  private func fieldLines(_ refusal: Refusal) -> [String] {
    let fields = form?.fields ?? []
    let lines = fields.compactMap { field in
      refusal.fields[field.id].map { "\(DataText.line(field.question.text)): \(sentence($0))" }
    }
    // Names that no field has say so themselves.
    let strays = refusal.fields.filter { stray in !fields.contains { $0.id == stray.key } }
      .sorted { $0.key.rawValue < $1.key.rawValue }
    return lines + strays.map { sentence($0.value) }
  }

  private func sentence(_ refusal: Refusal) -> String {
    DataText.line(refusal.message.resolved(in: words.environment).text)
  }

  private func told(_ hold: PromptHold) -> [String] {
    var lines: [String] = []
    if let text = hold.text { lines.append(DataText.line(text)) }
    if hold.wasDone {
      lines.append(words("form.was-done"))
    } else if hold.mayHaveBeenDone {
      lines.append(words("form.may-have-been-done"))
    }
    return lines
  }
}
