import Flowline
import FlowlineHost
import FoundationEssentials
import Hummingbird
import Synchronization

/// Whose a request is, asked of the store once for it.
///
/// What a page is asked for by is looked at when the request comes. Of what is sent with a body the store is asked
/// once the body is here, and not before: a client that sends it slowly would still be the visitor of a cookie that
/// was renewed or ended meanwhile.
final class VisitorArrival: Sendable {
  /// How the cookies of the request count.
  struct Visit: Sendable {
    /// What the cookies said, with the one that is given.
    let standing: Visitors.Standing
    /// The one that the browser is given, and for which the request counts already; nil if it has one.
    ///
    /// Any response has it, and not only a page.
    var given: VisitorCookie?
    /// The one that it is to keep; nil if none is to take the place of what it has.
    var kept: VisitorCookie?
    /// Whether nobody knew the visitor before.
    var isNewcomer = false
    /// What says that somebody has logged out in the browser; nil if nothing is to say so.
    var mark: Cookie?
    /// In how many seconds the browser may come again, if it was given no cookie since too many are new.
    var secondsToWait: Int?
    /// The headers `Cookie` by which the request counts.
    var cookies: [String] = []

    /// Whether nobody else can change it: another request has no cookie of this visitor, or there is none.
    fileprivate var isCertain: Bool { isNewcomer || secondsToWait != nil }
  }

  private struct State {
    var visit: Visit?
    /// What the cookies said when the store was asked; nil if it is to be asked.
    var standing: Visitors.Standing?
    /// Whether all of the request is here.
    var isWhole: Bool
    /// Whether a body is to come before the store is asked.
    var isBodyAwaited = false
  }

  private let visitors: Visitors
  private let reading: Visitors.Reading
  private let cookies: [String]
  /// When the request came.
  private let began: Date
  private let state: Mutex<State>

  /// Reads the cookies of a request; the store is not asked whether they count.
  ///
  /// - Throws: a `StoreFailure` if nobody can tell what the cookies are called.
  init(of request: Request, at visitors: Visitors) async throws(StoreFailure) {
    self.visitors = visitors
    began = visitors.clock.now
    cookies = request.headers[values: .cookie]
    reading = try await visitors.read(cookies)
    state = Mutex(State(isWhole: [.get, .head].contains(request.method)))
  }

  /// Whether the browser has no cookie that a server made.
  var isUnknown: Bool { reading == .found(.unknown) }

  /// Whether the store is asked later: a body may come before.
  var isAskedLater: Bool {
    guard case .made = reading else { return false }
    return !state.withLock { $0.isWhole }
  }

  /// How the request counts, as far as it was asked; nil if it was not.
  var asked: Visit? { state.withLock { $0.visit } }

  /// Whether it is of these visitors, and not of others of the same application.
  func isAt(_ seal: StoreSeal) -> Bool { seal === visitors.seal }

  /// Whether it says whose a request is: others may have been made of the one that came.
  func isOf(_ request: Request) -> Bool {
    let sent = request.headers[values: .cookie]
    return sent == cookies || sent == asked?.cookies
  }

  /// How the request counts: it is decided once.
  func visit() async throws(StoreFailure) -> Visit {
    if let asked { return asked }
    let found: Visitors.Standing
    switch reading {
    case .made(let cookie): found = try await visitors.standing(of: cookie)
    case .found(let standing): found = standing
    }
    var new: VisitorCookie?
    if beginsAnew(with: found) { new = try await visitors.newCookie() }
    return state.withLock { [new] state in
      if let visit = state.visit { return visit }
      let visit = decided(found, new)
      state.visit = visit
      state.standing = state.isWhole || visit.isCertain ? visit.standing : nil
      return visit
    }
  }

  /// What the cookies say of a request: the store is asked unless it was since all of the request is here.
  ///
  /// As long as a body is awaited, a cookie that a server made counts.
  func standing() async throws(StoreFailure) -> Visitors.Standing {
    let known = state.withLock { $0 }
    if known.isBodyAwaited, known.visit == nil, case .made(let cookie) = reading {
      return .known(cookie)
    }
    guard let visit = known.visit else { return try await self.visit().standing }
    if let standing = known.standing { return standing }
    let found = try await visitors.look(at: visit.cookies)
    state.withLock { if $0.isWhole { $0.standing = found } }
    return found
  }

