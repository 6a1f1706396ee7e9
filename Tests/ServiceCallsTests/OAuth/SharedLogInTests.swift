import FoundationEssentials
import SandboxKit
import ServiceBasics
import ServiceTestSupport
import Synchronization
import TestSupport
import Testing

@testable import ServiceCalls

/// One log-in of several machines, by the log that they share.
struct SharedLogInTests {
  /// A machine's clock, which only its own sleeps put forward.
  private final class Clock: Sendable {
    private let passed = Mutex(Duration.zero)
    private let expiries = Expiries()

    var elapsed: Duration { passed.withLock { $0 } }

    var timing: Timing {
      Timing(
        now: { SharedLogInTests.now },
        sleep: { [self] pause in passed.withLock { $0 += pause } },
        expire: { [expiries] _ in try await expiries.expire() },
        uptime: { [self] in
          Uptime(boot: "boot", milliseconds: Int64(elapsed / .milliseconds(1)))
        })
    }
  }

  private static let now = Date(timeIntervalSince1970: 1_790_000_000)
  private static let address = "http://127.0.0.1:1/returned"

  private let folder: TemporaryFolder
  private let log: any SharedLog = MemorySharedLog(name: "the log")

  init() throws { folder = try TemporaryFolder() }

  /// A keeper as one more machine has it.
  private func keeper(
    _ sandbox: GrantingSandbox, timing: Timing = Clock().timing
  ) -> OAuthTokenKeeper {
    OAuthTokenKeeper(
      sandbox.service(), sharedIn: log, transport: NetworkTransport(), timing: timing)
  }

  /// The attempts as one more machine has them.
  private func attempts(_ sandbox: GrantingSandbox) -> any OAuthAttempts {
    keeper(sandbox).attempts(returningTo: { Self.address })
  }

  private func record() async throws -> LogInRecord {
    try await SharedLogIn(log, timing: Clock().timing).read()
  }

  /// Puts tokens of Ada into the log that have ended by the clocks of the machines.
  @discardableResult
  private func keepEndedTokens(_ sandbox: GrantingSandbox) async throws -> OAuthTokens {
    let pair = try sandbox.oauth.giveTokens(to: "1", for: GrantingSandbox.program.id)
    let now = Timestamp(Self.now).milliseconds
    let tokens = OAuthTokens(
      access: try AccessToken(pair.access), refresh: pair.refresh,
      since: Timestamp(milliseconds: now - 7_200_000), ends: Timestamp(milliseconds: now - 1))
    let place = SharedLogIn(log, timing: Clock().timing)
    let lock = try await place.lock(waitingUpTo: .zero)
    try await place.keep(.loggedIn(tokens), under: lock)
    await lock.release()
    return tokens
  }

