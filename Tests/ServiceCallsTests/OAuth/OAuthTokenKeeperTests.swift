import FoundationEssentials
import Glibc
import SandboxKit
import ServiceBasics
import ServiceTestSupport
import Synchronization
import TestSupport
import Testing

@testable import ServiceCalls

/// How a log-in is kept alive, over a real server whose tokens rotate.
struct OAuthTokenKeeperTests {
  /// Where a log-in is kept.
  enum Place: Sendable, CaseIterable {
    case file
    case log
  }

  private let folder: TemporaryFolder
  private let log = MemorySharedLog()
  private var file: OAuthTokenFile { OAuthTokenFile(path: folder.file("log-in")) }

  /// The time by the client's clock.
  private static let now = Date(timeIntervalSince1970: 1_790_000_000)

  init() throws { folder = try TemporaryFolder() }

  /// A place as one process or machine has it.
  private func place(_ place: Place, timing: Timing = timing) -> any LogInPlace {
    switch place {
    case .file: LogInFile(file: file, timing: timing)
    case .log: SharedLogIn(log, timing: timing)
    }
  }

  private static var timing: Timing {
    Timing(now: { now }, uptime: { Uptime(boot: "boot", milliseconds: 0) })
  }

  private func keeper(
    _ sandbox: GrantingSandbox, in place: Place = .file, timing: Timing = timing
  ) -> OAuthTokenKeeper {
    OAuthTokenKeeper(
      sandbox.service(), in: self.place(place, timing: timing), transport: NetworkTransport(),
      timing: timing)
  }

  private func caller(
    _ sandbox: GrantingSandbox, _ tokens: OAuthTokenKeeper
  ) -> ServiceCaller<PlainRefusal> {
    ServiceCaller(
      sandbox.address, userAgent: "tests", tokens: tokens, transport: NetworkTransport())
  }

  private let things = Call(
    CallRequest(.get, path: ["things"]), route: "/things", isRepeatable: true,
    reading: .json { try JSONDecoder().decode([String].self, from: $0) })

  /// Puts tokens of Ada into a place, which end so many seconds from now.
  @discardableResult
  private func keepTokens(
    _ sandbox: GrantingSandbox, in place: Place = .file, for seconds: Int64, at now: Date = now
  ) async throws -> OAuthTokens {
    let pair = try sandbox.oauth.giveTokens(to: "1", for: GrantingSandbox.program.id)
    let now = Timestamp(now).milliseconds
    let since = Timestamp(milliseconds: now - 7_200_000)
    let tokens = OAuthTokens(
      access: try AccessToken(pair.access), refresh: pair.refresh, since: since,
      ends: Timestamp(milliseconds: now + seconds * 1000))
    let kept = self.place(place)
    let lock = try await kept.lock(waitingUpTo: .zero)
    try await kept.keep(.loggedIn(tokens), under: lock)
    await lock.release()
    return tokens
  }

  private func expire(_ sandbox: GrantingSandbox, _ kind: String) async throws {
    let answer = try await sandbox.send(
      .post, "control/tokens/expire", body: .json(["kind": kind]))
    #expect(answer.status == 200)
  }

