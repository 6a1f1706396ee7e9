import BankTestSupport
import SandboxKit
import Synchronization
import TestSupport
import Testing

@testable import BankSandbox
@testable import EmbeddedBank

struct IdentityTests {
  private func holder(
    _ bank: TestSandbox, _ token: String = TestSandbox.token
  ) async throws -> String? {
    let answer = try await bank.send("GET", "/identity/token", authorization: "Bearer \(token)")
    #expect(try answer.json["applicationUserUid"] == answer.json["accountHolderUid"])
    return try answer.json["accountHolderUid"]?.string
  }

  @Test func `has a customer of its own for each folder, for ever`() async throws {
    let (first, second) = (try TemporaryFolder(), try TemporaryFolder())
    var holders: [String?] = []
    for folder in [first, first, second] {
      try await TestSandbox.with(folder: folder.path) { bank in
        holders.append(try await holder(bank))
        #expect(try await holder(bank, "token-for-reading") == holders.last)
      }
    }
    #expect(holders[0] == holders[1])
    #expect(holders[0] != holders[2])
    // Also if no token is named anew.
    try await TestSandbox.with(folder: first.path, tokens: nil) { bank in
      let same = try await holder(bank)
      #expect(same == holders[0])
    }
  }

  @Test func `makes its customer as it makes all ids`() async throws {
    let count = Mutex(0)
    let makeID: @Sendable () -> String = {
      uuid(
        count.withLock {
          $0 += 1
          return $0
        })
    }
    try await TestSandbox.with(configure: { $0.makeID = makeID }) { bank in
      let made = try await holder(bank)
      #expect(made == uuid(1, "f"))
    }
  }

  @Test func `lets tokens speak for others, who are others at each bank`() async throws {
    var named: Set<String?> = []
    for _ in 0..<2 {
      try await TestSandbox.with { bank in
        let own = try await holder(bank)
        named.insert(try await holder(bank, "token-of-another"))
        try await bank.control(
          "PUT", "tokens",
          #"[{"token":"a"},{"token":"b","holder":"somebody else"},{"token":"c","holder":"\#(uuid(1, "E"))"}]"#
        )
        #expect(try await holder(bank, "a") == own)
        named.insert(try await holder(bank, "b"))
        #expect(try await holder(bank, "c") == uuid(1, "e"))
        #expect(!named.contains(own))
      }
    }
    #expect(named.count == 2)
  }

  /// Before, the customers of all sandboxes bore one id.
  @Test func `gives a customer to a folder of an earlier version`() async throws {
    let folder = try TemporaryFolder()
    let former = SandboxToken.formerCustomer
    #expect(former == "b6c45863-875e-4448-aca3-c155ed145efe")
    try await TestSandbox.with(folder: folder.path) { bank in
      let goal = #"{"roundUpGoalUid":"\#(bank.goal)","roundUpMultiplier":2}"#
      let path = "/feed/account/\(bank.account)/round-up"
      #expect(try await bank.send("PUT", path, goal).status == 200)
      try bank.sandbox.bank.write { ledger in
        for sql in [
          "UPDATE accessToken SET holder = '\(former)' WHERE holder = (SELECT id FROM customer)",
          "UPDATE nativeRoundUp SET activatedBy = '\(former)'", "DROP TABLE customer",
          "DELETE FROM grdb_migrations WHERE identifier = 'a customer of its own'",
        ] { try ledger.execute(sql) }
      }
    }
    try await TestSandbox.with(folder: folder.path, tokens: nil) { bank in
      let own = try await holder(bank)
      #expect(own != nil)
      #expect(own != former)
      let setting = try await bank.send("GET", "/feed/account/\(bank.account)/round-up").json
      #expect(setting["roundUpGoal"]?["activatedBy"]?.string == own)
      #expect(try await holder(bank, "token-of-another") != own)
    }
  }
}
