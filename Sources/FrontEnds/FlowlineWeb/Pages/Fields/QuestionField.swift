import Flowline

/// A question as a page draws it: one that is asked alone, or a field of a form.
struct QuestionField {
  let id: StepID
  let kind: PromptKind
  /// The name of its field, see ``FieldName``.
  let name: String
  /// The name of its element; of several, of the first.
  let element: String
  let question: String
  let help: String?
  var reason: String?
  let isOptional: Bool
  let isSensitive: Bool
  /// What it asks of the person who answers; nil if it is about something else.
  let purpose: InputPurpose?
  /// What a yes and a no do, in the words of the flow; nil if it has none.
  let decision: DecisionWords?
  /// Whether nothing else is asked on the page, so that the question is its heading.
  var isHeading = false
  /// Whether the heading of the page says it already, above what there is to read.
  var isUnderHeading = false
  var shown: ShownAnswers
  /// Why its answer was not taken; nil if it was, or was not sent.
  var refusal: PageRefusal.Message?
  /// What was understood; nil if there is nothing to check.
  var echo: String?

  /// Makes the field of a question that is asked alone, or of several that are asked apart.
  ///
  /// - Parameters:
  ///   - question: what is asked.
  ///   - suffix: makes the names of elements differ from those of other questions of the page.
  init(_ question: AskedQuestion, suffix: String = "") {
    let prompt = question.prompt
    id = PostedAnswers.single
    kind = prompt.kind
    name = FieldName.answer
    element = "answer" + suffix
    self.question = prompt.question.text
    help = prompt.help?.text
    reason = prompt.reason?.text
    isOptional = prompt.isOptional
    isSensitive = prompt.isSensitive
    purpose = prompt.purpose
    decision = prompt.decision
    shown = question.shown
    refusal = question.refusal?.message(of: PostedAnswers.single)
    echo = question.echoes[PostedAnswers.single]
  }

  /// Makes the field of a form.
  ///
  /// - Parameters:
  ///   - field: what is asked.
  ///   - question: the form's page.
  ///   - suffix: makes the names of elements differ from those of other questions of the page.
  init(_ field: FormPrompt.Field, of question: AskedQuestion, suffix: String) {
    id = field.id
    kind = field.kind
    name = FieldName.field(field.id.rawValue)
    element = ElementID.of(field.id.rawValue) + suffix
    self.question = field.question.text
    help = field.help?.text
    isOptional = field.isOptional
    isSensitive = field.isSensitive
    purpose = field.purpose
    decision = nil
    shown = question.shown
    refusal = question.refusal?.message(of: field.id)
    echo = question.echoes[field.id]
  }

  /// The field as it is asked, without what was typed and what is said of that.
  var blank: QuestionField {
    var field = self
    (field.shown, field.refusal, field.echo) = (ShownAnswers(), nil, nil)
    return field
  }

  /// Whether a secret was typed that is not shown again, and nothing else is said of it.
  var isUntold: Bool { refusal == nil && shown.untold.contains(name) }

  var errorID: String { "\(element)-error" }
  var hintID: String { "\(element)-hint" }
  var echoID: String { "\(element)-understood" }
  var untoldID: String { "\(element)-again" }

  /// The element that an error leads to.
  var target: String {
    guard case .date = kind, shown.usesParts(name) else { return element }
    let part = DayFields.Part.allCases.first(where: isAtFault) ?? .day
    return "\(element)-\(part.rawValue)"
  }

  /// Whether one of the three fields of a day that was refused is to be changed: those that are empty, the one
  /// that the refusal is about, or all of them.
  func isAtFault(_ part: DayFields.Part) -> Bool {
    let day = DayFields(name) { $0 == FieldName.shownDay(name) ? shownDay : shown.value($0) }
    guard day.empty.isEmpty else { return day.empty.contains(part) }
    guard let wrong = refusal?.range.flatMap({ day.part(at: $0) }) else { return true }
    return part == wrong
  }

  /// What a browser may fill in by itself (HTML, "Autofill"; WCAG 2.2, 1.3.5): a secret, and what the flow
  /// says is about the person who answers.
  var autocomplete: Attribute {
    guard case .secret(_, let isRepeated) = kind else {
      return .autocomplete(purpose?.rawValue ?? "off")
    }
    return .autocomplete(isRepeated ? "new-password" : "current-password")
  }

  /// The same for one of the three fields of a day.
  func autocomplete(of part: DayFields.Part) -> Attribute {
    .autocomplete(purpose == .birthday ? "bday-\(part.rawValue)" : "off")
  }

  /// The day that counts as shown: the one in the line, unless another was typed in the three fields.
  var shownDay: String {
    isSensitive ? "" : shown.values[FieldName.shownDay(name)]?.first ?? value
  }

  /// What is typed in one line.
  var value: String { isSensitive ? "" : shown.value(name) }
}

extension ShownAnswers {
  /// Whether the three fields of a day are in use.
  func usesParts(_ name: String) -> Bool {
    DayFields.Part.allCases.contains { !value(FieldName.part($0, of: name)).isEmpty }
  }
}
