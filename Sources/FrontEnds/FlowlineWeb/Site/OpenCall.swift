import Flowline
import FlowlineHost

/// A request for a page, read, whether or not somebody is logged in.
struct OpenCall: Sendable {
  /// Whose it is; nil if nobody is logged in.
  let user: UserID?
  /// The world that pages outside of a session are in.
  let environment: FlowEnvironment
  /// The address of the page.
  let here: WebLink
  /// What was posted.
  let body: PostedBody
  /// Whether a part of what was posted could not be read.
  let isPartly: Bool
  /// The state of a session, if it was looked at to know whose the request is: the store need not be asked once more.
  let seen: HostedState?
  /// The parts of the address by their names.
  let parameters: [String: String]
  let query: PostedBody
  /// The query as it was sent.
  let queryText: String
  /// The request's headers `Cookie`.
  let cookies: [String]
  /// What the site's cookies are called.
  let names: CookieNames
  /// Whether the browser shows pages; nil if the site has no lock, or nobody is logged in.
  let standing: WebLock.Standing?
  let service: SiteService

  /// Where to lead once a person is logged in, as the form or the address says; nil if neither does, or it is
  /// another server's.
  var next: WebLink? {
    (body[SitePaths.next] ?? query[SitePaths.next]).flatMap { WebLink(onThisServer: $0) }
  }

  /// What pages are drawn with.
  ///
  /// - Parameter environment: the world of a session; nil for that of the browser.
  func context(in environment: FlowEnvironment? = nil) -> PageContext {
    var context = service.context(in: environment ?? self.environment, at: here)
    context.user = user
    context.lock = standing
    context.keepsTyped = service.typed != nil
    if standing == .locked { context.close() }
    return context
  }

  /// What a page is drawn with that anybody may see: another language does not forget where a log-in leads.
  func contextKeepingNext() -> PageContext {
    var context = context()
    if let next { context.here = here.adding([(SitePaths.next, next.text)]) }
    return context
  }
}
