import Flowline

/// Reads the page of a form whose fields depend on what is in others: field by field as they appear.
///
///     var reading = FormReading(body, to: prompt)
///     while let answers = reading.asked { reading.take(form(with: answers)) }
///
/// What is posted names the fields that a person saw; the engine says which of them there are.
struct FormReading {
  private let body: PostedBody
  private let prompt: Prompt
  private let kept: [String: KeptFile]
  /// The page as far as it is known; nil for a single question.
  private(set) var form: FormPrompt?
  private var isDone: Bool
  private var rounds = 0

  /// Begins to read what was posted.
  init(_ body: PostedBody, to prompt: Prompt, kept: [String: KeptFile] = [:]) {
    self.body = body
    self.prompt = prompt
    self.kept = kept
    form = prompt.formPage
    isDone = prompt.formPage == nil
  }

  /// What is read so far, if the engine is to say what the page looks like with it; nil if it is read.
  var asked: [StepID: Answer]? { isDone ? nil : answers.answers }

  /// What was posted, read for the page as it is known.
  var answers: PostedAnswers { PostedAnswers(body, to: prompt, form: form, kept: kept) }

  /// The fields that the page has by now and did not show, as it says itself.
  var added: [FormPrompt.Field] { form?.fields.filter { !body.showed($0.id) } ?? [] }

  /// Takes what the page looks like; nil if it is not asked any more.
  mutating func take(_ form: FormPrompt?) {
    rounds += 1
    let isSame = form?.fields.map(\.id) == self.form?.fields.map(\.id)
    // Each round at least one field appears or vanishes; a rule that never settles is not asked for ever.
    isDone = form == nil || isSame || rounds > body.fields.count + 1
    if let form { self.form = form }
  }
}

extension PostedBody {
  /// Whether a field was on the page that this was posted from; a page that does not say showed all.
  func showed(_ field: StepID) -> Bool {
    let shown = values(FieldName.shown)
    return shown.isEmpty || shown.contains(field.rawValue)
  }
}
