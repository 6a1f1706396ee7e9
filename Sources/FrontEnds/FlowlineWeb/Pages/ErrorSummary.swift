import Flowline

/// What is to be changed, at the top of a page: with a link to each field.
struct ErrorSummary {
  let refusal: PageRefusal
  let question: AskedQuestion
  let suffix: String
  let words: WebWords

  var html: HTML {
    let kind = refusal.isWarning ? "warning" : "error"
    // The role is on a child: on the element that has the focus it would be read twice.
    return Tag.div(.class("summary \(kind)"), .tabindex(-1), .data("focus")) {
      Tag.div(.role("alert")) {
        Tag.h2 { words("summary.\(kind)") }
        if let general = refusal.general { Tag.p { general } }
        if !refusal.messages.isEmpty {
          Tag.ul {
            for message in refusal.messages {
              Tag.li { Tag.a(.href(WebLink(fragment: target(of: message)))) { text(of: message) } }
            }
          }
        }
        if refusal.isWarning { Tag.p { words("summary.warning.advice") } }
      }
    }
  }

  /// The message behind what is asked: read by itself it would not say what it is about.
  private func text(of message: PageRefusal.Message) -> String {
    let field = question.form?.fields.first { $0.id == message.id }
    let name = (field?.question ?? question.prompt.question).text
    let isSentence = name.last.map { "?.!:".contains($0) } ?? true
    return words(
      isSentence ? "summary.field.sentence" : "summary.field", .string(name),
      .string(message.text))
  }

  private func target(of message: PageRefusal.Message) -> String {
    if let field = question.form?.fields.first(where: { $0.id == message.id }) {
      return QuestionField(field, of: question, suffix: suffix).target
    }
    return QuestionField(question, suffix: suffix).target
  }
}
