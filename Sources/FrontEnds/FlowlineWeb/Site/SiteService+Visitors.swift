import Flowline
import FlowlineHost
import FoundationEssentials
import Hummingbird

/// A request of a page, as far as it says whether a person may log in by it.
struct SiteRequest: Sendable {
  let request: Request
  let route: SiteRoute
  /// What was posted; nil if nothing was.
  let body: PostedBody?
  /// The parts of the address by their names.
  let parameters: [String: String]
  /// What the address asks for in place of the buttons; nil if it says nothing.
  let action: PageAction?

  fileprivate var cookies: [String] { request.headers[values: .cookie] }

  fileprivate var query: String { request.uri.query ?? "" }

  /// The question that the address names.
  fileprivate var token: StepToken? { parameters["token"].flatMap { StepToken($0) } }

  /// The answer to that question; nil if the request gives none.
  ///
  /// What only goes back, leaves, keeps or shows the question once more takes no secret.
  fileprivate var answer: PostedBody? {
    guard action != .keep, action != .lock, let token, let body = body?.addressed(to: token),
      let pressed = PageAction(body), [.answer, .acknowledge].contains(pressed)
    else { return nil }
    return body
  }

  /// What of it is known to the person alone, if the person may log in by it; nil if not.
  fileprivate var typed: [UInt8]? {
    switch route.logIn {
    case .never: nil
    case .byAnswer: answer?.typedToLogIn
    case .byQuery: Array(query.utf8)
    }
  }
}

/// Whose request it is.
struct SiteSender: Sendable {
  let user: UserID
  /// The cookie that the reply has the browser keep; nil if it was not renewed.
  var renewed: VisitorCookie?
}

/// Requests of visitors: before a log-in their cookies are renewed, and after a log-out they begin anew.
extension SiteService {
  /// Whose request it is; the cookie of a visitor is renewed before if the person may log in by the request.
  ///
  /// Nobody who knew the cookie before is in afterwards: from here on no other request is the visitor's.
  ///
  /// - Parameters:
  ///   - sent: the request, with its body.
  ///   - seen: gets what was looked at.
  ///   - renewal: gets what holds other tabs, if the cookie may be renewed.
  ///   - user: says whose it is.
  /// - Throws: a ``SiteFault`` if it is nobody's, or another request has renewed the cookie; a `HostFault`
  ///   if nobody can tell what is asked; a `StoreFailure`.
  func sender(
    of sent: SiteRequest, seeing seen: inout SiteSeen,
    holding renewal: inout RenewalUnderWay?, _ user: () async throws -> UserID?
  ) async throws -> SiteSender {
    if let sender = try await renewedSender(of: sent, seeing: &seen, holding: &renewal, user) {
      return sender
    }
    if let user = try await user() { return SiteSender(user: user) }
    // The first of two presses may have renewed it meanwhile.
    if let sender = try await renewedSender(of: sent, seeing: &seen, holding: &renewal, user) {
      return sender
    }
    throw try await faultOfNobody(at: sent.request)
  }

  /// The visitor whose cookie was renewed; nil if nothing is renewed.
  ///
  /// Of an application whose users are others at times, only a visitor's cookie is.
  private func renewedSender(
    of sent: SiteRequest, seeing seen: inout SiteSeen,
    holding renewal: inout RenewalUnderWay?, _ user: () async throws -> UserID?
  ) async throws -> SiteSender? {
    guard let visitors, let typed = sent.typed else { return nil }
    switch try await visitors.standing(of: sent.request) {
    case .unknown, .several: return nil
    case .outdated(let cookie, _):
      // It was asked, if the request is the same as the one that renewed the cookie.
      let asked = try await user()
      guard asked == nil || asked == cookie.user else { return nil }
      renewal = visitors.underWay.begin(cookie)
    case .known(let cookie), .earlier(let cookie):
      guard try await mayLogIn(cookie.user, by: sent, seeing: &seen),
        try await user() == cookie.user
      else { return nil }
      renewal = visitors.underWay.begin(cookie)
    }
    switch try await visitors.renewal(of: sent.request, by: typed) {
    case .none: return nil
    case .made(let cookie): return SiteSender(user: cookie.user, renewed: cookie)
    case .overtaken: throw try await faultOfNobody(at: sent.request)
    }
  }

