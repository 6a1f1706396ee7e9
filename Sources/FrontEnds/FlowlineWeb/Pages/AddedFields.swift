import Flowline

/// Says at the top of a page which fields have appeared with what was sent, with a link to each.
///
/// The script leads to the first.
struct AddedFields {
  let question: AskedQuestion
  let suffix: String
  let words: WebWords

  var html: HTML {
    guard !question.added.isEmpty else { return HTML() }
    return Tag.div(.class("notice"), .role("status"), .data("added")) {
      Tag.p {
        words("added", .integer(question.added.count))
        for field in question.added {
          " "
          Tag.a(.href(WebLink(fragment: target(of: field)))) { field.question.text }
        }
      }
    }
  }

  private func target(of field: FormPrompt.Field) -> String {
    QuestionField(field, of: question, suffix: suffix).target
  }
}
