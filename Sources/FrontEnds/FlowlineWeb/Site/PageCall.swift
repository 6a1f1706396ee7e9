public import Flowline
package import FoundationEssentials

/// A user's request for a page of your own.
public typealias SitePageCall = PageCall<UserID>

/// A request for a page of your own that everybody sees; its user is nil if nobody is logged in.
public typealias OpenPageCall = PageCall<UserID?>

/// A request for a page beside those of sessions.
public struct PageCall<User: Sendable>: Sendable {
  /// Whose request it is.
  public let user: User
  /// The language and region of the browser, or the language that was chosen.
  public let environment: FlowEnvironment
  /// The address, without its query.
  public let here: WebLink
  /// The site's first page.
  public let home: WebLink
  /// Where to lead once a person is logged in, as the field or the parameter `next` says.
  ///
  /// It is a path on this server: nil if neither is there, or it leads to another server. The page that says that a
  /// log-in is needed links to ``WebLayout/logIn`` with it; a form of a log-in sends it on in a hidden field.
  public let next: WebLink?
  /// The page of a question, as people answer it.
  package let step: @Sendable (UUID, String) -> WebLink
  /// The query of the address, as it was sent.
  package let query: String
  private let call: OpenCall

  init(_ user: User, _ call: OpenCall) {
    let paths = call.service.paths
    (self.user, self.call) = (user, call)
    (environment, here, query, next) = (call.environment, call.here, call.queryText, call.next)
    home = paths.home
    step = { session, token in
      token.isEmpty ? paths.session(session) : paths.step(session, token)
    }
  }

  /// A part of the address that its path has in braces, as it is meant; nil if there is none of that name.
  public func parameter(_ name: String) -> String? { call.parameters[name] }

  /// What was filled in, the last of several fields of a name; nil if nothing was sent by it.
  public func field(_ name: String) -> String? { call.body[name] }

  /// A value in the address's query, the last of several of a name; nil if there is none.
  public func queryValue(_ name: String) -> String? { call.query[name] }

  /// A text in the language of the page.
  public func words(_ text: Text) -> String { text.resolved(in: environment).text }

  /// What the browser keeps under a name of this site's own, see ``keeping(_:as:seconds:)``; nil if it keeps nothing.
  package func kept(as name: String) -> String? {
    call.names.value(of: .page(name), in: call.cookies)
  }

  /// What has the browser keep a text, which no script reads.
  package func keeping(_ text: String, as name: String, seconds: Int) -> Cookie {
    call.names.cookie(.page(name), text, lifetime: seconds)
  }

  /// Whether its cookie still says whose it is, if users are known by one: somebody may have logged in or out
  /// meanwhile.
  package func stillCounts() async -> Bool {
    await call.service.visitors?.stillCount(call.cookies) ?? true
  }

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
