package import Flowline
package import FoundationEssentials
package import Hummingbird

/// Pages beside those of sessions, in the same layout and under the same rules.
extension FlowlineSite {
  /// Adds a page.
  ///
  /// - Parameters:
  ///   - path: its address, below the site's.
  ///   - method: `get`, or `post` for what a form sends.
  ///   - keepsTyped: whether a page that refuses what was sent, for want of a log-in for example, keeps
  ///     it and can send it again: nothing in it is secret.
  ///   - isLogIn: whether a user logs in by opening it with a query, as somebody waits for that: the cookie of
  ///     a visitor is renewed before. Nil if nobody logs in by it.
  ///   - router: the group that it is added to.
  ///   - make: makes it.
  package func addPage(
    at path: String, method: HTTPRequest.Method = .get, keepsTyped: Bool = false,
    isLogIn: (@Sendable (UserID, _ query: String) async throws -> Bool)? = nil,
    to router: some RouterMethods<Context>,
    _ make: @escaping @Sendable (SitePageCall) async throws -> SitePageReply
  ) {
    let keeping: SiteRoute.Keeping = keepsTyped ? .fields : .nothing
    let logIn = isLogIn.map { SiteRoute.LogIn.byQuery($0) } ?? .never
    let route = SiteRoute(method: method, path: path, logIn: logIn, keeping: keeping) { call in
      try await make(SitePageCall(call)).reply(in: call)
    }
    service.routes.add(method, path)
    router.on(RouterPath(path), method: method) { request, context in
      await service.respond(to: request, in: context, by: route) {
        try await user(request, context)
      }
    }
  }
}

/// A request for a page beside those of sessions.
package struct SitePageCall: Sendable {
  /// Whose request it is.
  package let user: UserID
  /// The language and region of the browser.
  package let environment: FlowEnvironment
  /// The address.
  package let here: WebLink
  /// The page of a question, as people answer it.
  package let step: @Sendable (UUID, String) -> WebLink
  /// The first page.
  package let home: WebLink
  /// The query of the address, as it was sent.
  package let query: String
  private let parameters: [String: String]
  private let body: PostedBody
  private let cookies: [String]
  private let visitors: Visitors?
  private let names: CookieNames

  init(_ call: SiteCall) {
    let paths = call.service.paths
    visitors = call.service.visitors
    (cookies, names) = (call.cookies, call.names)
    (user, environment, here) = (call.user, call.environment, call.here)
    (query, parameters, body) = (call.queryText, call.parameters, call.body)
    home = paths.home
    step = { session, token in
      token.isEmpty ? paths.session(session) : paths.step(session, token)
    }
  }

  /// A part of the address.
  package func parameter(_ name: String) -> String? { parameters[name] }

  /// What was filled in.
  package func field(_ name: String) -> String? { body[name] }

  /// What the browser keeps under a name of this site's own, see ``keeping(_:as:seconds:)``; nil if it keeps nothing.
  package func kept(as name: String) -> String? {
    names.value(of: .page(name), in: cookies)
  }

  /// What has the browser keep a text, which no script reads.
  package func keeping(_ text: String, as name: String, seconds: Int) -> Cookie {
    names.cookie(.page(name), text, lifetime: seconds)
  }

  /// Whether its cookie still says whose it is, if users are known by one: somebody may have logged in or out
  /// meanwhile.
  package func stillCounts() async -> Bool { await visitors?.stillCount(cookies) ?? true }

  /// Links to the same page by other names of this computer: a browser has a cookie for each of them, and may be known
  /// by another one.
  ///
  /// - Parameter address: the address that links to the page have.
  package func elsewhere(than address: LoopbackAddress) -> HTML {
    let words = WebWords(environment)
    let ways = address.others(here.text + (query.isEmpty ? "" : "?\(query)"))
    return HTML {
      if !ways.isEmpty {
        Tag.p { words("returned.elsewhere") }
        Tag.ul {
          // What the query says is nobody's to read.
          for way in ways { Tag.li { Tag.a(.href(way)) { way.withoutQuery.text } } }
        }
      }
    }
  }

  /// A moment as people read it.
  package func text(of moment: Date) -> String { WebWords(environment).text(of: moment) }
}

/// Why what was sent to a page beside those of sessions was not done.
package struct SitePageRefusal: Sendable, Hashable {
  /// What is wrong and what to do, as a sentence.
  package let text: String
  /// The field that it is about; nil if it is about none.
  package let field: String?

  /// Makes a refusal.
  package init(_ text: String, field: String? = nil) { (self.text, self.field) = (text, field) }
}

/// What a page beside those of sessions answers.
package enum SitePageReply: Sendable {
  /// Why a page is not what was asked for.
  package enum Standing: Int, Sendable {
    case shown = 200
    /// What the address says is not right.
    case malformed = 400
    /// It is somebody else's.
    case notYours = 403
  }

  /// A page, with the way back above it.
  case page(title: String, standing: Standing = .shown, above: HTML = HTML(), HTML)
  /// The page as it was filled in (422), with what is wrong at its top.
  case refused(title: String, SitePageRefusal, above: HTML = HTML(), HTML)
  /// Elsewhere, with a cookie that the browser keeps.
  case seeOther(WebLink, Cookie? = nil)
  /// A page that says that a log-in was taken up when its address was opened first, with the way on.
  case doneBefore(next: WebLink)
  /// There is no such page.
  case notFound

  fileprivate func reply(in call: SiteCall) throws -> SiteReply {
    switch self {
    case .page(let title, let standing, let above, let main):
      let page = WebPage(title: title, status: standing.rawValue, above: above, main: main)
      return .page(page, call.context())
    case .refused(let title, let refusal, let above, let main):
      let context = call.context()
      let summary = ProblemSummary(text: refusal.text, field: refusal.field)
      let page = WebPage(
        title: title, status: 422, isError: true, above: above,
        main: HTML {
          summary.html(context.words)
          main
        })
      return .page(page, context)
    case .seeOther(let link, let cookie): return .seeOther(link, cookie)
    case .doneBefore(let next):
      let context = call.context()
      let words = context.words
      let page = WebPage(
        title: words("returned.again"),
        main: HTML {
          Tag.h1(.class("heading")) { words("returned.again") }
          Tag.p(.class("lead")) { words("returned.again.text") }
          Tag.div(.class("buttons")) {
            Tag.a(.class("button"), .href(next)) { words("button.continue") }
          }
        })
      return .page(page, context)
    case .notFound: throw SiteFault.notFound
    }
  }
}
