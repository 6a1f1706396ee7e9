import Flowline

/// What is around every page: the service's name, its own style and what it has above and below.
public struct WebLayout: Sendable {
  /// The name of the service, in the page's header and in its title.
  public var serviceName: String
  /// Style sheets of your own, after Flowline's; the same server's, or others that your policy allows.
  public var styleSheets: [WebLink] = []
  /// What is in the header beside the service's name, such as who is logged in and a way out.
  public var header: @Sendable () -> HTML = { HTML() }
  /// What is below every page, such as links to help and privacy.
  public var footer: @Sendable () -> HTML = { HTML() }

  /// Makes a layout.
  public init(serviceName: String) { self.serviceName = serviceName }
}

/// What a page is drawn with: words, addresses, what is around it.
struct PageSetting: Sendable {
  let words: WebWords
  let paths: SitePaths
  let layout: WebLayout
  /// Where one gets the same page in another language; nil for pages outside of a session.
  var language: WebLink?
}

/// A page before it is written.
struct WebPage: Sendable {
  /// The page's heading, for its title.
  var title: String
  /// Whether something on it is wrong, which its title begins with.
  var isError = false
  /// Whether it is the page of a step, which the script looks after.
  var refresh: Refresh?
  /// Above the main part: the way back.
  var before = HTML()
  /// The main part.
  var main: HTML

  /// That the page is to be asked for again: by its address, after so many seconds, or as soon as there is
  /// something new.
  struct Refresh: Sendable {
    let seconds: Int
    let events: WebLink
  }

  /// The page as a document.
  func document(_ setting: PageSetting) -> [UInt8] {
    let words = setting.words
    let parts =
      (isError ? [words("error.title", .string(title))] : [title]) + [setting.layout.serviceName]
    return HTML {
      Tag.html(.lang(words.language), .class("flowline")) {
        Tag.head {
          Tag.meta(Attribute("charset", "utf-8"))
          Tag.title { parts.joined(separator: " – ") }
          Tag.meta(.name("viewport"), .content("width=device-width, initial-scale=1"))
          Tag.meta(.name("color-scheme"), .content("light dark"))
          if let refresh {
            Tag.noscript {
              Tag.meta(.httpEquiv("refresh"), .content("\(refresh.seconds)"))
            }
          }
          Tag.link(.rel("icon"), .href(setting.paths.icon))
          Tag.link(.rel("stylesheet"), .href(setting.paths.styleSheet))
          for sheet in setting.layout.styleSheets { Tag.link(.rel("stylesheet"), .href(sheet)) }
          Tag.script(
            .src(setting.paths.script), Attribute("defer", nil))
        }
        Tag.body(refresh.map { Attribute.data("events", $0.events.text) }) {
          Tag.a(.class("skip"), .href(WebLink(fragment: "main"))) { words("skip") }
          Tag.header(.class("site")) {
            Tag.div(.class("frame")) {
              Tag.a(.class("service"), .href(setting.paths.home)) { setting.layout.serviceName }
              setting.layout.header()
              if let language = setting.language { languages(language, setting) }
            }
          }
          Tag.div(.class("frame")) {
            if !before.isEmpty {
              Tag.nav(.ariaLabel(words("way-back"))) { before }
            }
            Tag.main(.id("main"), .tabindex(-1)) { main }
          }
          Tag.footer(.class("site")) {
            Tag.div(.class("frame")) { setting.layout.footer() }
          }
        }
      }
    }.document
  }

  /// A button for each other language.
  private func languages(_ link: WebLink, _ setting: PageSetting) -> HTML {
    Tag.form(.class("languages"), .post, .action(link)) {
      for language in SitePaths.languages where language != setting.words.language {
        Tag.button(
          .class("plain"), .name(FieldName.language), .value(language), .lang(language)
        ) {
          setting.words.name(of: language)
        }
      }
    }
  }
}

extension WebWords {
  /// A language's own name.
  func name(of language: String) -> String {
    environment.locale.localizedName(of: language)
  }
}
