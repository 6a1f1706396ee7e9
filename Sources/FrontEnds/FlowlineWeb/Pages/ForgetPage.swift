import Flowline
import FoundationEssentials

/// The page that asks whether to delete a session with all its answers.
struct ForgetPage {
  let session: UUID
  /// What people call the flow.
  let flow: String
  /// Whether it is not known what became of something it sent.
  var isOpen = false
  /// Whether something is being carried out in it, so that it cannot be deleted yet.
  var isCommitting = false

  func page(in context: PageContext) -> WebPage {
    let words = context.words
    let key = isCommitting ? "forget.later" : "forget.heading"
    let heading = words(key, .string(flow.asBeginning))
    return WebPage(
      title: heading,
      above: Tag.a(.class("back"), .href(context.paths.home)) { words("button.home") },
      main: HTML {
        Tag.h1(.class("heading")) { heading }
        if isCommitting { later(context) } else { question(context) }
      })
  }

  private func question(_ context: PageContext) -> HTML {
    let words = context.words
    return HTML {
      Tag.p(.class("lead")) { words("forget.lead") }
      if isOpen { Parts.notice(words("forget.open")) }
      Tag.div(.class("buttons")) {
        Parts.form(
          words("forget.yes"), .forget, to: context.paths.forget(session), class: "button danger")
        Tag.a(.class("button secondary"), .href(context.paths.home)) { words("forget.no") }
      }
    }
  }

  private func later(_ context: PageContext) -> HTML {
    let words = context.words
    return HTML {
      Tag.p(.class("lead")) { words("forget.later.lead") }
      Tag.div(.class("buttons")) {
        Tag.a(.class("button"), .href(context.paths.session(session))) { words("button.return") }
      }
    }
  }
}
