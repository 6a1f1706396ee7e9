import Flowline

/// A page in place of one that cannot be shown.
struct FaultPage {
  let fault: SiteFault
  /// What was sent, so that it can be sent once more.
  var posted: PostedBody?
  /// Where it was sent to.
  var action: WebLink?

  func page(in context: PageContext) -> WebPage {
    let words = context.words
    let heading = words("fault.\(fault.key)")
    return WebPage(
      title: heading, status: fault.status, isError: true,
      main: HTML {
        Tag.h1(.class("heading")) { heading }
        Tag.p(.class("lead")) { words("fault.\(fault.key).explained") }
        if let seconds = fault.retryAfter { Tag.p { words("fault.again", .integer(seconds)) } }
        Tag.div(.class("buttons")) {
          if fault.needsLogIn, let logIn = context.layout.logIn {
            // In a window of its own: what was typed stays here.
            Tag.a(
              .class("button"), .href(logIn), posted.map { _ in Attribute("target", "_blank") }
            ) { words("button.log-in") }
          }
          if fault.needsPIN {
            Tag.a(
              .class("button"), .href(context.paths.lock(from: context.paths.home)),
              Attribute("target", "_blank")
            ) { words("button.unlock") }
          }
          if let posted, let action, !posted.isEmpty { again(posted, action, words) }
          if !fault.needsLogIn, !fault.needsPIN {
            Tag.a(.class("button secondary"), .href(context.paths.home)) { words("button.home") }
          }
        }
      })
  }

  /// The form with all that was typed, but for files, which no page can fill in.
  private func again(_ posted: PostedBody, _ action: WebLink, _ words: WebWords) -> HTML {
    Tag.form(.class("inline"), .post, .action(action)) {
      for field in posted.fields { Parts.hidden(field.name, field.value) }
      Tag.button(.class("button"), .type("submit")) { words("button.send-again") }
    }
  }
}
