import Flowline
import FoundationEssentials

/// What every page of one request has in common.
struct PageContext: Sendable {
  let words: WebWords
  let layout: WebLayout
  let paths: SitePaths
  /// Who is logged in; nil if nobody is, or it is not known yet.
  var user: UserID?
  /// The session it is of, whose language is chosen with the browser's; nil outside of one.
  var session: UUID?
  /// Where the page is, to come back to once another language was chosen.
  var here: WebLink

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
