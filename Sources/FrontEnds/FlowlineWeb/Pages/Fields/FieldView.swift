import Flowline

/// Draws a question with the field or the fields that it is answered in.
struct FieldView {
  let field: QuestionField
  let words: WebWords
  /// Whether it is one of a form, which is told that the page showed it.
  var isOfForm = false

  var html: HTML {
    Tag.div(.class(classes), .data("field", field.id.rawValue)) {
      if isOfForm {
        Parts.hidden(FieldName.shown, field.id.rawValue)
        // In its part, with which it appears, and before it, so that what is cut off behind it tells so too.
        if field.isSensitive { Parts.hidden(FieldName.sensitive, field.name) }
      }
      if field.kind.isTyped, !field.isSensitive {
        Parts.hidden(FieldName.question(field.name), field.question)
      }
      switch field.kind {
      case .choice(let choices): ChoiceView(self, choices, isMultiple: false).html
      case .choices(let choices, let count):
        ChoiceView(self, choices, isMultiple: true, count: count).html
      case .confirm: ChoiceView(self).html
      case .date: DayView(self).html
      case .file: FileView(self).html
      case .review: Tag.p(.class("question")) { title }
      case .text, .longText, .number, .decimal, .amount, .secret, .path, .custom:
        LineView(self).html
      }
    }
  }

  private var classes: String {
    guard let refusal = field.refusal else { return "field" }
    return refusal.isWarning ? "field warned" : "field refused"
  }

  /// The question, with a mark if it may be left out.
  var title: HTML {
    HTML {
      field.question
      if field.isOptional {
        Tag.span(.class("optional")) { " " + words("field.optional") }
      }
    }
  }

  /// What is accepted, in a sentence; that it may be left out is said beside the question.
  var accepts: String { field.kind.accepts(in: words.environment).text }

  /// The question as the label of one field.
  func label(for element: String) -> HTML {
    let label = Tag.label(
      .class(field.isUnderHeading ? "unseen" : "question"), .for(element)
    ) { title }
    return field.isHeading ? Tag.h1(.class("heading")) { label } : label
  }

  /// The question as the legend of several fields.
  var legend: HTML {
    Tag.legend(.class(field.isUnderHeading ? "unseen" : "question")) {
      if field.isHeading { Tag.h1(.class("heading")) { title } } else { title }
    }
  }

  /// What is said under the question: more about it, what is accepted, why it was not.
  ///
  /// - Parameter hint: what is accepted, in a sentence.
  func remarks(_ hint: String? = nil) -> HTML {
    HTML {
      if field.help != nil || hint != nil {
        Tag.div(.class("hint"), .id(field.hintID)) {
          if let help = field.help { Tag.p { Parts.lines(help) } }
          if let hint { Tag.p { hint } }
        }
      }
      if let refusal = field.refusal {
        Tag.p(.class(refusal.isWarning ? "warning" : "error"), .id(field.errorID)) {
          Parts.unseen(words(refusal.isWarning ? "word.warning" : "word.error") + " ")
          refusal.text
        }
      }
      if let echo = field.echo {
        Tag.p(.class("understood"), .id(field.echoID)) { words("field.understood", .string(echo)) }
      }
      if field.isUntold { Tag.p(.class("hint"), .id(field.untoldID)) { words("secret.again") } }
    }
  }

  /// The names of what is said under the question.
  func described(_ hint: String? = nil) -> Attribute? {
    var ids: [String] = []
    if field.help != nil || hint != nil { ids.append(field.hintID) }
    if field.refusal != nil { ids.append(field.errorID) }
    if field.echo != nil { ids.append(field.echoID) }
    if field.isUntold { ids.append(field.untoldID) }
    return .describedBy(ids)
  }

  /// Marks a field whose answer was not taken.
  var invalid: Attribute? { field.refusal.map { $0.isWarning ? nil : .invalid } ?? nil }
}
