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
  /// Where the page is, to come back to once another language was chosen.
  var here: WebLink

  /// Has the page tell nothing of the user.
  mutating func close() {
    (user, session, lock) = (nil, nil, .locked)
  }

  var language: String { words.environment.language }

  var facts: PageFacts {
    PageFacts(language: language, serviceName: words(layout.serviceName), home: paths.home)
  }

  /// Who is logged in and how to log out; empty if nobody is.
  var account: HTML {
    guard let user, let account = layout.account else { return HTML() }
    return account(user, facts)
  }
}