  /// Whether a person may log in by a request: what is asked says so, and nothing that was sent.
  ///
  /// A renewal is kept for as long as the user: requests that are nobody's to send make none.
  private func mayLogIn(
    _ user: UserID, by sent: SiteRequest, seeing seen: inout SiteSeen
  ) async throws -> Bool {
    // Before the PIN is typed nothing is taken.
    if !sent.route.worksLocked,
      try await seen.lock.standing(of: user, cookies: sent.cookies, at: lock) == .locked
    {
      return false
    }
    switch sent.route.logIn {
    case .never: return false
    // Any site may lead a browser here.
    case .byQuery(let isAwaited):
      let isLogIn = try await isAwaited(user, sent.query)
      if !isLogIn { Visitors.arrival?.askAnew() }
      return isLogIn
    case .byAnswer:
      guard let token = sent.token, let answer = sent.answer,
        let session = sent.parameters["session"].flatMap({ UUID(text: $0) })
      else { return false }
      do {
        let state = try await host.state(of: SessionKey(user, session))
        seen.state = state
        // The first of two presses was taken meanwhile, and may have renewed the cookie.
        if state.question(token) == nil { Visitors.arrival?.askAnew() }
        return try await takesSecret(answer, to: token, in: state)
      } catch let fault as HostFault where fault.code == .notFound {
        return false
      }
    }
  }

  /// Whether an answer may bring a secret, as far as the session says what is asked.
  private func takesSecret(
    _ answer: PostedBody, to token: StepToken, in state: HostedState
  ) async throws -> Bool {
    let key = state.key
    guard let question = state.question(token) else {
      guard state.end == nil else { return false }
      // An answer that is changed may be to a page with a secret on it.
      let earlier = try await host.answers(of: key)
      return earlier.contains { $0.isNamed(by: token) }
        && earlier.contains { $0.prompt.asksSecret }
    }
    if question.prompt.asksSecret { return true }
    // Fields appear with what is chosen in others.
    var reading = FormReading(answer, to: question, in: state.environment)
    while let asked = reading.asked {
      reading.take(try await host.form(of: question.token, in: key, with: asked))
    }
    return reading.form?.fields.contains(where: \.isSensitive) ?? false
  }

  /// Why a request is nobody's.
  func faultOfNobody(at request: Request) async throws(StoreFailure) -> SiteFault {
    guard let visitors else { return .logIn }
    if let fault = visitors.crowding { return SiteFault(fault) }
    switch try await visitors.look(at: request.headers[values: .cookie]) {
    case .several: return .twoCookies
    case .outdated(_, let renewal?) where renewal.reason == .ended: return .loggedOut
    case .outdated: return .renewed
    case .unknown, .known, .earlier: return .logIn
    }
  }

  /// What is said of a page that is not there: in a browser in which somebody has logged out, that what was begun
  /// before is closed.
  ///
  /// The browser alone says so, whatever the address is: of a session that was begun there before, of somebody
  /// else's and of none it is the same.
  func told(_ fault: SiteFault, to visit: SiteVisit) -> SiteFault {
    guard fault == .notFound, visit.route.namesSession,
      let names = try? visit.names.get(),
      let sent = names.value(of: .loggedOut, in: visit.cookies), !sent.isEmpty
    else { return fault }
    return .closed
  }

  /// Where a browser begins anew whose visitor has ended, with the cookie of another, and with one that says so; nil
  /// if it does not, or what it sent is to be shown once more.
  func anew(after fault: SiteFault, _ visit: SiteVisit) async -> Response? {
    guard fault == .loggedOut, visit.route.isPage, let visitors, visitors.secondsToWait() == nil,
      let cookie = try? await visitors.newCookie()
    else { return nil }
    var response = SiteReply.seeOther(paths.home(saying: .loggedOut), visitors.cookie(cookie))
      .response(to: visit.request, isSecure: isSecure)
    response.keep(Visitors.loggedOutMark(as: cookie.names))
    return response
  }

  /// Leads a browser to where it is, whose cookie another request renewed at this server, once it has the next one;
  /// nil if none did, or what it sent is to be shown once more.
  func again(after fault: SiteFault, _ visit: SiteVisit) async -> Response? {
    guard fault == .renewed, visit.route.isPage, let visitors,
      let asked = WebLink(onThisServer: visit.request.uri.string)
    else { return nil }
    // It does not wait for itself.
    visit.renewal?.end()
    guard case .outdated(let cookie, _) = try? await visitors.look(at: visit.cookies),
      await visitors.underWay.haveEnded(cookie)
    else { return nil }
    return SiteReply.seeOther(asked).response(to: visit.request, isSecure: isSecure)
  }
}

extension SiteRoute {
  /// Whether the address names a session.
  var namesSession: Bool { path.hasPrefix("session/{session}") }

  /// Whether a browser shows what is at the address as a page.
  var isPage: Bool { method == .get && !isStream }
}

extension Response {
  /// Has the browser keep a cookie; nil for none.
  mutating func keep(_ cookie: Cookie?) {
    if let cookie { headers[values: .setCookie] += cookie.headers }
  }
}
