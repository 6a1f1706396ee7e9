import Flowline
import FlowlineHost
import FlowlineWeb
import Hummingbird

// The examples of doc comments, as they are printed, with what they need around them. `ArticleTests` of
// FlowlineTests compares them.

private enum DocumentedExamples {
  struct Service: Sendable {
    func logOut(_ user: UserID) async {}
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
