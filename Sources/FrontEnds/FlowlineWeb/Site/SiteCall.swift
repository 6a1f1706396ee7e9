import Flowline
import FlowlineHost
import FoundationEssentials
import Hummingbird

/// A user's request for a page, read.
struct SiteCall: Sendable {
  let user: UserID
  /// The request as it came.
  let open: OpenCall
  /// What was posted.
  var body: PostedBody
  /// Whether nothing was posted, and ``body`` is what the server had kept of the session.
  var isResumed = false

  /// Makes a user's request.
  ///
  /// - Throws: a ``SiteFault`` if it is nobody's.
  init(_ open: OpenCall) throws(SiteFault) {
    guard let user = open.user else { throw .logIn }
    (self.user, self.open, body) = (user, open, open.body)
  }

  var environment: FlowEnvironment { open.environment }
  var here: WebLink { open.here }
  var isPartly: Bool { open.isPartly }
  var seen: HostedState? { open.seen }
  var parameters: [String: String] { open.parameters }
  var query: PostedBody { open.query }
  var cookies: [String] { open.cookies }
  var names: CookieNames { open.names }
  var standing: WebLock.Standing? { open.standing }
  var service: SiteService { open.service }

  /// The session that the address names.
  var key: SessionKey {
    get throws(SiteFault) {
      guard let session = parameters["session"].flatMap({ UUID(text: $0) }) else {
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

  /// The language that was chosen on a page of a session.
  var language: String {
    get throws(SiteFault) { try language(among: SitePaths.languages) }
  }

  /// The language that was chosen, of those that there are.
  func language(among languages: [String]) throws(SiteFault) -> String {
    guard let language = body[FieldName.language], languages.contains(language) else {
      throw .notFound
    }
    return language
  }

  /// What was typed on other pages, which comes along.
  var carried: CarriedPages { CarriedPages(body) }

  /// What a page says besides, from where the browser was led.
  var notice: Notice? { query["notice"].flatMap(Notice.init) }

  /// Where to go on afterwards; nil if the page does not say, or names another server.
  var from: WebLink? {
    (body[FieldName.from] ?? query[FieldName.from]).flatMap { WebLink(onThisServer: $0) }
  }

  /// What pages are drawn with: in the language of a session, or of the browser.
  func context(for state: HostedState? = nil) -> PageContext {
    var context = open.context(in: state?.environment ?? environment)
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
