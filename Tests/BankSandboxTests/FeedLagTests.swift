import BankTestSupport
import SandboxKit
import Testing

struct FeedLagTests {
  private func transfer(_ bank: TestSandbox, _ number: Int) async throws {
    let path = "/account/\(bank.account)/savings-goals/\(bank.goal)/add-money/\(uuid(number, "f"))"
    #expect(try await bank.send("PUT", path, #"{"amount":\#(pence(158))}"#).status == 200)
  }

  /// The ids that each list of the feed has.
  private func lists(_ bank: TestSandbox) async throws -> [Set<String>] {
    let interval = """
      minTransactionTimestamp=2000-01-01T00:00:00Z&maxTransactionTimestamp=2100-01-01T00:00:00Z
      """
    let account = "/feed/account/\(bank.account)"
    var lists: [Set<String>] = []
    for path in [
      "\(account)/category/\(bank.category)?changesSince=2000-01-01T00:00:00Z",
      "\(account)/category/\(bank.category)/transactions-between?\(interval)",
      "\(account)/category/\(bank.goal)/transactions-between?\(interval)",
      "\(account)/settled-transactions-between?\(interval)",
    ] {
      let items = try await bank.send("GET", path).json["feedItems"]?.elements ?? []
      lists.append(Set(items.compactMap { $0["feedItemUid"]?.string }))
    }
    return lists
  }

  private func balance(_ bank: TestSandbox) async throws -> [Int64?] {
    let balance = try await bank.send("GET", "/accounts/\(bank.account)/balance").json
    let goal = try await bank.send(
      "GET", "/account/\(bank.account)/savings-goals/\(bank.goal)"
    ).json
    return [
      balance["effectiveBalance"]?["minorUnits"]?.integer,
      goal["totalSaved"]?["minorUnits"]?.integer,
    ]
  }

  @Test func `moves money at once, and lists it once it is old enough`() async throws {
    try await TestSandbox.with { bank in
      let before = try await (lists: lists(bank), balance: balance(bank))
      #expect(try await bank.control("GET", "feed").json["lagSeconds"]?.integer == 0)
      try await bank.control("PUT", "feed", #"{"lagSeconds":90}"#)
      #expect(try await lists(bank) == before.lists, "what was there stays, also what is to come")

      try await transfer(bank, 1)
      #expect(try await lists(bank) == before.lists)
      let moved = [before.balance[0].map { $0 - 158 }, before.balance[1].map { $0 + 158 }]
      #expect(try await balance(bank) == moved)

      try await bank.control("PUT", "clock", #"{"advanceSeconds":89.999}"#)
      #expect(try await lists(bank) == before.lists)
      try await bank.control("PUT", "clock", #"{"advanceSeconds":0.001}"#)
      let after = try await lists(bank)
      #expect(zip(after, before.lists).map { $0.subtracting($1).count } == [1, 1, 1, 2])
      #expect(zip(after, before.lists).allSatisfy { $0.isSuperset(of: $1) })
    }
  }

  @Test func `knows no item by its id that it does not list`() async throws {
    try await TestSandbox.with { bank in
      try await bank.control("PUT", "feed", #"{"lagSeconds":1}"#)
      let posted = try await bank.control("POST", "payments", #"{"amount":\#(pence(435))}"#).json
      let id = try #require(posted["feedItemUid"]?.string)
      let path = "/feed/account/\(bank.account)/category/\(bank.category)/\(id)"
      #expect(try await bank.send("GET", path).messages == ["UNKNOWN_FEED_ITEM"])
      let note = try await bank.send("PUT", "\(path)/user-note", #"{"userNote":"a"}"#)
      #expect(note.status == 404)
      try await bank.control("PUT", "clock", #"{"advanceSeconds":1}"#)
      #expect(try await bank.send("GET", path).status == 200)
    }
  }

  @Test(arguments: [true, false])
  func `lists goals late only if it is asked to`(covers: Bool) async throws {
    try await TestSandbox.with { bank in
      try await bank.control("PUT", "feed", #"{"lagSeconds":60,"goals":\#(covers)}"#)
      let goals = "/account/\(bank.account)/savings-goals"
      let made = try await bank.send("PUT", goals, #"{"name":"Boat","currency":"GBP"}"#).json
      let id = try #require(made["savingsGoalUid"]?.string)
      #expect(try await bank.send("GET", "\(goals)/\(id)").status == 200)
      for (seconds, count) in [(0, covers ? 1 : 2), (60, 2)] {
        try await bank.control("PUT", "clock", #"{"advanceSeconds":\#(seconds)}"#)
        let list = try await bank.send("GET", goals).json["savingsGoalList"]
        #expect(list?.elements.count == count)
        let spaces = try await bank.send("GET", "/account/\(bank.account)/spaces").json
        #expect(spaces["savingsGoals"]?.elements.count == count)
      }
    }
  }

  @Test func `is off again when it is told to, and takes no nonsense`() async throws {
    try await TestSandbox.with { bank in
      let before = try await lists(bank)
      try await bank.control("PUT", "feed", #"{"lagSeconds":3600}"#)
      try await transfer(bank, 1)
      for wrong in [#"{"lagSeconds":-1}"#, "{}", #"{"lagSeconds":1e300}"#, "[]"] {
        let answer = try await bank.request("PUT", "/control/feed", wrong, authorization: nil)
        #expect(answer.status == 400)
      }
      #expect(try await lists(bank) == before)
      try await bank.control("PUT", "feed", #"{"lagSeconds":0}"#)
      #expect(try await lists(bank) != before)
    }
  }
}
