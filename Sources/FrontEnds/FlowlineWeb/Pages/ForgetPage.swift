import Flowline
import FoundationEssentials

/// The page that asks whether to delete a session with all its answers.
struct ForgetPage {
  let session: UUID
  /// What people call the flow.
  let flow: String
  /// Whether it is not known what became of something it sent.
  var isOpen = false

  func page(in context: PageContext) -> WebPage {
    let words = context.words
    let heading = words("forget.heading", .string(flow.asBeginning))
    return WebPage(
      title: heading,
      above: Tag.a(.class("back"), .href(context.paths.home)) { words("button.home") },
      main: HTML {
        Tag.h1(.class("heading")) { heading }
        Tag.p(.class("lead")) { words("forget.lead") }
        if isOpen { Parts.notice(words("forget.open")) }
        Tag.div(.class("buttons")) {
          Parts.form(
            words("forget.yes"), .forget, to: context.paths.forget(session), class: "button danger")
          Tag.a(.class("button secondary"), .href(context.paths.home)) { words("forget.no") }
        }
      })
  }
}