  @Test(arguments: [true, false], Place.allCases)
  func `many calls at once with a token that has ended ask for one new one`(
    knowsTheEnd: Bool, place: Place
  ) async throws {
    try await GrantingSandbox.with(folder.path) { sandbox in
      let old = try await keepTokens(sandbox, in: place, for: knowsTheEnd ? -1 : 3000)
      try await expire(sandbox, "access")
      let caller = caller(sandbox, keeper(sandbox, in: place))
      try await withThrowingTaskGroup(of: [String].self) { group in
        for _ in 0..<20 { group.addTask { try await caller.once(things) } }
        for try await people in group { #expect(people == ["1"]) }
      }
      #expect(sandbox.tokenRequests == 1)
      let new = try await keeper(sandbox, in: place).logIn()
      #expect(new.access != old.access && new.refresh != old.refresh)
      #expect(new.logInID == old.logInID)
    }
  }

  @Test(arguments: Place.allCases)
  func `a token is renewed ahead of its end, and used on if it cannot be`(
    place: Place
  ) async throws {
    try await GrantingSandbox.with(folder.path) { sandbox in
      let old = try await keepTokens(sandbox, in: place, for: 30)
      sandbox.world.faults.add(try fault(#"{"kind":"status","status":503,"times":2}"#))
      let keeper = keeper(sandbox, in: place)
      #expect(try await keeper.token() == old.access)
      #expect(try await keeper.token() == old.access)
      #expect(try await keeper.token() != old.access)
      try await keepTokens(sandbox, in: place, for: -1)
      sandbox.world.faults.add(try fault(#"{"kind":"status","status":503}"#))
      let error = await #expect(throws: Unsendable.self) { try await keeper.token() }
      guard case .logIn(.unavailable)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test func `a token that nothing can renew is used to its end`() async throws {
    try await GrantingSandbox.with(folder.path) { sandbox in
      func keep(for seconds: Int64) async throws -> AccessToken {
        let tokens = try await keepTokens(sandbox, for: seconds)
        try file.keep(
          .loggedIn(
            OAuthTokens(
              access: tokens.access, refresh: nil, since: tokens.since, ends: tokens.ends)))
        return tokens.access
      }
      let keeper = keeper(sandbox)
      let token = try await keep(for: 30)
      #expect(try await keeper.token() == token)
      _ = try await keep(for: -1)
      await #expect(throws: Unsendable.logIn(.loggedOut(.refreshRefused))) {
        try await keeper.token()
      }
      #expect(sandbox.tokenRequests == 0)
    }
  }

  @Test(arguments: Place.allCases)
  func `a code is not used up while another process renews`(place: Place) async throws {
    try await GrantingSandbox.with(folder.path) { sandbox in
      let earlier = try await keepTokens(sandbox, in: place, for: 3000)
      let other = try await self.place(place).lock(waitingUpTo: .zero)
      var timing = Self.timing
      timing.sleep = { _ in }
      let keeper = keeper(sandbox, in: place, timing: timing)
      let logIn = try await OAuthLogIn(keeper)
      let location = try #require(try await sandbox.approve(logIn.page))
      let answer = logIn.answer(pasted: location)
      await #expect(throws: OAuthFailure.self) { try await logIn.finish(answer) }
      #expect(sandbox.tokenRequests == 0)
      timing.sleep = { _ in throw CancellationError() }
      let stopped = self.keeper(sandbox, in: place, timing: timing)
      await #expect(throws: OAuthFailure.unavailable(.waitStopped)) { try await stopped.logOut() }
      await other.release()
      #expect(try await logIn.finish(answer) == .loggedIn)
      #expect(try await keeper.logIn().logInID != earlier.logInID)
    }
  }

  @Test func `an answer that was lost is asked for again with the old refresh token`() async throws
  {
    try await GrantingSandbox.with(folder.path) { sandbox in
      for kind in ["close-after", "truncate", "content-type"] {
        try await keepTokens(sandbox, for: -1)
        sandbox.world.faults.add(
          try fault(#"{"kind":"\#(kind)","match":{"path":"oauth/token"}}"#))
        let caller = caller(sandbox, keeper(sandbox))
        var budget = RetryBudget(Patience(), Timing(sleep: { _ in }))
        #expect(try await caller.ask(things, &budget) == ["1"])
      }
      #expect(sandbox.tokenRequests == 6)
    }
  }

  @Test func `a new token that is refused is not renewed again`() async throws {
    let tokens = Mutex(0)
    let server = ScriptedServer { request, _ in
      guard request.path == "/oauth/token" else { return .answer(401, "{}") }
      let number = tokens.withLock {
        $0 += 1; return $0
      }
      return .answer(
        200, #"{"access_token":"a\#(number)","refresh_token":"r\#(number)","token_type":"Bearer"}"#)
    }
    try await server.during { server, address in
      try file.keep(
        .loggedIn(
          OAuthTokens(
            access: try AccessToken("a0"), refresh: "r0", since: Timestamp(Self.now), ends: nil)))
      let service = OAuthService(
        try ServiceAddress(address), approvalPath: ["oauth", "authorize"],
        tokenPath: ["oauth", "token"], client: GrantingSandbox.program, takesChallenges: true,
        userAgent: "tests")
      let keeper = OAuthTokenKeeper(
        service, file: file, transport: NetworkTransport(), timing: Timing(now: { Self.now }))
      let caller = ServiceCaller<PlainRefusal>(
        service.address, userAgent: "tests", tokens: keeper, transport: NetworkTransport())
      for _ in 0..<3 {
        let error = await #expect(throws: CallFailure<PlainRefusal>.self) {
          try await caller.once(things)
        }
        guard case .refused(let refusal)? = error, refusal.status == 401 else {
          Issue.record("\(String(describing: error))")
          return
        }
      }
      #expect(
        server.requests.map(\.path) == ["/things", "/oauth/token", "/things", "/things", "/things"])
    }
  }

  @Test(arguments: ["revoke", "expire"], Place.allCases)
  func `a renewal that is refused logs out, and every process knows it`(
    control: String, place: Place
  ) async throws {
    try await GrantingSandbox.with(folder.path) { sandbox in
      try await keepTokens(sandbox, in: place, for: 3000)
      let caller = caller(sandbox, keeper(sandbox, in: place))
      #expect(try await caller.once(things) == ["1"])
      #expect(try await sandbox.send(.post, "control/tokens/\(control)").status == 200)
      for tokens in [caller.tokens, keeper(sandbox, in: place)] {
        let caller = ServiceCaller<PlainRefusal>(
          sandbox.address, userAgent: "tests", tokens: tokens, transport: NetworkTransport())
        await #expect(
          throws: CallFailure<PlainRefusal>.notAsked(.logIn(.loggedOut(.refreshRefused)))
        ) { try await caller.once(things) }
      }
      #expect(sandbox.tokenRequests == 1)
    }
  }

  @Test(arguments: Place.allCases)
  func `a log-out ends it for every process, and no token is left`(place: Place) async throws {
    try await GrantingSandbox.with(folder.path) { sandbox in
      let tokens = try await keepTokens(sandbox, in: place, for: 3000)
      let (keeper, other) = (keeper(sandbox, in: place), keeper(sandbox, in: place))
      #expect(try await other.token() == tokens.access)
      try await keeper.logOut()
      await #expect(throws: Unsendable.logIn(.loggedOut(.byUser))) { try await other.token() }
      #expect(try !folder.contains(tokens.access.secret))
    }
  }

  @Test func `a service that was asked too often is left alone, and the call waits`() async throws {
    try await GrantingSandbox.with(
      folder.path, configure: { $0.limits = [CallLimit(1, per: 60)] }
    ) { sandbox in
      sandbox.world.clock.stand(at: Timestamp(milliseconds: 1_800_000_000_000))
      let clock = Mutex(Self.now)
      let timing = Timing(
        now: { clock.withLock { $0 } },
        sleep: { pause in
          clock.withLock { $0 += pause / .seconds(1) }
          sandbox.world.clock.advance(milliseconds: Int64(pause / .milliseconds(1)))
        })
      let keeper = keeper(sandbox, timing: timing)
      let caller = caller(sandbox, keeper)
      try await keepTokens(sandbox, for: -1, at: timing.now())
      #expect(try await caller.once(things) == ["1"])
      try await keepTokens(sandbox, for: -1, at: timing.now())
      let busy = CallFailure<PlainRefusal>.notAsked(.logIn(.busy(.seconds(60))))
      for _ in 0..<3 { await #expect(throws: busy) { try await caller.once(things) } }
      #expect(sandbox.tokenRequests == 2)
      var budget = RetryBudget(Patience(), timing)
      #expect(try await caller.ask(things, &budget) == ["1"])
      #expect(sandbox.tokenRequests == 3)
    }
  }

  @Test func `tokens that cannot be kept are not used, and not lost`() async throws {
    try await GrantingSandbox.with(folder.path) { sandbox in
      let old = try await keepTokens(sandbox, for: -1)
      let keeper = keeper(sandbox)
      // What is written beside the file cannot be: a folder is in its place.
      let draft = "\(file.path).new"
      try FileManager.default.createDirectory(
        atPath: "\(draft)/full", withIntermediateDirectories: true)
      for _ in 0..<2 {
        let error = await #expect(throws: Unsendable.self) { try await keeper.token() }
        guard case .logIn(.file)? = error else {
          Issue.record("\(String(describing: error))")
          return
        }
      }
      #expect(try file.contents() == .loggedIn(old))
      try FileManager.default.removeItem(atPath: draft)
      let token = try await keeper.token()
      #expect(token != old.access)
      #expect(try sandbox.oauth.bearer(token.secret) == .person("1"))
      #expect(sandbox.tokenRequests == 1)
    }
  }

  @Test func `a wait that is cancelled leaves the renewal to the others`() async throws {
    let gate = Gate<Void>()
    var settings = ServerSettings()
    settings.sleep = { _ in await gate.wait() }
    try await GrantingSandbox.with(folder.path, server: settings) { sandbox in
      try await keepTokens(sandbox, for: -1)
      sandbox.world.faults.add(try fault(#"{"kind":"slow"}"#))
      let keeper = keeper(sandbox)
      let waiting = Task { try await keeper.token() }
      try await eventually("a request for tokens") { sandbox.tokenRequests >= 1 }
      waiting.cancel()
      await #expect(throws: Unsendable.self) { try await waiting.value }
      let other = Task { try await keeper.token() }
      gate.open()
      let token = try await other.value
      #expect(try sandbox.oauth.bearer(token.secret) == .person("1"))
      #expect(sandbox.tokenRequests == 1)
    }
  }

  @Test func `a file that others can read, or that is damaged, is not used`() async throws {
    try await GrantingSandbox.with(folder.path) { sandbox in
      let keeper = keeper(sandbox)
      try await keepTokens(sandbox, for: 3000)
      chmod(file.path, 0o644)
      for text in [nil, "", "{}", "[]", #"{"access":"a"}"#, #"{"access":"","since":"x"}"#] {
        if let text { try folder.write(text, to: "log-in") }
        let error = await #expect(throws: Unsendable.self) { try await keeper.token() }
        guard case .logIn(.file(file.path, _, _))? = error else {
          Issue.record("\(String(describing: error))")
          return
        }
      }
    }
  }

  private func fault(_ json: String) throws -> Fault {
    try JSONDecoder().decode(Fault.self, from: Data(json.utf8))
  }
}
