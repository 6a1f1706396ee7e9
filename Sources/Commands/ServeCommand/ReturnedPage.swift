import BooksConnection
import BooksFlows
import Flowline
import FlowlineHost
import FlowlineWeb
import Foundation
import Hummingbird
import ServiceCalls

/// The redirect page of a bookkeeping service's log-in: it delivers the event to the session that waits for
/// it, and redirects there.
struct ReturnedPage: Sendable {
  let host: SessionHost
  let books: CustomerBooks
  /// The address that the service redirects to.
  private let address: LoopbackAddress
  private let taken = TakenReturns()

  /// How many of the customer's sessions are searched, the last changed first.
  private static let mostSessions = 50

  init(host: SessionHost, books: CustomerBooks, at address: LoopbackAddress) {
    (self.host, self.books, self.address) = (host, books, address)
  }

  /// Adds the page to a site at the root of a router.
  func addRoutes<Context: RequestContext>(
    of site: FlowlineSite<Context>, to router: some RouterMethods<Context>
  ) {
    let isLogIn: @Sendable (UserID, String) async throws -> Bool = { [books] user, query in
      try await books.awaits(returned: query, of: user)
    }
    site.addPage(at: CustomerBooks.returnPath, isLogIn: isLogIn, to: router) { call in
      try await reply(to: call)
    }
  }

  private func reply(to call: SitePageCall) async throws -> SitePageReply {
    let isFirst = try await books.take(returned: call.query, of: call.user)
    if isFirst { taken.note(call.query, of: call.user) }
    guard let earlier = taken.find(call.query, of: call.user) else { return outdated(call) }
    // The code is sent once: a page that is loaded again has nothing to do.
    if let session = earlier.session { return .doneBefore(next: call.step(session, "")) }
    // What was taken may not have been delivered, if the store failed: a session may still wait for it.
    guard let waiting = try await deliver(earlier) else {
      return isFirst ? .seeOther(call.home) : .doneBefore(next: call.home)
    }
    taken.note(call.query, of: call.user, leadingTo: waiting)
    return .seeOther(call.step(waiting, ""))
  }

  /// Delivers the event to the customer's sessions that wait for it.
  ///
  /// - Parameter redirect: what was taken up: delivered once more, it counts once.
  /// - Returns: the session that the browser is led to; nil if none waits.
  private func deliver(_ redirect: TakenReturns.Taken) async throws -> UUID? {
    let query = SessionQuery(
      of: redirect.user, standings: [.unfinished], limit: Self.mostSessions)
    var waiting: UUID?
    for item in try await host.list(query).items {
      // What is gone or ends meanwhile waits for nothing.
      guard let state = try? await host.state(of: item.key), state.awaitsReturn else { continue }
      _ = try await host.deliver(
        BooksFlows.returnEvent, "returned", key: redirect.digest.description, to: item.key,
        patience: .seconds(10))
      waiting = waiting ?? item.key.session
    }
    return waiting
  }

  private func outdated(_ call: SitePageCall) -> SitePageReply {
    let page = LoopbackPages(in: call.environment).otherAttempt
    let main = HTML {
      Tag.h1(.class("heading")) { page.heading }
      Tag.p(.class("lead")) { page.text }
      call.elsewhere(than: address)
    }
    return .page(title: page.heading, standing: .malformed, main)
  }
}

extension HostedState {
  /// Whether it waits for the browser's return.
  fileprivate var awaitsReturn: Bool {
    underWay.contains { $0.kind == .event && $0.id == BooksFlows.returnEvent }
  }
}
