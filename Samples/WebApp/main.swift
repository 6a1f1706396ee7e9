import Flowline
import FlowlineHost
import FlowlineSQLite
import FlowlineWeb
import Foundation
import Hummingbird
import NIOCore

// A restaurant's own application, with a flow mounted below `/tables`. Try it with
//
//     PAYMENTS_KEY=secret WebApp FOLDER 8080
//
// and add the name that browsers ask for if they come by a proxy that speaks TLS with them.
let arguments = CommandLine.arguments
guard arguments.count > 2, let port = Int(arguments[2]) else {
  print("usage: WebApp FOLDER PORT [NAME]")
  exit(2)
}
let name = arguments.count > 3 ? arguments[3] : nil
let paymentsKey = ProcessInfo.processInfo.environment["PAYMENTS_KEY"]

// The sessions, and which flows a user has.
let store = try SQLiteJournalStore(path: arguments[1] + "/sessions.sqlite")
let host = SessionHost(
  keeping: store, onFault: { fault, session in print("\(fault), session \(session as Any)") }
) { _ in
  var catalog = FlowCatalog()
  catalog.add(BookTable(), summary: "It is yours once the deposit is paid.")
  return HostedWorld(catalog, name: "restaurant")
}

// The pages, and the same as an API. Links begin with the path of the group that the routes are
// added to, and a request that names another host is refused (421), so both are given.
let members = Members(["ada", "grace"], isSecure: name != nil)
let hosts = ["localhost", "127.0.0.1"] + [name].compactMap(\.self)
var layout = WebLayout(serviceName: "Chez Flowline")
layout.logIn = Members.logIn
layout.account = { user, page in page.way(to: Members.logOut) { "Log out \(user)" } }
layout.footer = { _ in Tag.p { Tag.a(.href(WebLink(path: ["menu"]))) { "The menu" } } }
let site = FlowlineSite<BasicRequestContext>(
  host, layout: layout, at: "tables", hosts: hosts, isSecure: name != nil
) { request, _ in members.user(of: request) }
let api = SessionAPI<BasicRequestContext>(host, hosts: hosts) { request, _ in
  members.user(of: request)
}
let router = Router(options: .autoGenerateHeadEndpoints)
// Before all routes: what none of them takes is answered by a page or a problem, 404 or 405.
router.add(middleware: site.unknownAddresses)
router.add(middleware: api.unknownAddresses(at: "api"))
site.addRoutes(to: router.group("tables"))
api.addRoutes(to: router.group("api"))
members.addPages(of: site, to: router.group("tables"))

// What the application has besides.
router.get("menu") { _, _ in "Soup. Bread. Tea. A table: /tables/\n" }

/// What the payment service reports, until it is answered 200.
struct Paid: Decodable {
  let member: String
  let session: UUID
  let receipt: String
}

router.post("payments") { request, context -> HTTPResponse.Status in
  guard let paymentsKey, request.headers[.authorization] == "Bearer \(paymentsKey)" else {
    return .unauthorized
  }
  let paid = try await request.decode(as: Paid.self, context: context)
  let key = SessionKey(UserID(paid.member), paid.session)
  do throws(HostFault) {
    // Sent again with its key it counts once.
    let reply = try await host.deliver(
      "deposit", .string(paid.receipt), key: paid.receipt, to: key)
    if reply.reception != .accepted { print("refund \(paid.receipt)") }
    return .ok
  } catch {
    return error.retryAfter == nil ? .notFound : .serviceUnavailable
  }
}

// The host ends after the server, and the store after the host.
let application = Application(
  router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)),
  services: [HostService(host: host, store: store)],
  onServerRunning: { channel in
    members.tell("http://127.0.0.1:\(channel.localAddress?.port ?? port)")
  })
try await onServingThreads { try await application.runService() }
