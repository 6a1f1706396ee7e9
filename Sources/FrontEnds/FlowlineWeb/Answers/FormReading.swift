import Flowline
import FlowlineHost

/// Reads what was posted for a question; the page of a form whose fields depend on what is in others field by
/// field, as they appear.
///
///     var reading = FormReading(body, to: question, in: environment)
///     while let answers = reading.asked { reading.take(form(with: answers)) }
///
/// What is posted names the fields that a person saw; the engine says which of them there are. The page that
/// comes back is made of the reading alone, so that it asks what was read.
struct FormReading {
  /// What was posted, as it is typed in the language in which the question is asked now.
  private(set) var body: PostedBody
  /// The question that it was read for.
  let question: HostedQuestion
  /// Files of the post that are kept by now, by the names of their fields.
  let kept: [String: KeptFile]
  /// The page as far as it is known; nil for a single question.
  private(set) var form: FormPrompt?
  private var isDone: Bool
  private var rounds = 0
  /// What was posted, as it was.
  private let posted: PostedBody
  private let environment: FlowEnvironment

  /// Begins to read what was posted.
  ///
  /// - Parameters:
  ///   - posted: what was posted, on whatever page of the question.
  ///   - question: the question as it is asked now.
  ///   - kept: files of the post that are kept by now, by the names of their fields.
  ///   - environment: the world in which it is asked.
  init(
    _ posted: PostedBody, to question: HostedQuestion, kept: [String: KeptFile] = [:],
    in environment: FlowEnvironment
  ) {
    self.posted = posted
    self.question = question
    self.kept = kept
    self.environment = environment
    body = posted.written(for: question.prompt, in: environment)
    form = question.prompt.formPage
    isDone = form == nil
  }

  /// What is read so far, if the engine is to say what the page looks like with it; nil if it is read.
  var asked: [StepID: Answer]? { isDone ? nil : answers.answers }

  /// What was posted, read for the page as it is known.
  var answers: PostedAnswers {
    PostedAnswers(body, to: question.prompt, form: form, kept: kept, in: environment)
  }

  /// The fields that the page has by now and did not show, as it says itself.
  var added: [FormPrompt.Field] { form?.fields.filter { !body.showed($0.id) } ?? [] }

  /// Takes what the page looks like; nil if it is not asked any more.
  mutating func take(_ form: FormPrompt?) {
    rounds += 1
    let isSame = form?.fields.map(\.id) == self.form?.fields.map(\.id)
    // Each round at least one field appears or vanishes; a rule that never settles is not asked for ever.
    isDone = form == nil || isSame || rounds > body.fields.count + 1
    if let form {
      self.form = form
      body = posted.written(for: question.prompt, form, in: environment)
    }
  }
}

extension HostedQuestion {
  /// The question as a page asked it: a field of a form by itself if the page asked for nothing else, to change
  /// an answer that was gone back to since.
  func asAsked(on page: PostedBody) -> HostedQuestion {
    guard prompt.formPage != nil, page[FieldName.step] == prompt.accessibilityID,
      page[FieldName.shown] == nil
    else { return self }
    return HostedQuestion(prompt: prompt.withoutForm, token: token)
  }
}

extension PostedBody {
  /// Whether a field was on the page that this was posted from; a page that does not say showed all.
  func showed(_ field: StepID) -> Bool {
    let shown = values(FieldName.shown)
    return shown.isEmpty || shown.contains(field.rawValue)
  }
}
