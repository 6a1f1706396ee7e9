import FoundationEssentials
import SandboxKit
import ServiceBasics
import ServiceCalls
import ServiceTestSupport
import Synchronization
import TestSupport
import Testing

/// Secrets of a program, of which one takes another's place.
struct OAuthSecretTests {
  private struct Full: Error {}

  /// What was kept, in its order.
  private final class Kept: Sendable {
    private let lists = Mutex<[[String]]>([])

    var all: [[String]] { lists.withLock { $0 } }

    func add(_ secrets: [String]) { lists.withLock { $0.append(secrets) } }
  }

  @Test func `what comes and goes is kept each time`() async throws {
    let folder = try TemporaryFolder()
    let kept = Kept()
    let first = GrantingSandbox.program.secret
    try await GrantingSandbox.with(
      folder.path, configure: { $0.keepSecrets = { secrets, _ in kept.add(secrets) } }
    ) { sandbox in
      #expect(sandbox.oauth.secrets(of: GrantingSandbox.program.id) == [first])
      #expect(sandbox.oauth.secrets(of: "another") == [])
      #expect(try await sandbox.send(.post, "control/secrets").status == 200)
      let both = sandbox.oauth.secrets(of: GrantingSandbox.program.id)
      #expect(both.count == 2 && both.first == first)
      let body = try CallRequest.Body.json(["secret": first])
      let revoked = try await sandbox.send(.post, "control/secrets/revoke", body: body)
      #expect(revoked.status == 200)
      #expect(kept.all == [both, Array(both.dropFirst())])
    }
  }

  @Test func `a secret that cannot be kept does not count`() async throws {
    let folder = try TemporaryFolder()
    try await GrantingSandbox.with(
      folder.path, configure: { $0.keepSecrets = { _, _ in throw Full() } }
    ) { sandbox in
      let answer = try await sandbox.send(.post, "control/secrets")
      #expect(answer.status >= 500)
      #expect(
        sandbox.oauth.secrets(of: GrantingSandbox.program.id) == [GrantingSandbox.program.secret])
    }
  }
}
