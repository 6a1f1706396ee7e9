import Flowline
import FlowlineHost
import FlowlineWeb
import HTTPTypes
import Hummingbird

// The examples of doc comments, as they are printed, with what they need around them. `ArticleTests` of
// FlowlineTests compares them.

private enum DocumentedExamples {
  struct Service: Sendable {
    func logOut(_ user: UserID) async {}
  }

  struct Order: Sendable {
    let name: String
  }

  struct Orders: Sendable {
    func find(_ name: String?, of user: UserID) async throws -> Order? {
      name.map { Order(name: $0) }
    }
  }

  struct Members: Sendable {
    func logIn(_ name: String?, _ password: String?) -> Hummingbird.Cookie? { nil }
  }

  static func form(_ next: WebLink?) -> HTML { HTML() }

  static func ownPages(
    of site: FlowlineSite<BasicRequestContext>, orders: Orders, members: Members,
    in router: Router<BasicRequestContext>
  ) {
    site.addPage(at: "orders/{order}", to: router.group("shop")) { call in
      guard let order = try await orders.find(call.parameter("order"), of: call.user) else {
        return .notFound
      }
      return .page(title: order.name, HTML { Tag.h1(.class("heading")) { order.name } })
    }
    site.addOpenPage(at: "log-in", method: .post, to: router.group("shop")) { call in
      guard let cookie = members.logIn(call.field("name"), call.field("password")) else {
        return .refused(title: "Log in", SitePageRefusal("Check both."), form(call.next))
      }
      return .seeOther(call.next ?? call.home).keeping(cookie)
    }
  }

  struct Paid: Sendable {
    let session: SessionKey
    let receipt: String
  }

  struct Shop: Sendable {
    func signedPayment(in request: Request) async throws -> Paid { throw HTTPError(.forbidden) }
    func refund(_ paid: Paid) async {}
  }

  static func webhook(of shop: Shop, to host: SessionHost, in router: Router<BasicRequestContext>) {
    router.post("webhooks/payment") { request, _ -> HTTPResponse.Status in
      let paid = try await shop.signedPayment(in: request)
      do throws(HostFault) {
        let reply = try await host.deliver(
          "payment", .string(paid.receipt), key: paid.receipt, to: paid.session)
        switch reply.reception {
        case .accepted, .revised: return .ok
        case .outdated, .refused:
          await shop.refund(paid)
          return .ok
        }
      } catch {
        return error.retryAfter == nil ? .notFound : .serviceUnavailable
      }
    }
  }

  @Sendable static func user(of request: Request) async throws -> UserID? { nil }

  static func pages(of host: SessionHost, in router: Router<BasicRequestContext>) {
    let site = FlowlineSite<BasicRequestContext>(
      host, layout: WebLayout(serviceName: "Savings")
    ) { request, _ in
      try await user(of: request)
    }
    site.addRoutes(to: router)
  }

  static func programs(of host: SessionHost, in router: Router<BasicRequestContext>) {
    let api = SessionAPI<BasicRequestContext>(host) { request, _ in
      try await user(of: request)
    }
    api.addRoutes(to: router.group("api"))
  }

  static func visitors(
    of host: SessionHost, keptIn values: any ValueStore, layout: WebLayout,
    in router: Router<BasicRequestContext>
  ) {
    let visitors = Visitors(keptIn: values, isSecure: true)
    router.add(middleware: visitors.middleware(for: BasicRequestContext.self))
    let site = FlowlineSite<BasicRequestContext>(
      host, layout: layout, isSecure: true, visitors: visitors
    ) { request, _ in
      try await visitors.user(of: request)
    }
    site.addRoutes(to: router)
  }

  static func lock(
    of host: SessionHost, keptIn values: any ValueStore, for service: Service, layout: WebLayout,
    in router: Router<BasicRequestContext>
  ) {
    let lock = WebLock(keptIn: values, logOut: { user in await service.logOut(user) })
    let site = FlowlineSite<BasicRequestContext>(host, layout: layout, lock: lock) { request, _ in
      try await user(of: request)
    }
    site.addRoutes(to: router)
  }
}
