import Flowline
import FlowlineHost

/// A question, or the page of a form, with what is in its fields.
struct AskedQuestion {
  let prompt: Prompt
  /// Names the question to the host.
  let token: StepToken
  /// The page of a form, as it is with what was chosen; nil for a single question, and for one about what
  /// is held.
  let form: FormPrompt?
  var shown: ShownAnswers
  /// Whether its fields have what was posted, so that nothing but this page has it.
  var isPosted = false
  /// The fields that have appeared with what was sent; empty if nothing was.
  var added: [FormPrompt.Field] = []
  /// Whether it asks for a secret again, see `HostedQuestion.isAskedAgain`.
  let isAskedAgain: Bool
  /// Why what was sent was not taken; nil if nothing was sent.
  var refusal: PageRefusal?
  /// What was understood of the answers, in words that a person can check, by the ids of their fields.
  var echoes: [StepID: String] = [:]
  /// Tells the answer that it had before from others, see `Prompt.basis(in:)`; nil if it had none.
  let basis: String?
  /// What was typed on its page before it was answered another way, to be copied.
  private(set) var overtaken = UnsentAnswers()

  /// Makes a question that is asked for the first time, or again after a check.
  ///
  /// - Parameters:
  ///   - question: the question.
  ///   - form: the page of a form as it is to be shown; that of the prompt by itself.
  ///   - words: the language.
  init(_ question: HostedQuestion, form: FormPrompt? = nil, words: WebWords) {
    (prompt, token, isAskedAgain) = (question.prompt, question.token, question.isAskedAgain)
    self.form = form ?? prompt.formPage
    shown = ShownAnswers(of: prompt, form: self.form, in: words.environment)
    basis = prompt.basis(in: words.environment)
    let answers = PostedAnswers(
      shown.posted, to: prompt, form: self.form, in: words.environment
    ).answers
    refusal = PageRefusal(before: prompt, shown: answers, words: words)
  }

  /// Makes a question that is shown again with what was posted.
  ///
  /// - Parameters:
  ///   - question: the question as it is asked.
  ///   - body: what was posted.
  ///   - form: the page of a form as it is with what was chosen; that of the prompt by itself.
  ///   - kept: files of the post that are kept by now, by the names of their fields.
  ///   - refusal: why it is not taken; nil if nothing was answered: fields appeared, or the page came
  ///     from elsewhere.
  ///   - environment: how drafts are read.
  init(
    _ question: HostedQuestion, posted body: PostedBody, form: FormPrompt? = nil,
    kept: [String: KeptFile] = [:], refusal: PageRefusal? = nil, in environment: FlowEnvironment
  ) {
    (prompt, token, isAskedAgain) = (question.prompt, question.token, question.isAskedAgain)
    self.form = form ?? prompt.formPage
    shown = ShownAnswers(body, to: prompt, form: form, kept: kept, in: environment)
    isPosted = true
    self.refusal = refusal
    // One that was answered does not say with what: its page does.
    let isAnswered = prompt.presentation < 0
    basis = isAnswered ? body[FieldName.basis] : prompt.basis(in: environment)
    takeEchoes(of: body, in: environment)
  }

  /// Takes what was understood of what was posted and is not refused, so that a person can check it.
  private mutating func takeEchoes(of body: PostedBody, in environment: FlowEnvironment) {
    guard let form else {
      guard !prompt.isSensitive, refusal?.isError(at: PostedAnswers.single) != true else { return }
      echoes[PostedAnswers.single] = body.understood(
        prompt.kind, named: FieldName.answer, in: environment)
      return
    }
    for field in form.fields where !field.isSensitive && refusal?.isError(at: field.id) != true {
      echoes[field.id] = body.understood(
        field.kind, named: FieldName.field(field.id.rawValue), in: environment)
    }
  }

  /// Makes a question that was answered, with its answer, to be changed.
  init(earlier: HostedAnswer, words: WebWords) {
    (prompt, token, isAskedAgain) = (earlier.prompt, earlier.token, false)
    form = nil
    shown = ShownAnswers(earlier, in: words.environment)
    basis = shown.basis(of: prompt, in: words.environment)
  }

  /// Takes what was typed on its page before it was answered another way: it is shown to be copied.
  mutating func take(overtaken page: PostedBody, in environment: FlowEnvironment) {
    let page = page.written(for: prompt, form, in: environment)
    let typed = ShownAnswers(page, to: prompt, form: form, in: environment)
    // Of what nobody had changed nothing is lost, nor of what was taken since.
    let meaning = typed.basis(of: prompt, in: environment)
    guard meaning != page[FieldName.basis], meaning != basis else { return }
    var unsent = UnsentAnswers(page)
    unsent.remove(sameAs: self)
    overtaken = unsent
  }

  /// What tells its elements from those of other questions on the page.
  var element: String { "\(prompt.presentation)" }

  /// Whether a file is sent with it.
  var hasFile: Bool {
    form?.fields.contains { $0.kind.isFile } ?? prompt.kind.isFile
  }
}
