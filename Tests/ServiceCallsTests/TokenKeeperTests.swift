import FoundationEssentials
import ServiceTestSupport
import TestSupport
import Testing

@testable import ServiceCalls

/// Which token is in use, and how often that has changed.
@Suite struct TokenKeeperTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func keeper() -> TokenKeeper { TokenKeeper(.file(folder.file("token"))) }

  @Test func `a token that is taken up again is another change`() throws {
    let keeper = TokenKeeper(.none)
    #expect(keeper.changes == 0)
    keeper.use(try AccessToken("ada"))
    let (digest, changes) = (keeper.digest, keeper.changes)
    keeper.use(try AccessToken("bob"))
    keeper.use(try AccessToken("ada"))
    #expect(keeper.digest == digest)
    #expect(keeper.changes > changes)
  }

  @Test func `the file is read once, before the changes are counted`() throws {
    _ = try folder.write("ada", to: "token")
    let keeper = keeper()
    let changes = keeper.changes
    _ = try folder.write("bob", to: "token")
    #expect(try keeper.token() == AccessToken("ada"))
    #expect(keeper.changes == changes)
    #expect(try keeper.readFile())
    #expect(try keeper.token() == AccessToken("bob"))
    #expect(keeper.changes == changes + 1)
    #expect(try !keeper.readFile())
    #expect(keeper.changes == changes + 1)
  }

  @Test func `a log-out is a change, and leaves the file alone until it is asked for`() throws {
    _ = try folder.write("ada", to: "token")
    let keeper = keeper()
    let changes = keeper.changes
    keeper.forget()
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
}
