import FoundationEssentials
import SandboxKit
import ServiceBasics
import ServiceTestSupport
import TestSupport
import Testing

@testable import ServiceCalls

/// One log-in, several processes: real ones, and killed ones.
struct OAuthProcessTests {
  private let folder: TemporaryFolder
  private var file: OAuthTokenFile { OAuthTokenFile(path: folder.file("log-in")) }

  init() throws { folder = try TemporaryFolder() }

  private func keepEndedTokens(_ sandbox: GrantingSandbox) throws -> OAuthTokens {
    let pair = try sandbox.oauth.giveTokens(to: "1", for: GrantingSandbox.program.id)
    let now = Timestamp(Date()).milliseconds
    let tokens = OAuthTokens(
      access: try AccessToken(pair.access), refresh: pair.refresh,
      since: Timestamp(milliseconds: now - 7_200_000), ends: Timestamp(milliseconds: now - 1))
    try file.keep(.loggedIn(tokens))
    return tokens
  }

  private func probe(_ sandbox: GrantingSandbox, _ what: String) -> BuiltProgram {
    BuiltProgram("LogInProbe", sandbox.address.text, file.path, what)
  }

  @Test func `processes that renew at once ask for one new token, and all use it`() async throws {
    // The answer is held back until all of them run.
    let gate = Gate<Void>()
    var settings = ServerSettings()
    settings.sleep = { _ in await gate.wait() }
    try await GrantingSandbox.with(folder.path, server: settings) { sandbox in
      let old = try keepEndedTokens(sandbox)
      sandbox.world.faults.add(
        try JSONDecoder().decode(Fault.self, from: Data(#"{"kind":"slow"}"#.utf8)))
      let programs = try (0..<4).map { _ in try probe(sandbox, "call").start() }
      for program in programs { _ = await program.line() }
      try await eventually("a request for tokens") { sandbox.tokenRequests >= 1 }
      gate.open()
      var said: Set<String> = []
      for program in programs { said.insert(try await program.end().output) }
      guard case .loggedIn(let new) = try file.contents() else { return #expect(Bool(false)) }
      #expect(said == ["ready\n1 \(new.access.digest)\n"])
      #expect(new.access != old.access)
      #expect(sandbox.tokenRequests == 1)
      #expect(try sandbox.oauth.bearer(old.access.secret) == .unknown)
    }
  }

  @Test(arguments: [("die-unkept", 2), ("die-kept", 1)])
  func `a process that is killed with new tokens does not end the log-in`(
    what: String, requests: Int
  ) async throws {
    try await GrantingSandbox.with(folder.path) { sandbox in
      let old = try keepEndedTokens(sandbox)
      let end = try await probe(sandbox, what).run()
      #expect(end.status == 9)
      #expect(end.output == "ready\n")
      #expect(try (file.contents() == .loggedIn(old)) == (what == "die-unkept"))
      let next = try await probe(sandbox, "call").run()
      #expect(next.output.hasPrefix("ready\n1 "), "\(next.output)")
      #expect(sandbox.tokenRequests == requests)
    }
  }
}
