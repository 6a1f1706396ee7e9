import FoundationEssentials
import ServiceBasics
import ServiceTestSupport
import TestSupport
import Testing

@testable import ServiceCalls

/// Which token is in use, and how often that has changed.
@Suite struct TokenKeeperTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func keeper() -> TokenKeeper { TokenKeeper(.file(folder.file("token"))) }

  @Test func `a token that is taken up again is another change`() async throws {
    let keeper = TokenKeeper(.none)
    #expect(keeper.changes == 0)
    try await keeper.use(AccessToken("ada"))
    let (digest, changes) = (keeper.digest, keeper.changes)
    try await keeper.use(AccessToken("bob"))
    try await keeper.use(AccessToken("ada"))
    #expect(keeper.digest == digest)
    #expect(keeper.changes > changes)
  }

  @Test func `the file is read once, before the changes are counted`() async throws {
    _ = try folder.write("ada", to: "token")
    let keeper = keeper()
    let changes = keeper.changes
    _ = try folder.write("bob", to: "token")
    #expect(try await keeper.token() == AccessToken("ada"))
    #expect(keeper.changes == changes)
    #expect(try keeper.readFile())
    #expect(try await keeper.token() == AccessToken("bob"))
    #expect(keeper.changes == changes + 1)
    #expect(try !keeper.readFile())
    #expect(keeper.changes == changes + 1)
  }

  @Test func `a log-out is a change, and leaves the file alone until it is asked for`() async throws
  {
    _ = try folder.write("ada", to: "token")
    let keeper = keeper()
    let changes = keeper.changes
    try await keeper.forget()
    #expect(keeper.changes == changes + 1)
    #expect(!keeper.hasToken)
    #expect(keeper.digest == nil)
    // The token that was logged out is of no use.
    #expect(try !keeper.readFile())
    #expect(!keeper.hasToken)
    _ = try folder.write("bob", to: "token")
    #expect(!keeper.hasToken)
    #expect(try keeper.readFile())
    #expect(keeper.hasToken)
  }

  // MARK: - Several machines

  @Test func `who logs in or out at one machine does so at all`() async throws {
    let log = MemorySharedLog()
    let (one, two) = (TokenKeeper(.shared(log)), TokenKeeper(.shared(log)))
    await #expect(throws: Unsendable.noToken) { try await two.token() }
    try await one.use(AccessToken("ada"))
    #expect(try await two.token() == AccessToken("ada"))
    #expect(two.hasToken && two.digest == one.digest)
    let changes = two.changes
    #expect(try await two.token() == AccessToken("ada"))
    #expect(two.changes == changes)

    // The service does not take a token any more that another machine has replaced.
    try await two.use(AccessToken("bob"))
    #expect(try await one.replacement(for: AccessToken("ada")) == AccessToken("bob"))
    #expect(try await one.replacement(for: AccessToken("bob")) == nil)
    try await one.forget()
    #expect(try await log.entries(after: 0).count == 1)
    await #expect(throws: Unsendable.noToken) { try await two.token() }
    #expect(!two.hasToken)
    for _ in 0..<20 { try await one.use(AccessToken("eve")) }
    #expect(try await log.entries(after: 0).count == 4)
    #expect(try await TokenKeeper(.shared(log)).token() == AccessToken("eve"))
  }

  @Test func `what machines share is no token if it cannot be one`() async throws {
    let log = MemorySharedLog(name: "tokens")
    #expect(try await log.append(Array(#"{"event":{"_0":{"token":"a b"}}}"#.utf8), as: 1))
    let failure = await #expect(throws: Unsendable.self) {
      try await TokenKeeper(.shared(log)).token()
    }
    guard case .token(let error)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(error.path == "tokens" && !"\(error)".contains("a b"))
  }

  @Test func `a log that cannot be reached for now is no reason to log in again`() async throws {
    let keeper = TokenKeeper(.shared(GoneLog()))
    let failure = await #expect(throws: Unsendable.self) { try await keeper.token() }
    guard case .unavailable(let cause)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(cause.code == "token-unreachable")
  }

  @Test func `nor is one that a newer version wrote, and no token is added to it`() async throws {
    let log = MemorySharedLog(name: "tokens")
    let entry = #"{"event":{"_0":{"token":{"sealed":"the-secret"}}}}"#
    #expect(try await log.append(Array(entry.utf8), as: 1))
    let keeper = TokenKeeper(.shared(log))
    let failure = await #expect(throws: Unsendable.self) { try await keeper.token() }
    guard case .unavailable(let cause)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(cause.code == "token-unreachable" && !cause.words.contains("the-secret"))
    let token = try AccessToken("another")
    let refused = await #expect(throws: AccessTokenError.self) { try await keeper.use(token) }
    #expect(refused?.advice.words == "Use the newest version at all servers.")
    #expect(try await log.entries(after: 0).count == 1)
  }
}

/// A log that nothing can be read of at the moment.
private struct GoneLog: SharedLog {
  let name = "tokens"

  private var failure: SharedLogFailure { SharedLogFailure(.unavailable, at: name, "it is away") }

  func entries(after number: Int) async throws(SharedLogFailure) -> [NumberedEntry] {
    throw failure
  }

  func append(_ entry: [UInt8], as number: Int) async throws(SharedLogFailure) -> Bool {
    throw failure
  }

  func forget(through number: Int) async throws(SharedLogFailure) { throw failure }
}
