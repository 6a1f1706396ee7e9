import Flowline
import FoundationEssentials

/// A page before it is put into the layout.
struct WebPage: Sendable {
  /// Its title, without the name of the service.
  var title: String
  /// The status of the response.
  var status = 200
  /// Whether something that was sent is to be changed: the title says so.
  var isError = false
  /// What is above it: the way back.
  var above = HTML()
  var main: HTML
  /// Seconds after which a browser without scripts loads it again; nil for never.
  var refresh: Int?
  /// The form that what was typed is in, so that a change of language keeps it; nil if there is none.
  var form: String?
  /// The same form if something can be typed in it, so that ways to other pages keep it; nil if nothing can.
  var pageForm: PageForm?
  /// What Enter in a field presses, before all other buttons of the form; empty if the first of them is right.
  var usualButton = HTML()
  /// What was typed on other pages, which the page takes along if it has no form for it.
  var carried: [PostedBody.Field] = []
  /// Whether it answers a post, which the browser would send once more to show it again.
  var isPosted = false
  /// Whether its address shows the same, with what is typed on it, so that Back and reload need no post.
  var isFoundAgain = true
  /// The address at which it is found again; nil for the one that was asked for.
  var address: WebLink?
  /// The page that it leads on to by itself; nil if it stays.
  var onward: WebLink?

  /// The name of the form that takes along what was typed on other pages.
  static let carrying = "carried"

  /// The whole document, in UTF-8.
  func document(in context: PageContext) -> [UInt8] { html(in: context).document }

  /// The form that takes along what was typed on other pages; nil if nothing was.
  static func carryingForm(_ carried: [PostedBody.Field], in context: PageContext) -> PageForm? {
    carried.isEmpty ? nil : context.pageForm(carrying, to: context.here)
  }

  /// The whole document.
  func html(in context: PageContext) -> HTML {
    var context = context
    context.form = pageForm ?? Self.carryingForm(carried, in: context)
    return whole(in: context)
  }

  private func whole(in context: PageContext) -> HTML {
    let seconds: Int? = if case .open(let seconds)? = context.lock { seconds } else { nil }
    return HTML {
      Tag.html(.lang(context.language), .dir(context.words("language.direction"))) {
        head(context)
        Tag.body(
          seconds.map { .data("lock", String($0)) },
          context.lock.map { _ in .data("lock-page", context.paths.lock().text) },
          context.lock == .locked ? .data("locked") : nil,
          .flag("data-of-session", context.session != nil),
          isPosted && isFoundAgain ? .data("posted", (address ?? context.here).text) : nil
        ) {
          Tag.a(.class("skip"), .href(WebLink(fragment: "main"))) { context.words("page.skip") }
          header(context)
          Tag.div(.class("page")) {
            if !above.isEmpty {
              Tag.nav(.class("above"), .ariaLabel(context.words("page.way-back"))) { above }
            }
            Tag.main(.id("main"), .tabindex(-1)) {
              // Before its buttons: of two fields with one name the last counts, which is the button's.
              if !carried.isEmpty { carriedForm(context) }
              main
            }
          }
          footer(context)
        }
      }
    }
  }

  private func head(_ context: PageContext) -> HTML {
    let words = context.words
    let name = context.facts.serviceName
    let whole = title == name ? name : words("page.title", .string(title), .string(name))
    return Tag.head {
      Tag.meta(Attribute("charset", "utf-8"))
      Tag.meta(.name("viewport"), .content("width=device-width, initial-scale=1"))
      Tag.meta(.name("color-scheme"), .content("light dark"))
      Tag.meta(.name("robots"), .content("noindex"))
      Tag.title { isError ? words("page.title.error", .string(whole)) : whole }
      Tag.link(.rel("icon"), .href(context.layout.icon ?? context.paths.icon))
      if context.layout.usesOwnStyleSheet {
        Tag.link(.rel("stylesheet"), .href(context.paths.styleSheet))
      }
      for sheet in context.layout.styleSheets where sheet.isOnThisServer {
        Tag.link(.rel("stylesheet"), .href(sheet))
      }
      Tag.script(.src(context.paths.script), Attribute("defer", nil))
      if let refresh {
        Tag.noscript { Tag.meta(.httpEquiv("refresh"), .content(String(refresh))) }
      }
    }
  }

  private func header(_ context: PageContext) -> HTML {
    let facts = context.facts
    return Tag.header(.class("site-header")) {
      usualButton
      if let header = context.layout.header {
        header(facts)
      } else {
        Tag.div(.class("site-bar")) {
          facts.way(to: facts.home, class: "site-name") { facts.serviceName }
          let account = context.account
          if !account.isEmpty { Tag.div(.class("account")) { account } }
        }
      }
    }
  }

  private func footer(_ context: PageContext) -> HTML {
    Tag.footer(.class("site-footer")) {
      Tag.div(.class("site-bar")) {
        if let footer = context.layout.footer { footer(context.facts) }
        languages(context)
        lock(context)
      }
    }
  }

  /// The form with what was typed on other pages: its buttons and, by the script, links lead on with it.
  private func carriedForm(_ context: PageContext) -> HTML {
    Tag.form(
      .id(Self.carrying), .post, .action(context.here), .data("carried"), .data("typed"),
      .data("again"),
      context.session.map { .data("carries", context.paths.session($0).text) },
      .flag("data-keeps", context.keepsTyped)
    ) {
      Parts.hidden(FieldName.action, PageAction.show.rawValue)
      for field in carried { Parts.hidden(field.name, field.value) }
    }
  }

  /// The way to the page of the lock, and the button that locks.
  @HTMLBuilder private func lock(_ context: PageContext) -> HTML {
    if let lock = context.lock, lock != .locked {
      Tag.div(.class("lock")) {
        context.facts.way(to: context.paths.lock(from: context.here)) {
          context.words(lock == .unset ? "lock.choose" : "lock.manage")
        }
        if lock != .unset, let form = context.form, let link = form.locking {
          lockButton(context, .form(form.id), .formaction(link))
        } else if lock != .unset {
          Tag.form(.class("inline"), .post, .action(context.paths.lock())) {
            Parts.hidden(FieldName.from, context.here.text)
            lockButton(context)
          }
        }
      }
    }
  }

  /// The button that locks, by a form with what is typed if the page has one.
  private func lockButton(
    _ context: PageContext, _ form: Attribute? = nil, _ link: Attribute? = nil
  ) -> HTML {
    Tag.button(
      .class("link"), .type("submit"), form, link, .name(FieldName.action),
      .value(LockAction.lock.rawValue), .data("locks")
    ) { context.words("lock.now") }
  }

  /// The languages, each a button: a change is kept for the next page, so that a link would not do.
  private func languages(_ context: PageContext) -> HTML {
    let ownForm = form ?? (carried.isEmpty ? nil : Self.carrying)
    let form = ownForm ?? "language"
    return Tag.div(
      .class("languages"), .role("group"), .ariaLabel(context.words("language.choose"))
    ) {
      if ownForm == nil {
        Tag.form(.id("language"), .post, .action(context.paths.language)) {
          Parts.hidden(FieldName.from, context.here.text)
          if let session = context.session {
            Parts.hidden(FieldName.session, session.text)
          }
        }
      }
      for language in context.languages {
        let name = context.words.name(ofLanguage: language)
        if language == context.language {
          Tag.span(.lang(language), .ariaCurrent("true")) { name }
        } else {
          Tag.button(
            .class("link"), .type("submit"), Attribute("form", form), .name(FieldName.language),
            .value(language), .lang(language)
          ) { name }
        }
      }
    }
  }
}
