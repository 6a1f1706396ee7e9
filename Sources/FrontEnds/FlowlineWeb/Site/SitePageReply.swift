public import Hummingbird

/// Why what was sent to a page of your own was not done.
public struct SitePageRefusal: Sendable, Hashable {
  /// What is wrong and what to do, as a sentence.
  public let text: String
  /// The id of the field that it is about; nil if it is about none.
  public let field: String?

  /// Makes a refusal.
  ///
  /// - Parameters:
  ///   - text: what is wrong and what to do, as a sentence.
  ///   - field: the id of the field that it is about, to which the page links; nil if it is about none.
  public init(_ text: String, field: String? = nil) { (self.text, self.field) = (text, field) }
}

/// What a page beside those of sessions answers.
public struct SitePageReply: Sendable {
  /// Why a page is not what was asked for.
  package enum Standing: Int, Sendable {
    case shown = 200
    /// What the address says is not right.
    case malformed = 400
    /// It is somebody else's.
    case notYours = 403
  }

  private enum Kind: Sendable {
    case page(title: String, Standing, above: HTML, HTML)
    case refused(title: String, SitePageRefusal, above: HTML, HTML)
    case seeOther(WebLink, Cookie?)
    case doneBefore(next: WebLink)
    case notFound
  }

  private let kind: Kind
  /// Cookies of the application's own, each as the header has it.
  private var cookies: [String] = []

  private init(_ kind: Kind) { self.kind = kind }

  /// A page in the site's layout.
  ///
  /// - Parameters:
  ///   - title: its title, without the name of the service.
  ///   - above: what is above it: the way back.
  ///   - main: the page, beginning with its heading.
  public static func page(title: String, above: HTML = HTML(), _ main: HTML) -> SitePageReply {
    page(title: title, standing: .shown, above: above, main)
  }

  /// A page in the site's layout that may not be what was asked for.
  package static func page(
    title: String, standing: Standing, above: HTML = HTML(), _ main: HTML
  ) -> SitePageReply {
    SitePageReply(.page(title: title, standing, above: above, main))
  }

  /// The page as it was filled in (422), with what is wrong at its top.
  ///
  /// - Parameters:
  ///   - title: its title, without the name of the service.
  ///   - refusal: what is wrong.
  ///   - above: what is above it: the way back.
  ///   - main: the page, beginning with its heading.
  public static func refused(
    title: String, _ refusal: SitePageRefusal, above: HTML = HTML(), _ main: HTML
  ) -> SitePageReply {
    SitePageReply(.refused(title: title, refusal, above: above, main))
  }

  /// Leads elsewhere (303): what was sent was done.
  public static func seeOther(_ link: WebLink) -> SitePageReply { seeOther(link, nil) }

  /// Leads elsewhere, with a cookie that the browser keeps; nil for none.
  package static func seeOther(_ link: WebLink, _ cookie: Cookie?) -> SitePageReply {
    SitePageReply(.seeOther(link, cookie))
  }

  /// A page that says that a log-in was taken up when its address was opened first, with the way on.
  package static func doneBefore(next: WebLink) -> SitePageReply {
    SitePageReply(.doneBefore(next: next))
  }

  /// There is no such page (404).
  public static var notFound: SitePageReply { SitePageReply(.notFound) }

  /// The same, with a cookie of the application's own that the browser keeps: of a log-in, or none any more.
  ///
  /// A page that is not found sets none.
  public func keeping(_ cookie: Hummingbird.Cookie) -> SitePageReply {
    var reply = self
    reply.cookies.append(cookie.description)
    return reply
  }

  /// The reply of the site.
  ///
  /// - Parameter context: what the page is drawn with.
  /// - Throws: a ``SiteFault`` if there is no such page.
  func reply(in context: PageContext) throws(SiteFault) -> SiteReply {
    let reply = try plainReply(in: context)
    return cookies.isEmpty ? reply : .keeping(cookies, reply)
  }

  private func plainReply(in context: PageContext) throws(SiteFault) -> SiteReply {
    switch kind {
    case .page(let title, let standing, let above, let main):
      let page = WebPage(title: title, status: standing.rawValue, above: above, main: main)
      return .page(page, context)
    case .refused(let title, let refusal, let above, let main):
      let summary = ProblemSummary(text: refusal.text, field: refusal.field)
      let page = WebPage(
        title: title, status: 422, isError: true, above: above,
        main: HTML {
          summary.html(context.words)
          main
        })
      return .page(page, context)
    case .seeOther(let link, let cookie): return .seeOther(link, cookie)
    case .doneBefore(let next): return .page(Self.doneBefore(next, context.words), context)
    case .notFound: throw .notFound
    }
  }

  private static func doneBefore(_ next: WebLink, _ words: WebWords) -> WebPage {
    WebPage(
      title: words("returned.again"),
      main: HTML {
        Tag.h1(.class("heading")) { words("returned.again") }
        Tag.p(.class("lead")) { words("returned.again.text") }
        Tag.div(.class("buttons")) {
          Tag.a(.class("button"), .href(next)) { words("button.continue") }
        }
      })
  }
}
