import Flowline
import FlowlineHost
import FlowlineWeb
import Hummingbird

// The examples of FlowlineWeb, and of doc comments about pages, as they are printed, with what they
// need around them.

/// In place of what the plugin `EmbeddedFiles` makes of catalogues.
private enum PackageResources {
  static let Bank_xcstrings = Array(#"{"sourceLanguage":"en","version":"1.0","strings":{}}"#.utf8)
}

private enum ArticleExamples {
  @Sendable static func user(of request: Request) async throws -> UserID? { nil }

  static func site(of host: SessionHost, in router: Router<BasicRequestContext>) {
    let site = FlowlineSite<BasicRequestContext>(
      host, layout: WebLayout(serviceName: "Savings"), at: "savings", hosts: ["savings.example"]
    ) { request, _ in try await user(of: request) }
    router.add(middleware: site.unknownAddresses)
    site.addRoutes(to: router.group("savings"))
    let api = SessionAPI<BasicRequestContext>(host, hosts: ["savings.example"]) { request, _ in
      try await user(of: request)
    }
    api.addRoutes(to: router.group("api"))
  }

  static func layout() -> WebLayout {
    var layout = WebLayout(serviceName: "Example Bank")
    layout.styleSheets = [WebLink(path: ["static", "bank.css"])]
    layout.logIn = WebLink(path: ["savings", "log-in"])
    layout.account = { user, page in page.way(to: WebLink(path: ["log-out"])) { "Log out" } }
    layout.texts = TextCatalog(PackageResources.Bank_xcstrings)
    return layout
  }

  static func footer() -> WebLayout {
    var layout = WebLayout(serviceName: "Example Bank")
    layout.styleSheets = [WebLink(path: ["static", "bank.css"])]
    layout.footer = { _ in HTML { Tag.p { "Example Bank plc" } } }
    return layout
  }

  static func visitors(
    of host: SessionHost, keptIn values: any ValueStore, layout: WebLayout, _ user: UserID,
    in router: Router<BasicRequestContext>
  ) async throws {
    let visitors = Visitors(keptIn: values, isSecure: true)
    router.add(middleware: visitors.middleware(for: BasicRequestContext.self))
    let site = FlowlineSite<BasicRequestContext>(
      host, layout: layout, isSecure: true, visitors: visitors
    ) {
      request, _ in try await visitors.user(of: request)
    }
    // Once the person has logged out, before the person is told so:
    try await visitors.end(user)
    site.addRoutes(to: router)
  }

  static func greeting(of name: String) -> HTML {
    let greeting = HTML {
      Tag.p(.class("greeting")) { "Hello, \(name)" }
    }
    return greeting
  }

  static func hint() -> HTML {
    HTML {
      Tag.p(.class("hint"), .id("name-hint")) { "As on your card." }
    }
  }
}
