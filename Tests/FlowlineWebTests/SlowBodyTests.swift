import Flowline
import FlowlineHost
import FlowlineTesting
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import OwnScreens
import Synchronization
import Testing

@testable import FlowlineWeb

/// Requests of the API whose sender is another one once the body has arrived.
struct SlowBodyTests {
  private static let walk = Walk("own", inputs: []) { _ in
    var catalog = FlowCatalog()
    catalog.add(OwnFlow(), summary: "Kinds of one's own")
    return catalog
  }

  /// Says whose a request is as often as it is asked; the last one again after that.
  private final class Senders: Sendable {
    private let users: Mutex<[UserID?]>

    init(_ users: [UserID?]) { self.users = Mutex(users) }

    func next() -> UserID? {
      users.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
    }
  }

  @Test(arguments: [[WebWalk.user], [WebWalk.user, nil], [WebWalk.user, "eve"]] as [[UserID?]])
  func `what arrives when its sender is another one is not done`(_ users: [UserID?]) async throws {
    let web = try WebWalk(Self.walk)
    let senders = Senders(users)
    let router = Router()
    SessionAPI<BasicRequestContext>(web.host) { _, _ in senders.next() }.addRoutes(to: router)
    try await Application(router: router).test(.router) { client in
      let reply = try await client.execute(
        uri: "/sessions/\(web.session)", method: .put,
        headers: [.contentType: "application/json"],
        body: ByteBuffer(string: "{\"start\":\"own\"}"))
      guard users.count > 1 else {
        #expect(reply.status == .ok)
        return
      }
      #expect(reply.status == .unauthorized)
      for user in users.compactMap(\.self) {
        await #expect(throws: HostFault.self) {
          _ = try await web.host.state(of: SessionKey(user, web.key.session))
        }
      }
    }
  }
}
