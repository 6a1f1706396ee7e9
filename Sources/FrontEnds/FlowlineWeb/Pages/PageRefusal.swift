import Flowline

/// Why what was posted is shown again, in the words of the page.
struct PageRefusal: Sendable, Hashable {
  /// What is said of one field.
  struct Message: Sendable, Hashable {
    let id: StepID
    let text: String
    let isWarning: Bool
    /// The characters of the answer that are at fault, counted from 0; nil if none can be named.
    var range: Range<Int>?
  }

  /// What is said of the whole page, if it is about no field.
  var general: String?
  /// What is said of fields, in the order of the page.
  let messages: [Message]
  /// Whether it only asks back.
  let isWarning: Bool
  /// Tells the answers that were warned of from others; nil for an error.
  var warned: String?

  func message(of id: StepID) -> Message? { messages.first { $0.id == id } }

  /// Whether the answer of a field is not taken; one that is only asked back about can be.
  func isError(at id: StepID) -> Bool { message(of: id).map { !$0.isWarning } ?? false }

  /// What the engine said of an answer or of a page.
  ///
  /// - Parameters:
  ///   - refusal: the reason.
  ///   - prompt: what is asked.
  ///   - form: the page of a form as it is with what was chosen; that of the prompt by itself.
  ///   - answers: what was sent.
  ///   - words: the language.
  init(
    _ refusal: Refusal, to prompt: Prompt, form: FormPrompt? = nil,
    sent answers: [StepID: Answer] = [:], words: WebWords
  ) {
    isWarning = refusal.isWarning
    warned =
      refusal.isWarning ? PostedAnswers.fingerprint(of: answers, to: prompt) : nil
    guard let form = form ?? prompt.formPage else {
      let text = words(refusal.code, prompt.kind) ?? words(refusal.message)
      messages = [
        Message(
          id: PostedAnswers.single, text: text, isWarning: isWarning, range: refusal.range)
      ]
      return
    }
    messages = form.fields.compactMap { field in
      guard let refusal = refusal.fields[field.id] else { return nil }
      let text = words(refusal.code, field.kind) ?? words(refusal.message)
      return Message(
        id: field.id, text: text, isWarning: refusal.isWarning, range: refusal.range)
    }
    if messages.isEmpty { general = words(refusal.message) }
  }

  /// What was said of an answer before its question was asked, or by a check; nil if nothing was.
  ///
  /// - Parameters:
  ///   - prompt: what is asked.
  ///   - answers: what the page sends if its fields are left as they are shown: what was warned of.
  ///   - words: the language.
  init?(before prompt: Prompt, shown answers: [StepID: Answer], words: WebWords) {
    guard let refused = prompt.refused else { return nil }
    isWarning = refused.isWarning
    warned = refused.isWarning ? PostedAnswers.fingerprint(of: answers, to: prompt) : nil
    func message(_ refused: RefusedAnswer, _ id: StepID, _ kind: PromptKind) -> Message {
      Message(
        id: id, text: words(refused.code, kind) ?? refused.message.text,
        isWarning: refused.isWarning, range: refused.range)
    }
    guard let form = prompt.formPage else {
      messages = [message(refused, PostedAnswers.single, prompt.kind)]
      return
    }
    messages = form.fields.compactMap { field in
      field.refused.map { message($0, field.id, field.kind) }
    }
    if messages.isEmpty { general = refused.message.text }
  }
}

extension WebWords {
  /// What a page says of a refusal whose usual words are about typing; nil if those are as good here.
  fileprivate func callAsFunction(_ code: Refusal.Code, _ kind: PromptKind) -> String? {
    switch (kind, code) {
    case (.choice, .empty), (.choice, .notAChoice), (.choice, .ambiguous): self("refusal.choose")
    case (.choices, .notAChoice), (.choices, .empty): self("refusal.choose.several")
    case (.confirm, .empty), (.confirm, .notYesOrNo): self("refusal.yes-or-no")
    case (.file, .empty), (.file, .wrongShape): self("refusal.file")
    default: nil
    }
  }
}
