import Flowline
import FoundationEssentials

/// The page of a session that was left for later when something was held.
struct PausedPage {
  let session: UUID
  /// What people call the flow.
  let flow: String

  func page(in context: PageContext) -> WebPage {
    let words = context.words
    return WebPage(
      title: words("page.title", .string(words("paused.heading")), .string(flow.asBeginning)),
      main: HTML {
        Parts.caption(flow.asBeginning)
        Tag.h1(.class("heading")) { words("paused.heading") }
        Tag.p(.class("lead")) { words("paused.lead") }
        Tag.div(.class("buttons")) {
          Tag.a(.class("button"), .href(context.paths.session(session))) { words("button.resume") }
          Tag.a(.class("button secondary"), .href(context.paths.home)) { words("button.home") }
        }
      })
  }
}
