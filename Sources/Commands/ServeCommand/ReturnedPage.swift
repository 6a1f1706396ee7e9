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

  /// How many of the customer's sessions are searched, the last changed first.
  private static let mostSessions = 50

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
    guard try await books.take(returned: call.query, of: call.user) else { return outdated(call) }
    let query = SessionQuery(of: call.user, standings: [.unfinished], limit: Self.mostSessions)
    var waiting: UUID?
    for item in try await host.list(query).items {
      // What is gone or ends meanwhile waits for nothing.
      guard let state = try? await host.state(of: item.key), state.awaitsReturn else { continue }
      _ = try await host.deliver(
        BooksFlows.returnEvent, "returned", to: item.key, patience: .seconds(10))
      waiting = waiting ?? item.key.session
    }
    return .seeOther(waiting.map { call.step($0, "") } ?? call.home)
  }

  private func outdated(_ call: SitePageCall) -> SitePageReply {
    let page = LoopbackPages(in: call.environment).otherAttempt
    let main = HTML {
      Tag.h1(.class("heading")) { page.heading }
      Tag.p(.class("lead")) { page.text }
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
