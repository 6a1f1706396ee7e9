import Flowline
import FlowlineHost
import FoundationEssentials
import Hummingbird

/// A request for a page, read.
struct SiteCall: Sendable {
  let user: UserID
  /// The world that pages outside of a session are in.
  let environment: FlowEnvironment
  /// The address of the page.
  let here: WebLink
  /// What was posted.
  var body: PostedBody
  /// Whether nothing was posted, and ``body`` is what the server had kept of the session.
  var isResumed = false
  /// Whether a part of what was posted could not be read.
  var isPartly = false
  /// The state of a session, if it was looked at to know whose the request is: the store need not be asked once more.
  var seen: HostedState?
  let parameters: [String: String]
  let query: PostedBody
  /// The query as it was sent.
  let queryText: String
  /// The request's headers `Cookie`.
  let cookies: [String]
  /// What the site's cookies are called.
  let names: CookieNames
  /// Whether the browser shows pages; nil if the site has no lock.
  let standing: WebLock.Standing?
  let service: SiteService

  /// The session that the address names.
  var key: SessionKey {
    get throws(SiteFault) {
      guard let session = parameters["session"].flatMap({ UUID(uuidString: $0) }) else {
        throw .notFound
      }
      return SessionKey(user, session)
    }
  }

  /// The question that the address names.
  var token: StepToken {
    get throws(SiteFault) {
      guard let token = parameters["token"].flatMap({ StepToken($0) }) else { throw .notFound }
      return token
    }
  }

  /// The file that the address names.
  var digest: FileDigest {
    get throws(SiteFault) {
      guard let digest = parameters["file"].flatMap({ FileDigest($0) }) else { throw .notFound }
      return digest
    }
  }

  /// What the button that was pressed asks for.
  var action: PageAction {
    get throws(SiteFault) {
      guard let action = PageAction(body) else { throw SiteFault(.malformed("an unknown button")) }
      return action
    }
  }

  /// The language that was chosen.
  var language: String {
    get throws(SiteFault) {
      guard let language = body[FieldName.language], SitePaths.languages.contains(language) else {
        throw .notFound
      }
      return language
    }
  }

  /// What was typed on other pages, which comes along.
  var carried: CarriedPages { CarriedPages(body) }

  /// What a page says besides, from where the browser was led.
  var notice: Notice? { query["notice"].flatMap(Notice.init) }

  /// Where to go on afterwards; nil if the page does not say, or names another server.
  var from: WebLink? {
    (body[FieldName.from] ?? query[FieldName.from]).flatMap { WebLink($0) }
      .flatMap { $0.isOnThisServer ? $0 : nil }
  }

  /// What pages are drawn with: in the language of a session, or of the browser.
  func context(for state: HostedState? = nil) -> PageContext {
    var context = service.context(in: state?.environment ?? environment, at: here)
    context.user = user
    context.lock = standing
    context.keepsTyped = service.typed != nil
    if standing == .locked { context.close() }
    // One that has ended keeps its language.
    context.session = state.flatMap { $0.end == nil ? $0.key.session : nil }
    return context
  }
}

extension SiteService {
  func context(in environment: FlowEnvironment, at here: WebLink) -> PageContext {
    PageContext(
      words: WebWords(environment, own: layout.texts), layout: layout, paths: paths, here: here)
  }
}