  /// Has the store asked once the body is here, see ``settled(_:)``; before, what is known without it is enough.
  func awaitBody() { state.withLock { $0.isBodyAwaited = !$0.isWhole } }

  /// A request as it counts, whose body was read, or is not waited for.
  ///
  /// From here on whose it is is not asked again. If the store fails it is as it came: it fails for the user of the
  /// request as well, and the page of that says why.
  func settled(_ request: Request) async -> Request {
    state.withLock { state in
      if !state.isWhole, state.visit?.isCertain != true { state.standing = nil }
      (state.isWhole, state.isBodyAwaited) = (true, false)
    }
    guard let visit = try? await self.visit() else { return request }
    return counted(request, by: visit)
  }

  /// The same request as from a browser that has the cookie which it is given.
  func counted(_ request: Request, by visit: Visit) -> Request {
    guard visit.cookies != cookies, request.headers[values: .cookie] == cookies else {
      return request
    }
    var head = request.head
    head.headerFields[values: .cookie] = visit.cookies
    return Request(head: head, body: request.body)
  }

  /// Has the store asked once more.
  ///
  /// It is for a request by which nobody logs in any more, though it was sent to: the first of two presses was
  /// quicker, and may have renewed the cookie since the store was asked.
  func askAnew() {
    state.withLock { if $0.visit?.isCertain != true { $0.standing = nil } }
  }

  /// Ends it: the request is answered.
  func end() {
    guard let asked, asked.isNewcomer, let cookie = asked.given else { return }
    visitors.newcomers.answered(cookie)
  }

  // MARK: - Deciding

  /// Whether the browser is another visitor's from here on: its cookies are of none, or not any more.
  private func beginsAnew(with found: Visitors.Standing) -> Bool {
    switch found {
    // One of several is somebody's whom nobody can tell.
    case .known, .earlier, .several: false
    // The next one may be on its way to the browser: another would take its place.
    case .outdated(_, let renewal?): !visitors.isRecent(renewal, at: began)
    case .unknown, .outdated: true
    }
  }

  /// Which cookie the browser is to have.
  ///
  /// - Parameters:
  ///   - found: what its cookies say.
  ///   - new: the one of another visitor, if it begins anew.
  private func decided(_ found: Visitors.Standing, _ new: VisitorCookie?) -> Visit {
    var visit = Visit(standing: found)
    switch found {
    case .known(let cookie): visit.kept = cookie
    case .earlier(let cookie):
      visit = Visit(standing: .known(cookie))
      (visit.given, visit.kept) = (cookie, cookie)
    case .unknown, .several, .outdated: break
    }
    if let new {
      if let seconds = visitors.secondsToWait() {
        visit = Visit(standing: .unknown)
        visit.secondsToWait = seconds
      } else {
        visitors.newcomers.arrived(new)
        visit = Visit(standing: .known(new))
        (visit.given, visit.kept, visit.isNewcomer) = (new, new, true)
        if case .outdated(let cookie, let renewal?) = found, renewal.reason == .ended {
          visit.mark = Visitors.loggedOutMark(as: cookie.names)
        }
      }
    }
    let given = [visit.given.map { visitors.cookie($0) }, visit.mark].compactMap(\.self)
    visit.cookies = given.reduce(cookies) { sent, cookie in
      let others = sent.flatMap(Cookies.read).filter { $0.name != cookie.name }
      return others.map { "\($0.name)=\($0.value)" } + ["\(cookie.name)=\(cookie.value)"]
    }
    return visit
  }
}

/// What is known of the request that is being answered.
extension Visitors {
  /// What the cookies of a request say: the store is asked once for the request that is being answered, when all of
  /// it is here.
  func standing(of request: Request) async throws(StoreFailure) -> Standing {
    guard let arrival = Self.arrival, arrival.isAt(seal), arrival.isOf(request) else {
      return try await look(at: request.headers[values: .cookie])
    }
    return try await arrival.standing()
  }

  /// Why the request that is being answered is nobody's: too many browsers are new in this minute; nil if that is
  /// not why.
  var crowding: HostFault? {
    guard let arrival = Self.arrival, arrival.isAt(seal), let seconds = arrival.asked?.secondsToWait
    else { return nil }
    return HostFault(
      .busy, "too many new visitors in a minute; keep the cookie, and send it with each request",
      retryAfter: .seconds(seconds))
  }
}
