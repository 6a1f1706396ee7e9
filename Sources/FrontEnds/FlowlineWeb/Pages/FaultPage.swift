import FlowlineHost

/// A page that says why something was not done.
struct FaultPage {
  /// What went wrong: a key of the texts.
  let key: String
  let setting: PageSetting
  /// What was sent, so that it can be sent once more.
  var posted: PostedBody?
  /// Where it was sent to.
  var action: WebLink?

  private var words: WebWords { setting.words }

  var page: WebPage {
    let title = words("fault.\(key)")
    return WebPage(
      title: title, isError: true,
      main: HTML {
        Tag.h1 { title }
        Tag.p { words("fault.\(key).explained") }
        if let posted, let action { again(posted, action) }
        Tag.p(.class("ways")) { Tag.a(.href(setting.paths.home)) { words("home.link") } }
      })
  }

  /// The form with all that was typed, but for files, which no page can fill in.
  private func again(_ posted: PostedBody, _ action: WebLink) -> HTML {
    Tag.form(.post, .action(action), .data("guarded")) {
      for field in posted.fields {
        Tag.input(.type("hidden"), .name(field.name), .value(field.value))
      }
      Tag.div(.class("buttons")) { Tag.button(.class("primary")) { words("send-again") } }
    }
  }
}
