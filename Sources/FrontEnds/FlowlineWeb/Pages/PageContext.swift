import Flowline
import FoundationEssentials

/// What every page of one request has in common.
struct PageContext: Sendable {
  let words: WebWords
  let layout: WebLayout
  let paths: SitePaths
  /// Who is logged in; nil if nobody is, or it is not known yet.
  var user: UserID?
  /// Whether the browser shows pages; nil if the site has no lock, or it is not known yet.
  var lock: WebLock.Standing?
  /// The session it is of, whose language is chosen with the browser's; nil outside of one.
  var session: UUID?
  /// Whether the server keeps what is typed on a page that is left for one that is not of the session.
  var keepsTyped = false
  /// The form of the page that ways to other pages take along; nil if it has none.
  var form: PageForm?
  /// Where the page is, to come back to once another language was chosen.
  var here: WebLink

  /// Has the page tell nothing of the user.
  mutating func close() {
    (user, session, lock, keepsTyped) = (nil, nil, .locked, false)
  }

  var language: String { words.environment.language }

  /// The languages that are offered: of a session those that it can continue in, and its own.
  var languages: [String] {
    guard session != nil else { return layout.languages }
    return layout.languages.filter { $0 == language || SitePaths.languages.contains($0) }
  }

  var facts: PageFacts {
    PageFacts(
      language: language, serviceName: words(layout.serviceName), home: paths.home, form: form)
  }

  /// The form of a page, by which its ways take along what is typed in it.
  ///
  /// - Parameters:
  ///   - id: the form.
  ///   - link: where it is sent.
  func pageForm(_ id: String, to link: WebLink) -> PageForm {
    PageForm(
      id: id, action: link, session: session.map { paths.session($0) }, isKept: keepsTyped)
  }

  /// Who is logged in and how to log out; empty if nobody is.
  var account: HTML {
    guard let user, let account = layout.account else { return HTML() }
    return account(user, facts)
  }
}
