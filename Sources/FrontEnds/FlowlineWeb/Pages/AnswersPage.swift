import Flowline
import FoundationEssentials

/// All the answers so far, each with a way to change it.
struct AnswersPage {
  let session: UUID
  /// What people call the flow.
  let flow: String
  let rows: [AnswerList.Row]
  /// What was typed on other pages, which comes along.
  var carried: [PostedBody.Field] = []

  func page(in context: PageContext) -> WebPage {
    let words = context.words
    let form = WebPage.carryingForm(carried, in: context)
    return WebPage(
      title: words("page.title", .string(words("answers.heading")), .string(flow.asBeginning)),
      above: Parts.way(to: context.paths.session(session), class: "back", with: form) {
        words("answers.return")
      },
      main: HTML {
        Parts.caption(flow.asBeginning)
        Tag.h1(.class("heading")) { words("answers.heading") }
        if !rows.isEmpty {
          let canChange = rows.contains { $0.token != nil }
          Tag.p(.class("lead")) { words(canChange ? "answers.lead" : "answers.settled") }
        }
        AnswerList(rows: rows, session: session, context: context, form: form).html
        Tag.div(.class("buttons")) {
          Parts.way(to: context.paths.session(session), class: "button", with: form) {
            words("button.resume")
          }
        }
      }, carried: carried)
  }
}
