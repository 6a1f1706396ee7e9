import Flowline
import FlowlineHost
import FoundationEssentials
import Hummingbird

/// A request for a page while it is answered: what is known of it so far, also to a page that refuses it.
struct SiteVisit {
  /// The request as it came, and as it counts once it was read.
  private(set) var request: Request
  let route: SiteRoute
  /// What the site's cookies are called, or why the store does not say it: it is asked once for a request, since each
  /// time may take as long as it has to answer.
  let names: Result<CookieNames, StoreFailure>
  /// The world of the browser.
  let environment: FlowEnvironment
  /// The address as it was asked for.
  let address: WebLink
  /// Where the browser can come back to.
  let here: WebLink
  let query: PostedBody
  /// What the address asks for in place of the buttons; nil if it says nothing.
  let action: PageAction?
  /// Whether it locks the browser, whatever else becomes of it.
  let isLocking: Bool
  /// What was posted; nil if nothing was, or it could not be read.
  var body: PostedBody?
  /// Whether a part of what was posted could not be read.
  var isPartly = false
  /// How many bytes room was taken for at the host.
  var held = 0
  /// What was looked at to know whose it is.
  var seen = SiteSeen()
  /// The renewed cookie, which any reply has the browser keep; nil if it was not renewed.
  var renewed: Cookie?
  /// Holds what other tabs ask for until the reply is sent; nil if no cookie may be renewed.
  var renewal: RenewalUnderWay?

  var cookies: [String] { request.headers[values: .cookie] }

  /// Has the store say whose it is from here on: what was sent with it was read.
  mutating func settle() async {
    if let arrival = Visitors.arrival { request = await arrival.settled(request) }
  }

  /// Begins with the request as it came; nothing of its body is read yet.
  init(_ request: Request, by route: SiteRoute, at service: SiteService) async {
    (self.request, self.route) = (request, route)
    do throws(StoreFailure) {
      names = .success(try await service.names())
    } catch {
      names = .failure(error)
    }
    environment = service.environment(of: request, try? names.get())
    address = WebLink(request.uri.path) ?? service.paths.home
    // Nobody can come back to an address that only takes what is sent.
    here = route.isOnlySent ? service.paths.home : address
    query = URLEncodedForm.query(request.uri.query ?? "") ?? PostedBody()
    action = route.isOfSession ? PageAction(ofAddress: query) : nil
    isLocking = route.method == .post && action == .lock && service.lock != nil
  }
}

/// What of a request was looked at to know whose it is, so that the stores need not be asked once more.
struct SiteSeen: Sendable {
  /// The state of the session that it is for.
  var state: HostedState?
  /// How the browser stands.
  var lock = SeenLock()
}

extension SiteService {
  /// Where a log-in leads back to that a request needs: what was asked for, with its query, or the page that
  /// something was sent from.
  ///
  /// What the query says of a log-in is not repeated in another address.
  func next(after visit: SiteVisit) -> WebLink {
    let (request, route, here) = (visit.request, visit.route, visit.here)
    if route.isPage {
      guard case .never = route.logIn else { return here }
      return WebLink(onThisServer: request.uri.string) ?? here
    }
    let parts = request.uri.path.split(separator: "/").dropFirst(paths.base.count)
    return routes.methods(of: parts.map(String.init)).contains(.get) ? here : paths.home
  }

  /// Reads what was posted, and refuses what comes from elsewhere.
  func receive(_ visit: inout SiteVisit) async throws(SiteFault) {
    let (request, route) = (visit.request, visit.route)
    let refused = requestGuard.fault(of: request)
    if route.method == .post {
      do throws(SiteFault) {
        try await read(request, within: route.limits, into: &visit.body, holding: &visit.held)
      } catch {
        // A form for another host is not ours; and whatever is in it, who locks the browser finds it locked.
        guard refused == .otherHost || visit.isLocking && refused == nil else { throw error }
        visit.isPartly = true
      }
    }
    // With what was typed, which the page that refuses it keeps.
    if visit.action != nil {
      visit.body = visit.body?.carried(besides: visit.query[FieldName.taken])
    }
    if refused == .otherHost { throw .otherHost }
    if refused == .otherSite { throw .otherSite }
  }
}
