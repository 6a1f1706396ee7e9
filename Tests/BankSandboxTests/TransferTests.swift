import Bank
import BankSandbox
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import Money
import SandboxKit
import TestSupport
import Testing

struct TransferTests {
  private func path(
    _ bank: TestSandbox, _ verb: String = "add-money", key: String = uuid(1, "f")
  ) -> String {
    "/account/\(bank.account)/savings-goals/\(bank.goal)/\(verb)/\(key)"
  }

  @Test func `moves once for a uid, and answers a repeat the same, also after a restart`()
    async throws
  {
    let folder = try TemporaryFolder()
    var answers: Set<Data> = []
    for _ in 0..<2 {
      try await TestSandbox.with(folder: folder.path) { bank in
        for key in [uuid(1, "f"), uuid(1, "F")] {
          let answer = try await bank.send(
            "PUT", path(bank, key: key), #"{"amount":\#(pence(158))}"#)
          #expect(answer.status == 200)
          answers.insert(answer.body)
        }
        #expect(try await bank.saved() == 120_70 + 158)
      }
    }
    #expect(answers == [Data(#"{"success":true,"transferUid":"\#(uuid(1, "f"))"}"#.utf8)])
  }

  @Test func `refuses a uid that comes with something else`() async throws {
    try await TestSandbox.with { bank in
      _ = try await bank.send("PUT", path(bank), #"{"amount":\#(pence(158))}"#)
      let others = [
        try await bank.send("PUT", path(bank), #"{"amount":\#(pence(159))}"#),
        try await bank.send("PUT", path(bank, "withdraw-money"), #"{"amount":\#(pence(158))}"#),
        try await bank.send("PUT", path(bank), #"{"amount":\#(pence(158)),"reference":"x"}"#),
        try await bank.send(
          "PUT", path(bank).replacing(bank.goal, with: uuid(2, "d")),
          #"{"amount":\#(pence(158))}"#),
      ]
      for answer in others {
        #expect(answer.status == 400)
        #expect(
          answer.text == #"{"errors":[{"message":"TRANSFER_UID_REUSED"}],"success":false}"#)
      }
      #expect(try await bank.saved() == 120_70 + 158)
    }
  }

  @Test(arguments: [
    (pence(0), "AMOUNT_MUST_BE_POSITIVE"), (pence(-1), "AMOUNT_MUST_BE_POSITIVE"),
    (pence(10_000_000), "INSUFFICIENT_FUNDS"), (pence(.max), "INSUFFICIENT_FUNDS"),
    (pence(1, "EUR"), "CURRENCY_MISMATCH"), (pence(1, "XYZ"), "CURRENCY_MISMATCH"),
    (pence(1, "gbp"), "CURRENCY_MISMATCH"),
    (#"{"currency":"GBP"}"#, "MINOR_UNITS_must not be null"),
    (#"{"minorUnits":1}"#, "CURRENCY_must not be null"), ("null", "AMOUNT_must not be null"),
    (#"{"currency":"GBP","minorUnits":1.5}"#, "Unable to process JSON"),
    (#"{"currency":"GBP","minorUnits":"1"}"#, "Unable to process JSON"),
    (#"{"currency":"GBP","minorUnits":9223372036854775808}"#, "Unable to process JSON"),
  ])
  func `moves nothing where the amount is wrong, and says why`(
    amount: String, message: String
  ) async throws {
    try await TestSandbox.with { bank in
      for verb in ["add-money", "withdraw-money"] {
        let key = uuid(verb.count, "f")
        let answer = try await bank.send(
          "PUT", path(bank, verb, key: key), #"{"amount":\#(amount)}"#)
        #expect(answer.status == 400)
        #expect(try answer.messages == [message])
      }
      #expect(try await bank.saved() == 120_70)
    }
  }

  @Test func `gives the money back when a goal is deleted`() async throws {
    try await TestSandbox.with { bank in
      let balance = "/accounts/\(bank.account)/balance"
      let before = try await bank.send("GET", balance).json
      let goal = "/account/\(bank.account)/savings-goals/\(bank.goal)"
      #expect(try await bank.send("DELETE", goal).body.isEmpty)
      let after = try await bank.send("GET", balance).json
      func pence(_ json: JSON, _ name: String) -> Int64 { json[name]?["minorUnits"]?.integer ?? 0 }
      #expect(pence(after, "effectiveBalance") == pence(before, "effectiveBalance") + 120_70)
      #expect(pence(after, "totalClearedBalance") == pence(before, "totalClearedBalance"))
      #expect(pence(after, "totalClearedBalance") == pence(after, "clearedBalance"))
      let answer = try await bank.send(
        "PUT", path(bank), #"{"amount":{"currency":"GBP","minorUnits":1}}"#)
      #expect(try answer.messages == ["UNKNOWN_SAVINGS_GOAL"])
    }
  }

  @Test func `tells of what was in a goal that is deleted, under its id`() async throws {
    try await TestSandbox.with { bank in
      let goal = "/account/\(bank.account)/savings-goals/\(bank.goal)"
      #expect(try await bank.send("DELETE", goal).status == 200)
      let feed = "/feed/account/\(bank.account)/category/\(bank.goal)"
      let changed = try await bank.send("GET", "\(feed)?changesSince=\(TestSandbox.noon)").json
      let item = try #require(changed["feedItems"]?.elements.first)
      #expect(item["direction"]?.string == "OUT")
      #expect(item["amount"]?["minorUnits"]?.integer == 120_70)
      let id = try #require(item["feedItemUid"]?.string)
      #expect(try await bank.send("GET", "\(feed)/\(id)").json == item)
      #expect(try await bank.send("GET", goal).status == 404)
    }
  }

  @Test func `takes an empty picture for none`() async throws {
    try await TestSandbox.with { bank in
      let goals = "/account/\(bank.account)/savings-goals"
      func body(_ photo: String) -> String {
        #"{"name":"Boat","currency":"GBP","base64EncodedPhoto":"\#(photo)"}"#
      }
      let made = try await bank.send("PUT", goals, body("")).json
      let boat = "\(goals)/\(try #require(made["savingsGoalUid"]?.string))"
      #expect(try await bank.send("GET", "\(boat)/photo").status == 404)
      for photo in ["aGk=", ""] {
        #expect(try await bank.send("PUT", boat, body(photo)).status == 200)
        let kept = try await bank.send("GET", "\(boat)/photo").json
        #expect(kept["base64EncodedPhoto"]?.string == "aGk=")
      }
    }
  }

  @Test(arguments: [
    (#"{"currency":"GBP"}"#, "NAME_must not be null"),
    (#"{"name":null,"currency":"GBP"}"#, "NAME_must not be null"),
    (#"{"name":"","currency":"GBP"}"#, "NAME_size must be between 1 and 255"),
    (#"{"name":" ","currency":"GBP"}"#, "NAME_must not be blank"),
    (
      #"{"name":"\#(String(repeating: "x", count: 256))","currency":"GBP"}"#,
      "NAME_size must be between 1 and 255"
    ),
    (#"{"name":"Boat"}"#, "CURRENCY_must not be null"),
    (#"{"name":"Boat","currency":"POUND"}"#, "CURRENCY_size must be between 3 and 3"),
    (#"{"name":"Boat","currency":"EUR"}"#, "CURRENCY_MISMATCH"),
    (#"{"name":"Boat","currency":"GBP","target":\#(pence(1, "EUR"))}"#, "CURRENCY_MISMATCH"),
    (#"{"name":"Boat","currency":"GBP","target":\#(pence(0, "EUR"))}"#, "CURRENCY_MISMATCH"),
    (#"{"name":"Boat","currency":"GBP","target":\#(pence(-1))}"#, "AMOUNT_MUST_BE_POSITIVE"),
    (
      #"{"name":"Boat","currency":"GBP","base64EncodedPhoto":"?"}"#,
      "BASE64_ENCODED_PHOTO_must be Base64"
    ),
    (#"{"name":"a\u0007b","currency":"GBP"}"#, "NAME_must not contain control characters"),
  ])
  func `makes no goal of a wrong wish, and changes none`(
    body: String, message: String
  ) async throws {
    try await TestSandbox.with { bank in
      let goals = "/account/\(bank.account)/savings-goals"
      let before = try await bank.send("GET", goals).text
      for path in [goals, "\(goals)/\(bank.goal)"] {
        let answer = try await bank.send("PUT", path, body)
        #expect(answer.status == 400)
        #expect(try answer.messages == [message])
      }
      #expect(try await bank.send("GET", goals).text == before)
    }
  }

  /// As the bank's official client has it in every goal that is made without a target.
  @Test func `a target of 0 means no target`() async throws {
    try await TestSandbox.with { bank in
      let goals = "/account/\(bank.account)/savings-goals"
      let body = #"{"name":"Boat","currency":"GBP","target":\#(pence(0))}"#
      let made = try await bank.send("PUT", goals, body)
      #expect(made.status == 200)
      let boat = "\(goals)/\(try #require(try made.json["savingsGoalUid"]?.string))"
      for path in [boat, "\(goals)/\(bank.goal)"] {
        #expect(try await bank.send("PUT", path, body).status == 200)
        let goal = try await bank.send("GET", path).json
        #expect(goal["name"]?.string == "Boat")
        #expect(goal["target"] == nil && goal["savedPercentage"] == nil)
      }
    }
  }

  @Test func `moves under every uid, also if its items would have ids that are taken`()
    async throws
  {
    try await TestSandbox.with { bank in
      let taken = "21000000-0000-4000-8000-000000000000"
      try await bank.control("POST", "payments", #"{"uid":"\#(taken)","amount":\#(pence(100))}"#)
      let keys = ["41", "42", "43", "20"].map { "\($0)000000-0000-4000-8000-000000000000" }
      for key in keys + keys {
        let answer = try await bank.send("PUT", path(bank, key: key), #"{"amount":\#(pence(1))}"#)
        #expect(answer.status == 200, "\(key)")
      }
      #expect(try await bank.saved() == 120_70 + Int64(keys.count))
    }
  }

  @Test func `makes goals of accounts whose ids are alike`() async throws {
    try await TestSandbox.with { bank in
      let other = bank.account.replacing("-0000-4000-", with: "-0001-4000-")
      try await bank.control(
        "POST", "accounts", #"{"name":"Other","currency":"GBP","uid":"\#(other)"}"#)
      for account in [other, bank.account, other, bank.account, other, other] {
        let answer = try await bank.send(
          "PUT", "/account/\(account)/savings-goals", #"{"name":"Boat","currency":"GBP"}"#)
        #expect(answer.status == 200)
      }
      let listed = try await bank.send("GET", "/account/\(other)/savings-goals").json
      #expect(listed["savingsGoalList"]?.elements.count == 4)
    }
  }

  @Test func `makes a goal for each request, since there is no key`() async throws {
    try await TestSandbox.with { bank in
      let goals = "/account/\(bank.account)/savings-goals"
      let body = #"{"name":"Boat","currency":"GBP"}"#
      var made: Set<String> = []
      for _ in 0..<3 {
        let answer = try await bank.send("PUT", goals, body)
        made.insert(try #require(try answer.json["savingsGoalUid"]?.string))
      }
      #expect(made.count == 3)
      let listed = try await bank.send("GET", goals).json["savingsGoalList"]?.elements ?? []
      #expect(made.isSubset(of: listed.compactMap { $0["savingsGoalUid"]?.string }))
    }
  }

  @Test func `loses nothing and overdraws nothing, however many move at once`() async throws {
    try await TestSandbox.with { bank in
      let account = try #require(Account.ID(bank.account))
      let available = try await bank.sandbox.bank.balance(of: account).effective.minorUnits
      let part = available / 20 + 1
      let moved = try await withThrowingTaskGroup(of: Int64.self) { group in
        for client in 0..<8 {
          group.addTask {
            var moved: Int64 = 0
            for round in 0..<8 {
              let isIn = (client + round) % 4 != 3
              let answer = try await bank.send(
                "PUT",
                path(
                  bank, isIn ? "add-money" : "withdraw-money",
                  key: uuid(1000 * client + round, "f")),
                #"{"amount":\#(pence(part))}"#)
              if answer.status == 200 {
                moved += isIn ? part : -part
              } else {
                #expect(try answer.messages == ["INSUFFICIENT_FUNDS"])
              }
            }
            return moved
          }
        }
        return try await group.reduce(0, +)
      }
      #expect(try await bank.saved() == 120_70 + moved)
      let left = try await bank.sandbox.bank.balance(of: account).effective.minorUnits
      #expect(left == available - moved)
      #expect(left >= 0)
    }
  }
}