  /// Has two machines do the same: the second begins when the first has asked for tokens, and waits
  /// for it.
  private func atOnce<Value: Sendable>(
    _ body: @escaping @Sendable (OAuthTokenKeeper) async throws -> Value,
    after prepare: (GrantingSandbox) async throws -> Void,
    then check: (GrantingSandbox, Value, Value) async throws -> Void
  ) async throws {
    let gate = Gate<Void>()
    let isDone = Gate<Void>()
    var settings = ServerSettings()
    settings.sleep = { _ in await gate.wait() }
    try await GrantingSandbox.with(folder.path, server: settings) { sandbox in
      defer { gate.open() }
      try await prepare(sandbox)
      sandbox.world.faults.add(
        try JSONDecoder().decode(Fault.self, from: Data(#"{"kind":"slow"}"#.utf8)))
      let one = keeper(sandbox)
      let first = Task { () async throws -> Value in
        defer { isDone.open() }
        return try await body(one)
      }
      try await eventually("a request for tokens") { sandbox.tokenRequests >= 1 }
      var timing = Clock().timing
      timing.sleep = { _ in
        gate.open()
        await isDone.wait()
      }
      let second = try await body(keeper(sandbox, timing: timing))
      gate.open()
      try await check(sandbox, try await first.value, second)
    }
  }

  // MARK: - Renewing

  @Test func `two machines that renew at once ask for one new token, and both use it`()
    async throws
  {
    try await atOnce { (keeper: OAuthTokenKeeper) async throws -> AccessToken in
      try await keeper.token()
    } after: { sandbox in
      _ = try await keepEndedTokens(sandbox)
    } then: { sandbox, first, second in
      #expect(first == second)
      #expect(sandbox.tokenRequests == 1)
      let bearer = try sandbox.oauth.bearer(first.secret)
      #expect(bearer == .person("1"))
    }
  }

  @Test func `a machine that is silent while it renews is overtaken, and keeps nothing more`()
    async throws
  {
    try await GrantingSandbox.with(folder.path) { sandbox in
      try await keepEndedTokens(sandbox)
      let silent = SharedLogIn(log, timing: Clock().timing)
      let lost = try await silent.lock(waitingUpTo: .zero)
      let clock = Clock()
      let other = keeper(sandbox, timing: clock.timing)
      let token = try await other.token()
      #expect(clock.elapsed == SharedHistory<LogInRecord>.lapse)
      await #expect(throws: OAuthFailure.unavailable(.logInInUse)) {
        try await silent.keep(.loggedOut(.byUser), under: lost)
      }
      await lost.release()
      #expect(try await other.token() == token)
      let kept = try await other.logIn()
      #expect(try await silent.contents() == .loggedIn(kept))
      #expect(sandbox.tokenRequests == 1)
    }
  }

  @Test func `tokens that the log does not take are not used, and not lost`() async throws {
    try await GrantingSandbox.with(folder.path) { sandbox in
      let old = try await keepEndedTokens(sandbox)
      let cut = CutLog(log)
      let node = OAuthTokenKeeper(
        sandbox.service(), sharedIn: cut, transport: NetworkTransport(), timing: Clock().timing)
      cut.isCut.withLock { $0 = true }
      for _ in 0..<2 {
        let error = await #expect(throws: Unsendable.self) { try await node.token() }
        guard case .logIn(.file("the log", let cause, _))? = error else {
          Issue.record("\(String(describing: error))")
          return
        }
        #expect(cause.code == "log-in-unreachable")
      }
      // The new ones were not used, so the old ones are still good.
      #expect(try await keeper(sandbox).logIn() == old)
      #expect(try sandbox.oauth.bearer(old.access.secret) == .person("1"))
      cut.isCut.withLock { $0 = false }
      let token = try await node.token()
      #expect(token != old.access)
      #expect(try await keeper(sandbox).token() == token)
      #expect(try sandbox.oauth.bearer(token.secret) == .person("1"))
      #expect(sandbox.tokenRequests == 1)
    }
  }

  // MARK: - Attempts

  @Test func `an attempt begins at one machine, its browser comes to another, a third logs in`()
    async throws
  {
    try await GrantingSandbox.with(folder.path) { sandbox in
      let nodes = (0..<3).map { _ in attempts(sandbox) }
      let page = try await nodes[0].begin()
      #expect(try await nodes[2].returned(from: page) == nil)
      let back = try #require(try await sandbox.approve(page))
      #expect(try await nodes[1].take(returned: back))
      #expect(try await nodes[2].returned(from: page) == .loggedIn)
      // The others find it done.
      for node in nodes { #expect(try await node.returned(from: page) == .loggedIn) }
      #expect(sandbox.tokenRequests == 1)
      #expect(try await record().attempt == nil)
      let (one, two) = (keeper(sandbox), keeper(sandbox))
      let token = try await one.token()
      #expect(try sandbox.oauth.bearer(token.secret) == .person("1"))
      #expect(one.knownLogInID == OAuthAttempt.logInID(of: page))
      #expect(two.knownLogInID == nil)
      try await two.logOut()
      await #expect(throws: Unsendable.logIn(.loggedOut(.byUser))) { try await one.token() }
      #expect(one.knownLogInID == nil)
      #expect(try await nodes[0].returned(from: page) == nil)
    }
  }

  @Test func `two machines that exchange one code send it once, and both are logged in`()
    async throws
  {
    let page = Mutex("")
    try await atOnce { (keeper: OAuthTokenKeeper) async throws -> OAuthLogIn.End? in
      let attempts = keeper.attempts(returningTo: { Self.address })
      return try await attempts.returned(from: page.withLock { $0 })
    } after: { sandbox in
      let begun = try await attempts(sandbox).begin()
      page.withLock { $0 = begun }
      let back = try #require(try await sandbox.approve(begun))
      #expect(try await attempts(sandbox).take(returned: back))
    } then: { sandbox, first, second in
      #expect(first == .loggedIn && second == .loggedIn)
      #expect(sandbox.tokenRequests == 1)
      let record = try await record()
      #expect(record.isLoggedIn(by: page.withLock { $0 }))
    }
  }

  @Test func `only the first redirect is taken, and no other text`() async throws {
    try await GrantingSandbox.with(folder.path) { sandbox in
      let nodes = [attempts(sandbox), attempts(sandbox)]
      let page = try await nodes[0].begin()
      let back = try #require(try await sandbox.approve(page))
      let again = try #require(try await sandbox.approve(page, as: "2"))
      for wrong in ["", "?code=guessed", "?code=&state=guessed", "?error=access_denied"] {
        #expect(try await !nodes[1].awaits(returned: wrong), "\(wrong)")
        #expect(try await !nodes[1].take(returned: wrong), "\(wrong)")
      }
      // To ask takes nothing: either might be the first.
      for node in nodes {
        #expect(try await node.awaits(returned: again))
        #expect(try await node.awaits(returned: back))
      }
      #expect(try await nodes[1].take(returned: back))
      #expect(try await !nodes[0].awaits(returned: again))
      for node in nodes {
        // A machine may have ended before it told the flow.
        #expect(try await node.take(returned: back))
        #expect(try await !node.take(returned: again))
      }
      #expect(try await nodes[0].returned(from: page) == .loggedIn)
      for address in [back, again] {
        #expect(try await !nodes[1].take(returned: address))
      }
      let token = try await keeper(sandbox).token()
      #expect(try sandbox.oauth.bearer(token.secret) == .person("1"))
    }
  }

  @Test func `the answer to another attempt is not taken, and ends nothing`() async throws {
    try await GrantingSandbox.with(folder.path) { sandbox in
      let (one, two) = (attempts(sandbox), attempts(sandbox))
      let old = try await one.begin()
      let other = try #require(try await sandbox.approve(old))
      let page = try await two.begin()
      #expect(try await !one.take(returned: other))
      #expect(try await one.returned(from: old) == nil)
      #expect(try await two.finish(with: other, for: old) == nil)
      for text in [other, "not an answer"] {
        await #expect(throws: OAuthFailure.self) { try await two.finish(with: text, for: page) }
      }
      #expect(two.answer(pasted: other, for: page) == .otherAttempt)
      // A machine that has not read the attempt cannot know.
      #expect(attempts(sandbox).answer(pasted: other, for: page) == nil)
      #expect(sandbox.tokenRequests == 0)
      let back = try #require(try await sandbox.approve(page, as: "2"))
      #expect(try await one.finish(with: back, for: page) == .loggedIn)
      let token = try await keeper(sandbox).token()
      #expect(try sandbox.oauth.bearer(token.secret) == .person("2"))
    }
  }

  @Test func `an attempt is over once access is not allowed or its code is refused`() async throws {
    try await GrantingSandbox.with(folder.path) { sandbox in
      let (one, two) = (attempts(sandbox), attempts(sandbox))
      let denied = try await one.begin()
      let back = try #require(try await sandbox.approve(denied, as: nil, decision: "deny"))
      #expect(try await two.take(returned: back))
      #expect(try await one.returned(from: denied) == .notAllowed)
      #expect(try await two.returned(from: denied) == nil)
      #expect(try await record().attempt == nil)

      let late = try await one.begin()
      let code = try #require(try await sandbox.approve(late))
      #expect(try await two.take(returned: code))
      sandbox.world.clock.advance(milliseconds: 900_000)
      let error = await #expect(throws: OAuthFailure.self) { try await one.returned(from: late) }
      guard case .codeRefused? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(try await two.returned(from: late) == nil)
      #expect(try await record() == LogInRecord())
      #expect(sandbox.tokenRequests == 1)
    }
  }

  // MARK: - What is in the log

  @Test(
    arguments: [
      (#"{"event":{"_0":{"contents":{"sealed":"the-secret"}}}}"#, "log-in-too-new"),
      (#"{"event":{"_0":"the-secret"#, "log-in-not-understood"),
    ])
  func `a record that cannot be read is said to be one, and logs nobody out`(
    entry: String, code: String
  ) async throws {
    #expect(try await log.append(Array(entry.utf8), as: 1))
    let node = OAuthTokenKeeper(
      try Self.service, sharedIn: log,
      transport: MemoryTransport { _ in CallResponse(status: 500) },
      timing: Clock().timing)
    let error = await #expect(throws: Unsendable.self) { try await node.token() }
    guard case .logIn(.file("the log", let cause, _))? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(cause.code == code)
    #expect(!cause.words.contains("the-secret"))
    await #expect(throws: OAuthFailure.self) { try await node.logOut() }
    await #expect(throws: OAuthFailure.self) {
      try await node.attempts(returningTo: { Self.address }).begin()
    }
    #expect(try await log.entries(after: 0).count == 1)
  }

  @Test func `a record is read as it was written, and no text of it says a secret`() throws {
    let attempt = OAuthAttempt(at: try Self.service, redirect: Self.address)
    let tokens = OAuthTokens(
      access: try AccessToken("the-access"), refresh: "the-refresh",
      since: Timestamp(milliseconds: 0), ends: Timestamp(milliseconds: 1))
    var record = LogInRecord()
    record.keep(.loggedIn(tokens))
    record.begin(attempt)
    let wasTaken = record.take(returned: "?code=the-code&state=\(attempt.state)")
    #expect(wasTaken)
    let written = try CanonicalJSON.text(record)
    let read: LogInRecord = try CanonicalJSON.value(written)
    #expect(read == record)
    #expect(read.attempt?.attempt == attempt)
    #expect(read.attempt?.answer == .allowed(OAuthCode(secret: "the-code")))

    var words = "\(record) \(record.contents) \(String(describing: record.attempt))"
    dump(record, to: &words)
    let verifier = try #require(attempt.verifier)
    for secret in [attempt.state, verifier, "the-access", "the-refresh", "the-code"] {
      #expect(written.contains(secret) && !words.contains(secret))
    }
  }

  private static var service: OAuthService {
    get throws {
      OAuthService(
        try ServiceAddress("https://service.example"), approvalPath: ["approve"],
        tokenPath: ["token"], client: GrantingSandbox.program, takesChallenges: true,
        userAgent: "tests")
    }
  }
}

/// A log that takes locks, and at times nothing else.
private final class CutLog: SharedLog {
  let isCut = Mutex(false)
  private let log: any SharedLog

  init(_ log: any SharedLog) { self.log = log }

  var name: String { log.name }

  func entries(after number: Int) async throws(SharedLogFailure) -> [NumberedEntry] {
    try await log.entries(after: number)
  }

  func append(_ entry: [UInt8], as number: Int) async throws(SharedLogFailure) -> Bool {
    if isCut.withLock({ $0 }), String(decoding: entry, as: UTF8.self).contains(#""event""#) {
      throw SharedLogFailure(.unavailable, at: name, "the connection was cut")
    }
    return try await log.append(entry, as: number)
  }

  func forget(through number: Int) async throws(SharedLogFailure) {
    try await log.forget(through: number)
  }
}
